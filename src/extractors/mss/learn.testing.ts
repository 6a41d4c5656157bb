import { parseHtml } from "../../html/index.ts";
import { Page } from "../../page/index.ts";
import type { MssModel } from "./mss-model.ts";
import { onePageModel } from "./one-page-model.testing.ts";

const WORDS =
  "ferry harbour winter council lantern orchard bridge market river letter morning station garden";

/** A notice that stands on every page of the site, after the article. */
export const NOTICE =
  "Readers who wish to write to the editors find the address of our house below and should say which story of which day they mean so that nobody has to ask";

/** The markup of a page of a made-up site; where links stand between the article and the notice, supervision leaves that out. */
export function siteMarkup(number: number, shape: { readonly isApart: boolean }): string {
  const links = "<ul><li><a>Home news</a></li><li><a>Sport news</a></li></ul>";
  const body = `<p>${sentence(number, 14)}</p><p>${sentence(number + 5, 14)}</p>`;
  return `${links}${body}${shape.isApart ? links.repeat(3) : ""}<div>${NOTICE}</div>${links}`;
}

/** A page of the made-up site. */
export function sitePage(...page: Parameters<typeof siteMarkup>): Page {
  return new Page(parseHtml(siteMarkup(...page)));
}

/** Words that no other number has in this order. */
export function sentence(number: number, length: number): string {
  const words = WORDS.split(" ");
  const chosen = Array.from({ length }, (_, at) => words[(number * 7 + at * (number + 2)) % words.length]);
  return `${chosen.join(" ")}.`;
}

/** A model of one made-up page of another site, where the paragraphs are the article. */
export function supervisedModel(): MssModel {
  const links = "<ul><li><a>Home page</a></li><li><a>Other page</a></li></ul>";
  const prose = "<p>One two three four five six seven eight.</p><p>Nine ten more words to come.</p>";
  return onePageModel({
    html: `${links}${prose}${links}`,
    tags: ["body", "p", "a", "li", "ul", "div"],
    firstWord: "One",
    lastWord: "come",
  });
}
