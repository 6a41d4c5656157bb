import { as, asGroup, asTitle, type ElementNode, el, type Nodes, text } from "../build/tree.ts";
import { type SiteFace, sectionOf } from "../content/site-face.ts";
import type { Block, Story, Teaser } from "../content/story.ts";
import type { Look } from "../looks/look.ts";
import { makeItemLink, makeLink, withRole } from "./links.ts";

/** What the story on a page is rendered from. */
export interface StoryOrder {
  readonly look: Look;
  readonly face: SiteFace;
  readonly story: Story;
  readonly related: readonly Teaser[];
}

type HouseBlock = Extract<Block, { readonly kind: "house" }>;

/** A group of links to other stories. */
export function makeRelated({ look, face }: StoryOrder, teasers: readonly Teaser[]): ElementNode {
  const label = face.language.labels.related;
  const links = teasers.map((teaser) => makeItemLink(look, "related-link", teaser.title, teaser.url));
  return withRole("related", asGroup({ label, kind: "related" }, look.pieces.related(label, links)));
}

function renderProse(block: Block, { look }: StoryOrder): Nodes {
  const { pieces } = look;
  switch (block.kind) {
    case "paragraph":
      return as("body", pieces.paragraph(block.spans.map(pieces.inline), block.style));
    case "credited": {
      const words = text(block.text + block.credit, { role: "body", cut: [0, block.text.length] });
      return as("body", pieces.paragraph(words, "plain"));
    }
    case "heading":
      return as("heading", pieces.heading(block.text));
    case "list":
      return as("list", pieces.list(block.items));
    case "table":
      return as("table", pieces.table(block.head, block.rows));
    case "quote":
      return as("quote", pieces.quote(block.text));
    case "code":
      return as("code", pieces.code(block.text));
    case "correction":
      return as("correction", pieces.correction(block.text));
    case "live": {
      const { time, title, paragraphs } = block.entry;
      const body = paragraphs.map((words) => as("body", pieces.paragraph(words, "plain")));
      return pieces.liveEntry(as("date", el("b", {}, time)), as("heading", pieces.heading(title)), body);
    }
    default:
      return undefined;
  }
}

function renderInsert(block: Block, order: StoryOrder): Nodes {
  const { pieces } = order.look;
  const { labels } = order.face.language;
  switch (block.kind) {
    case "pull-quote":
      return as("pull-quote", pieces.pullQuote(block.text));
    case "figure":
      return as("image", pieces.figure(block.picture));
    case "gallery":
      return as("image", block.pictures.map(pieces.slide));
    case "embed":
      return as("embed", pieces.embed(block.author, block.text, block.date));
    case "related":
      return makeRelated(order, order.related.slice(0, 2));
    case "promotion":
      return as("promotion", pieces.promotion(labels.newsletter, labels.signUp));
    case "ad":
      return as("ad", pieces.ad(labels.advert));
    case "house":
      return renderHouse(block, order);
    default:
      return undefined;
  }
}

/** What the house says about itself, set like the body. */
export function renderHouse({ part, paragraphs }: HouseBlock, { look }: Pick<StoryOrder, "look">): Nodes {
  const written = paragraphs.map((words) => look.pieces.paragraph(words, "plain"));
  return as(part === "plea" ? "promotion" : "notice", el("div", {}, written));
}

/** The headline of a gallery or live report carries its kind in the label above it. */
function makeLabel({ look, face, story }: StoryOrder): Nodes {
  const section = sectionOf(face, story.concept);
  const { labels } = face.language;
  const kind = { article: "", live: `${labels.live} · `, gallery: `${labels.gallery} · ` }[story.pageType];
  const size = story.hardCases.includes("large-section-label") ? "large" : "usual";
  const link = makeLink(look, "label-link", kind + section.name, section.path);
  return as("section-label", look.pieces.sectionLabel(link, size));
}

function makeDates({ look, face, story }: StoryOrder): Nodes {
  const modified =
    story.modified && story.modifiedLabel
      ? { iso: story.modified, label: story.modifiedLabel, word: face.language.labels.updated }
      : null;
  return as("date", look.pieces.dates({ iso: story.published, label: story.publishedLabel }, modified));
}

/** Renders a story in its look. */
export function renderStory(order: StoryOrder): Nodes {
  const { look, face, story } = order;
  const { pieces } = look;
  const { labels } = face.language;
  const authors = story.authors.map((name) => makeLink(look, "author", name, "/about/"));
  const tags = story.tags.map((tag) => makeLink(look, "tag-link", tag, "/search/"));
  return look.story({
    label: makeLabel(order),
    headline: withRole("headline", asTitle(pieces.headline(story.headline))),
    standfirst: story.standfirst === null ? undefined : as("standfirst", pieces.standfirst(story.standfirst)),
    byline: authors.length === 0 ? undefined : as("byline", pieces.byline(labels.by, authors)),
    dates: makeDates(order),
    tools: as("tool", pieces.tools([labels.share, labels.print])),
    hero: story.hero ? as("image", pieces.figure(story.hero)) : undefined,
    highlights:
      story.highlights.length === 0
        ? undefined
        : as("highlight", pieces.highlights(labels.highlights, story.highlights)),
    body: story.blocks.map((block) => renderProse(block, order) ?? renderInsert(block, order)),
    paywall: story.isPaywalled ? as("paywall", pieces.paywall(labels.paywall, labels.subscribe)) : undefined,
    tags: as("tag", pieces.tags(labels.tags, tags)),
  });
}
