import { attribute, type Document, NODE_FLAG, rawText, TAG } from "../../html/index.ts";
import type { Screen } from "../../page/index.ts";
import { UNIT } from "./properties.ts";
import { LengthReader } from "./values.ts";

/** The inline style sheets of a page; not complete where it links to others. */
interface FoundSheets {
  readonly sheets: readonly Sheet[];
  readonly isComplete: boolean;
}

/** Total size of style sheets that is read; no labelled page comes close. */
const MAX_CHARACTERS = 5_000_000;

/** Parses the `style` elements that apply to a screen, and checks for links to other sheets. */
export function findSheets(document: Document, screen: Screen): FoundSheets {
  const sheets: Sheet[] = [];
  let isComplete = true;
  let charactersLeft = MAX_CHARACTERS;
  for (let node = 1; node < document.size; node++) {
    const tag = document.tag[node];
    if (tag === TAG.link) isComplete &&= !asksForSheet(document, node, screen);
    if (tag !== TAG.style || !isForScreen(document, node, screen)) continue;
    const text = rawText(document, node).slice(0, charactersLeft);
    charactersLeft -= text.length;
    const sheet = parseSheet(text, screen);
    if (sheet.hasImports) isComplete = false;
    sheets.push(sheet);
  }
  return { sheets, isComplete };
}

function isForScreen(document: Document, node: number, screen: Screen): boolean {
  const media = attribute(document, node, "media");
  return (
    (document.flags[node]! & NODE_FLAG.template) === 0 && (media === undefined || mediaMatches(media, screen))
  );
}

function asksForSheet(document: Document, node: number, screen: Screen): boolean {
  const relations = attribute(document, node, "rel")?.toLowerCase().split(/\s+/) ?? [];
  return (
    relations.includes("stylesheet") &&
    !relations.includes("alternate") &&
    (attribute(document, node, "href") ?? "") !== "" &&
    isForScreen(document, node, screen)
  );
}

/** A style sheet split into rules; declarations stay unparsed because most rules never match. */
export interface Sheet {
  /** Selector lists as written, and the declarations of each. */
  readonly selectors: readonly string[];
  readonly bodies: readonly string[];
  /** Whether a rule is in a cascade layer, and so yields to rules outside. */
  readonly isLayered: readonly boolean[];
  /** Whether it imports other sheets. */
  readonly hasImports: boolean;
}

const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;
const MARKUP_COMMENT = /<!--|-->/g;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const SEMICOLON = 0x3b;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BACKSLASH = 0x5c;
const AT = 0x40;
/** At-rules whose blocks contain rules. */
const CONDITION = /^@(media|supports|layer|scope|-moz-document)\b\s*/i;
/** More rules are ignored; no labelled page comes close. */
const MAX_RULES = 60_000;

/** Splits a style sheet into the rules that apply to a screen; never fails. */
export function parseSheet(text: string, screen: Screen): Sheet {
  return new SheetParser(text, screen).parse();
}

class SheetParser {
  readonly #text: string;
  readonly #screen: Screen;
  readonly #selectors: string[] = [];
  readonly #bodies: string[] = [];
  readonly #isLayered: boolean[] = [];
  /** For each open at-rule, whether it is a layer. */
  readonly #open: boolean[] = [];
  #layers = 0;
  #hasImports = false;
  #at = 0;

  constructor(text: string, screen: Screen) {
    const bare = text.includes("/*") ? text.replace(COMMENT, " ") : text;
    this.#text = bare.includes("-->") || bare.includes("<!--") ? bare.replace(MARKUP_COMMENT, " ") : bare;
    this.#screen = screen;
  }

  parse(): Sheet {
    while (this.#at < this.#text.length && this.#selectors.length < MAX_RULES) this.#readOne();
    return {
      selectors: this.#selectors,
      bodies: this.#bodies,
      isLayered: this.#isLayered,
      hasImports: this.#hasImports,
    };
  }

  #readOne(): void {
    const start = this.#at;
    const mark = this.#findMark();
    const prelude = this.#text.slice(start, this.#at).trim();
    this.#at++;
    if (mark === CLOSE) {
      if (this.#open.pop() === true) this.#layers--;
    } else if (mark === SEMICOLON) {
      if (/^@import\b/i.test(prelude)) this.#hasImports = true;
    } else if (mark === OPEN) {
      if (prelude.charCodeAt(0) === AT) this.#enterOrSkip(prelude);
      else this.#readRule(prelude);
    }
  }

  /** Moves to the next brace or semicolon outside quotes, and returns it. */
  #findMark(): number {
    const text = this.#text;
    let quote = 0;
    for (; this.#at < text.length; this.#at++) {
      const code = text.charCodeAt(this.#at);
      if (code === BACKSLASH) this.#at++;
      else if (quote !== 0) quote = code === quote ? 0 : quote;
      else if (code === QUOTE || code === APOSTROPHE) quote = code;
      else if (code === OPEN || code === CLOSE || code === SEMICOLON) return code;
    }
    return 0;
  }

  #enterOrSkip(prelude: string): void {
    const condition = CONDITION.exec(prelude);
    const kind = condition?.[1]?.toLowerCase();
    const rest = prelude.slice(condition?.[0].length ?? 0);
    if (kind === undefined || !this.#conditionMatches(kind, rest)) {
      this.#skipBlock();
      return;
    }
    const isLayer = kind === "layer";
    if (isLayer) this.#layers++;
    this.#open.push(isLayer);
  }

