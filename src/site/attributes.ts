import { EXTRACTORS } from "../extractors/index.ts";
import { closest, contains, tagTable } from "../html/index.ts";
import { headlineKey, type Page, type SiteProfile, TEXT_LEAF } from "../page/index.ts";
import { templateRoles } from "../profile/index.ts";
import { countWords, foldSpaces } from "../text/index.ts";
import {
  isByline,
  type LabelKind,
  type LabelledText,
  NUMBER,
  readLabelledText,
  readLoneLabel,
  splitAtLabels,
} from "./label-text.ts";

/** A value that the page labels: the label without its colon, and the text below or after it. */
export interface Attribute {
  readonly label: string;
  readonly value: string;
}

const MAX_ATTRIBUTES = 50;

/**
 * The labelled values of an article, from the lines around its headline and body; `title` is its headline.
 * Deviation: the paper promotes emphasised texts to labels over the partition (section 4). On labelled real pages that found fewer than half as many
 * values as the lines do, and half of what it added to them was wrong.
 */
export function readAttributes(
  page: Page,
  profile: SiteProfile,
  title: string | null,
): readonly LabelledText[] {
  const lines = openLines(page, profile, title);
  if (lines === undefined) return [];
  const found: LabelledText[] = [];
  // The leaf of the last value of a label.
  const lastOf = new Map<string, number>();
  for (let leaf = lines.from; leaf < lines.to && found.length < MAX_ATTRIBUTES; leaf++) {
    for (const read of readLine(lines, leaf)) {
      const key = read.label.toLowerCase();
      const last = lastOf.get(key);
      // Writers sign one after the other; later ones are of other stories, and so are a second date and source.
      if (last !== undefined && (read.kind !== "writer" || leaf - last > MAX_BETWEEN_WRITERS)) continue;
      lastOf.set(key, leaf);
      if (last === undefined || found.every(({ value }) => value !== read.value)) found.push(read);
    }
  }
  return found;
}

/** At most this many leaves lie between two writers of one byline. */
const MAX_BETWEEN_WRITERS = 10;

/** The lines of an article. Comments and other stories are farther away. */
interface ArticleLines {
  readonly page: Page;
  /** Title, body and varying text of the site's template. */
  readonly roles: readonly (string | undefined)[];
  readonly from: number;
  readonly to: number;
  /** The labels of the site's templates. */
  readonly labels: ReadonlySet<string>;
  /** The key of the headline, which is neither label nor value. */
  readonly titleKey: string;
}

/** Leaves before the headline and after the body that still belong to the article: a byline, source and tags. */
const LEAVES_BEFORE = 8;
const LEAVES_AFTER = 10;
/** Share buttons and pictures between the headline and the body. */
const MAX_BETWEEN = 100;

function openLines(page: Page, profile: SiteProfile, title: string | null): ArticleLines | undefined {
  const fitting = templateRoles(page, profile);
  const roles = fitting.includes("body") ? fitting : extractedRoles(page);
  const first = roles.indexOf("body");
  if (first < 0) return undefined;
  const titleKey = headlineKey(title ?? "");
  const top = headlineAbove(page, first, titleKey) ?? first;
  const to = Math.min(page.leaves.count, roles.lastIndexOf("body") + LEAVES_AFTER);
  const labels = new Set(profile.templates.flatMap((template) => template.labels));
  return { page, roles, from: Math.max(0, top - LEAVES_BEFORE), to, labels, titleKey };
}

/** The leaves of the body by the default extractor, for a page that no template fits. */
function extractedRoles(page: Page): readonly (string | undefined)[] {
  const { scores } = EXTRACTORS.fused.extract(page, {});
  return Array.from(scores, (score) => (score >= 0.5 ? "body" : undefined));
}

