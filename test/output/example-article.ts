import type { Article } from "../../src/article/index.ts";

/** A small made-up article with something in most fields. */
export const exampleArticle: Article = {
  url: "https://harbour-courier.example/local/ferry",
  canonicalUrl: "https://harbour-courier.example/local/ferry",
  title: "Ferry <returns> & stays",
  statedTitle: "Ferry <returns>",
  authors: ["Marta Ellingsworth"],
  published: "2026-03-12T07:30:00+00:00",
  modified: null,
  language: "en-GB",
  direction: "ltr",
  site: "The Harbour Courier",
  section: null,
  tags: ["Ferries"],
  excerpt: null,
  image: null,
  media: [
    {
      kind: "image",
      src: "https://harbour-courier.example/quay.jpg",
      alt: "Quay",
      caption: "At dawn",
      credit: "J. Petherick",
    },
  ],
  text: "The Anna is back.\n\nCrossings\n\nfour a day",
  html: [
    '<p>The <em>Anna</em> is <a href="https://harbour-courier.example/back">back</a>.</p>',
    "<h2>Crossings</h2>",
    "<ul><li>four a day</li></ul>",
    '<figure><img src="https://harbour-courier.example/quay.jpg" alt="Quay"><figcaption>At dawn <cite>J. Petherick</cite></figcaption></figure>',
  ].join("\n"),
  wordCount: 9,
  pageType: "article",
  isArticle: null,
  confidence: null,
  fieldConfidence: { title: 0.84, authors: 0.92, published: 0.97 },
  paywall: null,
  extractor: "econ",
  warnings: [],
};