  #conditionMatches(kind: string, condition: string): boolean {
    if (kind === "media") return mediaMatches(condition, this.#screen);
    // A current browser supports nearly everything that pages test for.
    if (kind === "supports") return !/^not\b/i.test(condition);
    return kind === "layer";
  }

  #skipBlock(): void {
    let depth = 1;
    while (depth > 0 && this.#at < this.#text.length) {
      const mark = this.#findMark();
      this.#at++;
      if (mark === OPEN) depth++;
      else if (mark === CLOSE) depth--;
    }
  }

  /** Reads declarations up to the closing brace; nested rules are ignored. */
  #readRule(selector: string): void {
    let body = "";
    let start = this.#at;
    let lastEnd = this.#at;
    for (;;) {
      const mark = this.#findMark();
      if (mark === SEMICOLON) lastEnd = this.#at + 1;
      else if (mark === OPEN) {
        body += this.#text.slice(start, lastEnd);
        this.#at++;
        this.#skipBlock();
        start = this.#at;
        lastEnd = start;
        continue;
      } else {
        body += this.#text.slice(start, this.#at);
        this.#at++;
        break;
      }
      this.#at++;
    }
    this.#selectors.push(selector);
    this.#bodies.push(body);
    this.#isLayered.push(this.#layers > 0);
  }
}

const FEATURE = /\(((?:[^()]|\([^()]*\))*)\)/g;
const TYPE = /^\s*(?:(not|only)\s+)?([a-z-]+)?/i;
const RANGE = /^(?:([^<>]+)([<>]=?))?\s*(width|height|inline-size)\s*(?:([<>]=?)([^<>]+))?$/;
const PIXELS_PER_EM = 16;
/** Media features of a desktop with a mouse and default preferences. */
const DESKTOP = new Set([
  "hover:hover",
  "any-hover:hover",
  "pointer:fine",
  "any-pointer:fine",
  "prefers-color-scheme:light",
  "prefers-reduced-motion:no-preference",
  "prefers-contrast:no-preference",
  "forced-colors:none",
  "color",
  "min-color:1",
  "grid:0",
  "scripting:none",
  "display-mode:browser",
  "update:fast",
]);

/** Longer queries are attacks. */
const MAX_QUERY_LENGTH = 2000;

/** Whether a media query list matches a screen; unknown features do not match. */
export function mediaMatches(query: string, screen: Screen): boolean {
  if (query.length > MAX_QUERY_LENGTH) return false;
  return query.split(",").some((one) => queryMatches(one.trim().toLowerCase(), screen));
}

function queryMatches(query: string, screen: Screen): boolean {
  if (query === "") return true;
  const [, word, type] = TYPE.exec(query) ?? [];
  const isType = type === undefined || type === "all" || type === "screen" || type === "and";
  const matches =
    isType && [...query.matchAll(FEATURE)].every(([, feature = ""]) => featureMatches(feature, screen));
  return (word === "not" || type === "not") !== matches;
}

function featureMatches(text: string, screen: Screen): boolean {
  const parts = text.split(":").map((part) => part.trim());
  const [name = "", value = ""] = parts;
  switch (name) {
    case "min-width":
    case "min-device-width":
      return screen.width >= pixels(value, screen);
    case "max-width":
    case "max-device-width":
      return screen.width <= pixels(value, screen);
    case "min-height":
      return screen.height >= pixels(value, screen);
    case "max-height":
      return screen.height <= pixels(value, screen);
    case "orientation":
      return (value === "landscape") === screen.width >= screen.height;
  }
  const feature = parts.join(":");
  return DESKTOP.has(feature) || rangeMatches(feature, screen);
}

function rangeMatches(feature: string, screen: Screen): boolean {
  const range = RANGE.exec(feature);
  if (range === null || (range[2] === undefined && range[4] === undefined)) return false;
  const [, before, beforeSign, name, afterSign, after] = range;
  const size = name === "height" ? screen.height : screen.width;
  const isAfter = before === undefined || compare(pixels(before, screen), beforeSign, size);
  return isAfter && (after === undefined || compare(size, afterSign, pixels(after, screen)));
}

function compare(left: number, sign: string | undefined, right: number): boolean {
  if (sign === "<") return left < right;
  if (sign === "<=") return left <= right;
  if (sign === ">") return left > right;
  return sign === ">=" && left >= right;
}

function pixels(text: string, screen: Screen): number {
  const length = new LengthReader(screen).read(text.trim());
  if (length === undefined) return Number.NaN;
  return length.unit === UNIT.px ? length.value : length.value * PIXELS_PER_EM;
}
