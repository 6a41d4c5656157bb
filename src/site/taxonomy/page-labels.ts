import { type Page, TEXT_LEAF } from "../../page/index.ts";
import { foldSpaces, languageCode, rememberWords, stopWords, words } from "../../text/index.ts";
import { makeStem, type Stem } from "../../text/stem.ts";
import { canonicaliseUrl } from "../../url/index.ts";
import type { SemanticLabel, SemanticNode } from "../partition/index.ts";
import { type SitePage, siteOf } from "../source/index.ts";

/** Limits per page, so that a link farm costs no more than a front page. */
const MAX_LABELS = 3000;
const MAX_WORDS = 400;
/** Longer than headlines; what follows does not distinguish titles. */
const MAX_TITLE_CHARACTERS = 160;
/** Deeper parts of a tree are read as one list, so that no page can overflow the stack. */
const MAX_DEPTH = 200;

/** A text that labels the nodes below it, or links to a page. */
export interface LabelNode {
  readonly text: string;
  /** Absolute; only addresses of the page's own registrable domain. */
  readonly url?: string;
  readonly children: readonly LabelNode[];
}

/** What taxonomy mining keeps of a page, as plain JSON. */
export interface PageLabels {
  readonly id: string;
  readonly url?: string;
  /** The code of the language that the page declares. */
  readonly language?: string;
  readonly labels: readonly LabelNode[];
  /** Word counts of its longer texts, without menus. */
  readonly vocabulary: Readonly<Record<string, number>>;
}

/** The pages of one site that a taxonomy is mined from; the home page is the first. */
export interface SiteLabels {
  readonly site: string;
  readonly pages: readonly PageLabels[];
}

/** Calls `see` for every label of a tree, parents first. */
export function eachLabel(nodes: readonly LabelNode[], see: (node: LabelNode) => void): void {
  for (const node of nodes) {
    see(node);
    eachLabel(node.children, see);
  }
}

/** Reduces a partitioned page to its labels and links, without references to the page. */
export function readPageLabels({ id, url, page }: SitePage, tree: SemanticNode): PageLabels {
  const address = url ?? page.canonicalUrl ?? page.baseUrl;
  const language = languageCode(page.declared.language);
  const read: PageLabels = {
    id,
    ...(address === undefined ? {} : { url: address }),
    ...(language === undefined ? {} : { language }),
    labels: new LabelReader(page, address).read(tree, 0),
    vocabulary: readVocabulary(page, language),
  };
  // String slices would keep the whole text of the page in memory.
  return structuredClone(read);
}

/** Walks the semantic tree of one page; labels in unlabelled parts, which are only layout, move up. */
class LabelReader {
  readonly #page: Page;
  readonly #domain: string | undefined;
  readonly #own: string | undefined;
  readonly #links: ReadonlyMap<number, LabelNode>;
  #left = MAX_LABELS;
  #lastAnchor = -1;

  constructor(page: Page, address: string | undefined) {
    this.#page = page;
    this.#domain = address === undefined ? undefined : ownDomain(address);
    this.#own = readAddress(address)?.key;
    const text = page.document.text;
    this.#links = new Map(
      page.links.map(({ node, href, textStart, textEnd }) => [
        node,
        this.#label(text.slice(textStart, textEnd), href),
      ]),
    );
  }

  read(node: SemanticNode, depth: number): LabelNode[] {
    const own = node.label === undefined ? undefined : this.#readLabel(node.label);
    const isList = node.children.length === 0 || depth >= MAX_DEPTH;
    const children = isList
      ? this.#readLeaves(node.from, node.to)
      : node.children.flatMap((child) => this.read(child, depth + 1));
    if (own === undefined || own.text === "") return children;
    return own.url === undefined && children.length === 0 ? [] : [{ ...own, children }];
  }

  /** In a short link the whole link text is the label; in a long one, such as a card, only the title. */
  #readLabel({ leaf, text, url }: SemanticLabel): LabelNode {
    this.#lastAnchor = this.#page.leaves.anchor[leaf] ?? -1;
    const link = this.#links.get(this.#lastAnchor);
    return link !== undefined && isLabel(link.text) ? link : this.#label(text, url);
  }

  #readLeaves(from: number, to: number): LabelNode[] {
    const { anchor } = this.#page.leaves;
    const found: LabelNode[] = [];
    for (let leaf = from; leaf < to && this.#left > 0; leaf++) {
      const node = anchor[leaf] ?? -1;
      // The leaves of one link are one label.
      if (node < 0 || node === this.#lastAnchor) continue;
      this.#lastAnchor = node;
      const link = this.#links.get(node);
      if (link?.url === undefined || link.text === "") continue;
      found.push(link);
      this.#left--;
    }
    return found;
  }

  /** Whether a link leads to another page of the site; a fragment of the same page is a button. */
  #isPlace(url: string): boolean {
    if (this.#domain === undefined || ownDomain(url) !== this.#domain) return false;
    return !url.includes("#") || readAddress(url)?.key !== this.#own;
  }

  #label(text: string, url: string | undefined): LabelNode {
    const shown = foldSpaces(text.slice(0, 2 * MAX_TITLE_CHARACTERS)).slice(0, MAX_TITLE_CHARACTERS);
    return url !== undefined && this.#isPlace(url)
      ? { text: shown, url, children: [] }
      : { text: shown, children: [] };
  }
}

