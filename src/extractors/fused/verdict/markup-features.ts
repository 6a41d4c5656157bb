import { TAG } from "../../../html/index.ts";
import { headlineKey, isOfType, type Page, typesOf } from "../../../page/index.ts";
import {
  COUNTED_TAGS,
  OPEN_GRAPH_TYPES,
  type STATED,
  STATED_METAS,
  STATED_TYPES,
} from "./verdict-features.data.ts";

const SLOT_OF_TAG = slots();
const SPACES = /\s+/;
/** A page can describe thousands of things; kinds of pages show in the first. */
const MAX_THINGS = 200;
const ARTICLES: ReadonlySet<string> = new Set(["newsarticle", "article", "blogposting"]);

/** How often each of `COUNTED_TAGS` stands on the page. */
export function countElements({ document: { size, tag } }: Page): Float64Array {
  // Slot 0 is for all others.
  const counts = new Float64Array(COUNTED_TAGS.length + 1);
  for (let node = 0; node < size; node++) counts[SLOT_OF_TAG[tag[node]!]!]!++;
  return counts.subarray(1);
}

/** What the head and the structured data say. */
export function describeStated(page: Page): Readonly<Record<keyof typeof STATED, number>> {
  const { jsonLd, microdata, mainThings, titleCandidates } = page;
  const title = titleCandidates.find(({ source }) => source === "title")?.text ?? "";
  const key = headlineKey(title);
  const isHeading = titleCandidates.some(({ source, text }) => {
    const own = source === "h1" ? headlineKey(text) : "";
    return own !== "" && (key.includes(own) || own.includes(key));
  });
  return {
    article: Number(mainThings.article !== undefined),
    articleItem: Number(mainThings.item !== undefined),
    articles: jsonLd.things.slice(0, MAX_THINGS).filter((thing) => isOfType(thing, ARTICLES)).length,
    things: jsonLd.things.length,
    items: microdata.items.length,
    titleWords: title === "" ? 0 : title.split(SPACES).length,
    titleInHeading: Number(key !== "" && isHeading),
  };
}

/** Flags for `STATED_TYPES`, `OPEN_GRAPH_TYPES` and `STATED_METAS`, in this order. */
export function flagStated({ jsonLd, microdata, meta }: Page): readonly number[] {
  const types = new Set<string>();
  for (const thing of [...jsonLd.things.slice(0, MAX_THINGS), ...microdata.items.slice(0, MAX_THINGS)]) {
    for (const type of typesOf(thing)) types.add(type.toLowerCase());
  }
  const openGraph = meta.get("og:type")?.[0]?.trim().toLowerCase();
  return [
    ...STATED_TYPES.map((type) => Number(types.has(type))),
    ...OPEN_GRAPH_TYPES.map((type) => Number(openGraph === type)),
    ...STATED_METAS.map((name) => Number(meta.has(name))),
  ];
}

function slots(): Uint8Array {
  const table = new Uint8Array(256);
  COUNTED_TAGS.forEach((name, at) => {
    table[TAG[name]] = at + 1;
  });
  return table;
}
