import { compile, type Options } from "css-select";
import { NewsError } from "../../errors/index.ts";
import { LAST_TAG_KIND, type Span, type Tokens, tokenise } from "../../extractors/index.ts";
import {
  attribute,
  childNodes,
  type Document,
  NODE_KIND,
  nodePath,
  parseHtml,
  rawText,
  tagName,
} from "../../html/index.ts";
import { isRecord } from "../../model/index.ts";
import { type Page, shownText } from "../../page/index.ts";

/** Limits that skip what is obviously not a news article (5.1). */
export interface LabelLimits {
  /** Words and symbols, at least. */
  readonly minTokens: number;
  /** The share of tags among all tokens, at most. */
  readonly maxTagShare: number;
}

/** The paper's limits. */
export const DEFAULT_LIMITS: LabelLimits = { minTokens: 50, maxTagShare: 0.2 };

/** Why a page is not labelled. */
const LABEL_SKIPS = [
  "unreadable",
  "with the id of another",
  "without a match of start",
  "without a match of end",
  "too short",
  "with too many tags",
] as const;
/** Why a page is not labelled. */
export type LabelSkip = (typeof LABEL_SKIPS)[number];

/** Where a rule found the article of a page. */
interface RuleMatch {
  readonly tokens: Tokens;
  readonly span: Span;
  readonly title: string | null;
  readonly titlePath: string | null;
  readonly startPath: string;
  readonly endPath: string;
}

/** Finds the article of a page by a rule, or returns why there is none. */
export function applyRule(page: Page, rule: LabelRule, limits: LabelLimits): RuleMatch | LabelSkip {
  const { document } = page;
  const [first] = findMatches(document, rule.start);
  if (first === undefined) return "without a match of start";
  const last = findMatches(document, rule.end).findLast((node) => node >= first);
  if (last === undefined) return "without a match of end";
  const tokens = tokenise(page);
  const span = textSpan(tokens, first, document.end[last]!);
  const drop = judgeSize(tokens, span, limits);
  if (span === undefined || drop !== undefined) return drop ?? "too short";
  const [title] = rule.title === undefined ? [] : findMatches(document, rule.title);
  return {
    tokens,
    span,
    title: title === undefined ? null : shownText(document, title),
    titlePath: title === undefined ? null : nodePath(document, title),
    startPath: nodePath(document, first),
    endPath: nodePath(document, last),
  };
}

/** From the first to the last word or symbol of a range of nodes. */
function textSpan({ count, kind, node }: Tokens, from: number, to: number): Span | undefined {
  let first = -1;
  let last = -1;
  for (let at = 0; at < count; at++) {
    if (kind[at]! <= LAST_TAG_KIND || node[at]! < from || node[at]! >= to) continue;
    if (first < 0) first = at;
    last = at;
  }
  return first < 0 ? undefined : { first, last };
}

/** Why a labelled extraction is obviously not a news article, if so. */
export function judgeSize(
  { kind }: Tokens,
  span: Span | undefined,
  limits: LabelLimits,
): "too short" | "with too many tags" | undefined {
  if (span === undefined) return "too short";
  const all = kind.subarray(span.first, span.last + 1);
  const tags = all.reduce((count, token) => count + Number(token <= LAST_TAG_KIND), 0);
  if (all.length - tags < limits.minTokens) return "too short";
  return tags > limits.maxTagShare * all.length ? "with too many tags" : undefined;
}

/** Where the article lies on the pages of a site; the paper's hand-written wrapper (5.1) as data. */
export interface LabelRule {
  /** The site's name or host, for the labels. */
  readonly site: string;
  /** The article begins with the first element that this selector matches. */
  readonly start: string;
  /** It ends with the last element from there on that this one matches. */
  readonly end: string;
  /** The headline. */
  readonly title?: string;
  /** The language of the pages; without it, what each page declares. */
  readonly language?: string;
}

const REQUIRED = ["site", "start", "end"] as const;
const OPTIONAL = ["title", "language"] as const;
const SELECTORS: readonly string[] = ["start", "end", "title"];