/** Counts the words of texts as long as titles, keeping the most frequent. */
function readVocabulary(page: Page, language: string | undefined): Record<string, number> {
  const { document, leaves } = page;
  const skipped = new Set(language === undefined ? [] : stopWords(language));
  const counts = new Map<string, number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf] ?? 0;
    if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0) continue;
    const text = document.text.slice(document.textStart[node], document.textEnd[node]);
    if (!isTitle(text)) continue;
    for (const word of contentWords(text))
      if (!skipped.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_WORDS));
}

/** Longer texts are sentences: section names of more than four words are rare in all languages of the made-up sites. */
const MAX_LABEL_WORDS = 4;
const MAX_LABEL_CHARACTERS = 40;
/** A shorter text that links to a story is a button or a kicker. */
const MIN_TITLE_WORDS = 4;
const UNSPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/;
const LETTER = /\p{L}/u;
/** With fewer words left, stop words stay: "About us" is not "US". */
const MIN_CONTENT_WORDS = 2;

/** The lower-case words of a short text; scripts without spaces are segmented. */
export function labelWords(text: string): string[] {
  const folded = text.normalize("NFKC").toLowerCase();
  if (!UNSPACED.test(folded)) return words(folded);
  const segments = new Intl.Segmenter("und", { granularity: "word" }).segment(folded);
  return [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/** Whether a text is short enough to name a section. */
export function isLabel(text: string): boolean {
  if (text.length > MAX_LABEL_CHARACTERS || !LETTER.test(text)) return false;
  const count = labelWords(text).length;
  return count > 0 && count <= MAX_LABEL_WORDS;
}

/** Whether a text is long enough to be the title of a story. */
export function isTitle(text: string): boolean {
  return labelWords(text).length >= MIN_TITLE_WORDS;
}

/** A key that is equal for spellings that differ in case, white space and surrounding punctuation. */
export function labelKey(text: string): string {
  return labelWords(foldSpaces(text)).join(" ");
}

/** The words of a text without single characters, which are numbers, list marks or fragments. */
export function contentWords(text: string): string[] {
  return labelWords(text).filter((word) => word.length > 1);
}

/** Returns the sorted stems of a label in its language, each once, without stop words if enough words are left. */
export type LabelStems = (text: string, language: string | undefined) => string[];

/** Makes a label stemmer that sets each language up once. */
export function makeLabelStems(): LabelStems {
  const known = new Map<string, { readonly stem: Stem; readonly skipped: ReadonlySet<string> }>();
  return (text, language) => {
    const code = language ?? "";
    const reader = known.get(code) ?? {
      stem: rememberWords(makeStem(language)),
      skipped: new Set(stopWords(language)),
    };
    known.set(code, reader);
    const all = labelWords(text);
    const content = all.filter((word) => !reader.skipped.has(word));
    return [...new Set((content.length >= MIN_CONTENT_WORDS ? content : all).map(reader.stem))].sort();
  };
}

/** The Jaccard index of two sets of stems. */
export function jaccard(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((stem) => b.includes(stem)).length;
  const all = a.length + b.length - shared;
  return all === 0 ? 0 : shared / all;
}

const INDEX_FILE = /\/(?:index|default|home)\.[a-z]{2,5}$/i;
const EXTENSION = /\.[a-z]{2,5}$/i;
/** An address in a web archive, which contains that of the original page. */
const ARCHIVED = /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?(https?:)\/{1,2}([^/?#].*)$/i;
/** Sections are not deeper, and a long path must not take quadratic time. */
const MAX_PREFIXES = 12;

/** A normalised page address: host and path, without parts that never select the page. */
export interface Address {
  readonly url: URL;
  readonly host: string;
  /** The segments of the path, without an index file and without the extension of the last one. */
  readonly parts: readonly string[];
  /** The same for all spellings of one address. */
  readonly key: string;
}

/** Parses an address; undefined if it is not http or https. */
export function readAddress(url: string | undefined): Address | undefined {
  const canonical = url === undefined ? undefined : canonicaliseUrl(liveUrl(url));
  const parsed = canonical === undefined ? null : URL.parse(canonical);
  if (parsed === null) return undefined;
  const host = parsed.hostname.replace(/^www\./, "");
  const path = parsed.pathname.replace(INDEX_FILE, "/");
  const parts = decodePath(path)
    .split("/")
    .filter((part) => part !== "");
  const last = parts.at(-1)?.replace(EXTENSION, "");
  if (last !== undefined) parts[parts.length - 1] = last;
  return { url: parsed, host, parts, key: `${host}/${parts.join("/")}${parsed.search}` };
}

/** The decoded path; a badly encoded one stays as it is. */
function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Whether one address is below another: the same host, and the other's path as a proper prefix. */
export function liesUnder(inner: Address, outer: Address): boolean {
  return (
    inner.host === outer.host &&
    inner.parts.length > outer.parts.length &&
    outer.parts.every((part, at) => part === inner.parts[at])
  );
}

/** Host and path of an address without its parameters. */
export function pathKey({ host, parts }: Address): string {
  return `${host}/${parts.join("/")}`;
}

/** The path keys of all addresses above this one, the nearest first. */
export function prefixes({ host, parts }: Address): string[] {
  return parts
    .slice(0, MAX_PREFIXES)
    .map((_, at) => `${host}/${parts.slice(0, at).join("/")}`)
    .reverse();
}

/** The registrable domain of an address, or of the original of an archived one. */
function ownDomain(url: string): string | undefined {
  return siteOf(liveUrl(url));
}

function liveUrl(url: string): string {
  return url.replace(ARCHIVED, "$1//$2");
}