/** The nearest leaf above the body that shows the title, or most of it: a kicker may be a text of its own. */
function headlineAbove(page: Page, body: number, titleKey: string): number | undefined {
  for (let leaf = body; leaf >= Math.max(0, body - MAX_BETWEEN); leaf--) {
    const key = headlineKey(lineAt(page, leaf));
    if (key.length * 2 > titleKey.length && titleKey.includes(key)) return leaf;
  }
  return undefined;
}

const MAX_WORDS: Readonly<Partial<Record<LabelKind, number>>> = { date: 20, tags: 20 };
/** Longer values are parts of the story below a heading. */
const MAX_VALUE_WORDS = 12;

/** Longer texts are paragraphs of the story. */
const MAX_LINE_CHARACTERS = 400;

function readLine(lines: ArticleLines, leaf: number): readonly LabelledText[] {
  const { page, roles, titleKey } = lines;
  const role = roles[leaf];
  if (page.leaves.anchor[leaf]! >= 0 || role === "title") return [];
  const text = lineAt(page, leaf);
  if (text === "" || text.length > MAX_LINE_CHARACTERS || headlineKey(text) === titleKey) return [];
  return splitAtLabels(text).flatMap((part, at, { length }) => {
    const read = readPart(lines, { leaf, part, isLast: at === length - 1 });
    return read === undefined || headlineKey(read.value) === titleKey ? [] : [read];
  });
}

interface LinePart {
  readonly leaf: number;
  readonly part: string;
  /** Whether no other label follows in its text. */
  readonly isLast: boolean;
}

function readPart(lines: ArticleLines, { leaf, part, isLast }: LinePart): LabelledText | undefined {
  const isStory = lines.roles[leaf] === "body";
  const within = ENDS_WITH_COLON.test(part) ? undefined : readLabelledText(part, isStory);
  const found = !isLast
    ? within
    : within === undefined
      ? readAfter(lines, leaf, part)
      : withRest(lines, leaf, within);
  if (found === undefined || found.value.length > MAX_LINE_CHARACTERS) return undefined;
  if (isStory && found.kind !== "writer" && found.kind !== "date") return undefined;
  const value = found.value.replace(LOOSE_END, "");
  const words = countWords(value);
  return words > 0 && words <= (MAX_WORDS[found.kind] ?? MAX_VALUE_WORDS) ? { ...found, value } : undefined;
}

/** What joins a value to text that does not belong to it. No text matches in two ways, or the time would double with each item of a list. */
const LOOSE_END = /(?:\s*[,;|•·–—-]|,(?:in|on|at)|\s[)）\]】]|\s+(?:in|on|at))+$/u;

const ENDS_WITH_COLON = /[:：]$/u;
const ENDS_IN_LIST = /[,;、，&]$/u;

/** A value that breaks off inside a list goes on in the next texts of its block. */
function withRest(lines: ArticleLines, leaf: number, found: LabelledText): LabelledText {
  if (!ENDS_IN_LIST.test(found.value)) return found;
  const { ofLeaf } = lines.page.blocks;
  const rest = valueLeaves(lines, leaf, found.kind).filter((each) => ofLeaf[each] === ofLeaf[leaf]);
  return { ...found, value: [found.value, ...rest.map((each) => lineAt(lines.page, each))].join(" ") };
}