/** Reads a rule from JSON text; throws BAD_RULE with the field that is at fault. */
export function parseRule(text: string): LabelRule {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badRule("it is not JSON", cause);
  }
  if (!isRecord(value)) throw badRule("it is not a JSON object");
  for (const name of REQUIRED) {
    if ((value[name] ?? null) === null) throw badRule(`it has no "${name}"`);
  }
  const fields: Record<string, string> = {};
  for (const name of [...REQUIRED, ...OPTIONAL]) {
    const field = value[name] ?? null;
    if (field !== null) fields[name] = readField(name, field);
  }
  const { site = "", start = "", end = "", title, language } = fields;
  return {
    site,
    start,
    end,
    ...(title !== undefined && { title }),
    ...(language !== undefined && { language }),
  };
}

function readField(name: string, value: unknown): string {
  if (typeof value !== "string") throw badRule(`"${name}" is not a text`);
  if (value.trim() === "") throw badRule(`"${name}" is empty`);
  const fault = SELECTORS.includes(name) ? selectorFault(value) : undefined;
  if (fault !== undefined) throw badRule(`"${name}" is not a CSS selector: ${fault.replace(/\.$/, "")}`);
  return value;
}

function badRule(problem: string, cause?: unknown): NewsError {
  return new NewsError("BAD_RULE", `The rule cannot be used: ${problem}.`, { cause });
}

type Adapter = NonNullable<Options<number, number>["adapter"]>;

/**
 * Nodes that a selector may look at on a page, about a second's worth: `p ~ p` among 100,000 siblings would take hours.
 * Pages of news take thousands.
 */
const MAX_STEPS = 20_000_000;

/** The elements of a document that a CSS selector matches, in document order; throws PAGE_TOO_DEEP where it would take for ever. */
export function findMatches(document: Document, selector: string): number[] {
  const isMatch = compileFor(document, selector);
  const found: number[] = [];
  for (let node = 1; node < document.size; node++) {
    if (document.kind[node] === NODE_KIND.element && isMatch(node)) found.push(node);
  }
  return found;
}

/** The fault of a selector, or undefined. */
export function selectorFault(selector: string): string | undefined {
  if (selector.trim() === "") return "it is empty";
  // css-select takes it for the selector before.
  if (/[>+~]\s*$/.test(selector)) return "nothing follows its last sign";
  try {
    compileFor(parseHtml(""), selector);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function compileFor(document: Document, selector: string): (node: number) => boolean {
  return compile<number, number>(selector, {
    adapter: adapterOf(document),
    // Its cache holds objects only, and our nodes are numbers.
    cacheResults: false,
    relativeSelector: false,
  });
}

/** Our arrays as the tree that css-select walks; the document itself, node 0, is not an element. */
function adapterOf(document: Document): Adapter {
  const { kind, parent, end } = document;
  // css-select asks every child for all its siblings.
  const families = new Map<number, number[]>();
  const childrenOf = (node: number) => {
    const children = families.get(node) ?? [...childNodes(document, node)];
    families.set(node, children);
    return children;
  };
  const parentOf = (node: number) => parent[node] ?? -1;
  let previous: Int32Array | undefined;
  let steps = 0;
  const spend = (nodes: number) => {
    steps += nodes;
    if (steps > MAX_STEPS)
      throw new NewsError("PAGE_TOO_DEEP", "The selector takes too long on this page; use a simpler one.");
  };
  return {
    isTag: (node): node is number => {
      spend(1);
      return kind[node] === NODE_KIND.element;
    },
    getName: (node) => tagName(document, node),
    getAttributeValue: (node, name) => attribute(document, node, name),
    hasAttrib: (node, name) => attribute(document, node, name) !== undefined,
    getChildren: childrenOf,
    getSiblings: (node) => (parentOf(node) < 0 ? [node] : childrenOf(parentOf(node))),
    prevElementSibling: (node) => {
      previous ??= previousElements(document);
      return previous[node]! < 0 ? null : previous[node]!;
    },
    getParent: (node) => (parentOf(node) < 0 ? null : parentOf(node)),
    getText: (node) => {
      spend(end[node]! - node);
      return rawText(document, node);
    },
    removeSubsets: (nodes) => nodes,
  };
}

/** For every element the one before it among its siblings, or -1. */
function previousElements({ size, kind, parent }: Document): Int32Array {
  const previous = new Int32Array(size).fill(-1);
  const lastChild = new Int32Array(size).fill(-1);
  for (let node = 1; node < size; node++) {
    if (kind[node] !== NODE_KIND.element) continue;
    previous[node] = lastChild[parent[node]!]!;
    lastChild[parent[node]!] = node;
  }
  return previous;
}