const TIME = tagTable("time");
/** Signs that end a value: what comes after them is about something else. */
const SEPARATED = /^[|(（•·–—-]/u;
/** Beginnings of what follows a name. */
const BESIDE_NAME = /^(?:avec|with|mit|con|met)\s|(?<!\S)\p{N}/iu;

/** The texts after a label: the rest of its block, else the next block, and for names and tags what is built like that. */
function valueLeaves({ page, labels, to }: ArticleLines, label: number, kind: LabelKind): readonly number[] {
  const { ofLeaf } = page.blocks;
  const found: number[] = [];
  for (let leaf = label + 1; leaf < to; leaf++) {
    const text = lineAt(page, leaf);
    if (text === "") continue;
    const isLabelled = found.length > 0 && readLabelledText(text, false) !== undefined;
    const isOver = isLabelled || (SEPARATED.test(text) && kind !== "tags");
    if (isOver || readLoneLabel(text, labels) !== undefined || (kind === "writer" && BESIDE_NAME.test(text)))
      break;
    const last = found.at(-1);
    const isNext = last === undefined || ofLeaf[leaf] === ofLeaf[last];
    if (!isNext && !(LISTED.has(kind) && isBuiltAlike(page, { label, last, leaf }))) break;
    if (found.push(leaf) > MAX_VALUE_LEAVES) break;
  }
  return found;
}

/** Tags with the signs between them; more are not one value. */
const MAX_VALUE_LEAVES = 40;

/** A text that is a label alone, with the value after it. */
function readAfter(lines: ArticleLines, leaf: number, text: string): LabelledText | undefined {
  const { page, labels } = lines;
  const lone = readLoneLabel(text, labels);
  const found = lone === undefined ? [] : valueLeaves(lines, leaf, lone.kind);
  if (lone === undefined || found.length === 0) return undefined;
  const { ofLeaf } = page.blocks;
  const value = found
    .map((each, at) => (at > 0 && ofLeaf[each] !== ofLeaf[found[at - 1]!] ? ", " : " ") + lineAt(page, each))
    .join("");
  const read = { ...lone, value: foldSpaces(value).replace(/ (?=,)/g, "") };
  return isFitting(lines, { leaf, found, read }) ? read : undefined;
}

interface FoundValue {
  readonly leaf: number;
  readonly found: readonly number[];
  readonly read: LabelledText;
}

/** Whether a value is what its label announces: a label without colon, or of the template, may be anything. */
function isFitting(
  { page, roles }: ArticleLines,
  { leaf, found, read: { kind, label, value } }: FoundValue,
): boolean {
  const { leaves, document } = page;
  const isLinked = (each: number) => leaves.anchor[each]! >= 0;
  const hasColon = ENDS_WITH_COLON.test(lineAt(page, leaf));
  switch (kind) {
    case "other":
      // A linked text is another story; a text that is the same on every page belongs to the site.
      return (
        leaves.node[found[0]!]! - leaves.node[leaf]! <= MAX_NODES_BETWEEN &&
        found.every((each) => roles[each] !== undefined && roles[each] !== "title" && !isLinked(each))
      );
    case "tags":
      return hasColon || found.every(isLinked);
    case "date":
    case "reading":
      return NUMBER.test(value) || closest(document, leaves.node[found[0]!]!, TIME) >= 0;
    case "writer":
      return hasColon || isByline(label, value);
    default:
      return true;
  }
}

/** Nodes between a label of the template and its value; buttons and icons take more. */
const MAX_NODES_BETWEEN = 5;
/** Kinds of values that several elements in a row can hold. */
const LISTED: ReadonlySet<LabelKind> = new Set(["writer", "tags"]);

/** Whether a leaf is in the same element as a label and the value before it, and in the same tags there as that value. */
function isBuiltAlike(
  { document, leaves }: Page,
  { label, last, leaf }: { readonly label: number; readonly last: number; readonly leaf: number },
): boolean {
  const [labelNode, lastNode, node] = [leaves.node[label]!, leaves.node[last]!, leaves.node[leaf]!];
  let shared = document.parent[labelNode]!;
  while (shared > 0 && !contains(document, shared, lastNode)) shared = document.parent[shared]!;
  if (!contains(document, shared, node)) return false;
  let [a, b] = [document.parent[lastNode]!, document.parent[node]!];
  while (a !== b && a !== shared && b !== shared && document.tag[a] === document.tag[b]) {
    a = document.parent[a]!;
    b = document.parent[b]!;
  }
  return a === b || (a === shared && b === shared);
}

/** The shown text of a leaf; empty if it is hidden or no text. */
function lineAt({ document, leaves }: Page, leaf: number): string {
  if (leaf >= leaves.count || leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0) return "";
  const node = leaves.node[leaf]!;
  return foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
}
