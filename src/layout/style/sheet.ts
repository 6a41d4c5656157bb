import type { Screen } from "../../page/index.ts";
import { mediaHolds } from "./media.ts";

/** What a style sheet says, cut into rules and nothing more: most rules of a page never match anything. */
export interface Sheet {
  /** Lists of selectors as written, and the declarations of each. */
  readonly selectors: readonly string[];
  readonly bodies: readonly string[];
  /** Whether a rule stands in a cascade layer, and so yields to those outside. */
  readonly isLayered: readonly boolean[];
  /** Whether it asks for other sheets. */
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
const SPACE = 0x20;
/** What stands between braces after these is rules. */
const CONDITION = /^@(media|supports|layer|scope|-moz-document)\b\s*/i;
/** Rules past this many are left out; no page of the labelled sets comes near. */
const MAX_RULES = 60_000;

/** Cuts the text of a style sheet into the rules that hold on a screen; never fails. */
export function cutSheet(text: string, screen: Screen): Sheet {
  return new SheetCutter(text, screen).cut();
}

class SheetCutter {
  readonly #text: string;
  readonly #screen: Screen;
  readonly #selectors: string[] = [];
  readonly #bodies: string[] = [];
  readonly #isLayered: boolean[] = [];
  /** For each block of rules that is open, whether it is a layer. */
  readonly #open: boolean[] = [];
  #layers = 0;
  #hasImports = false;
  #at = 0;

  constructor(text: string, screen: Screen) {
    const bare = text.includes("/*") ? text.replace(COMMENT, " ") : text;
    this.#text = bare.includes("-->") || bare.includes("<!--") ? bare.replace(MARKUP_COMMENT, " ") : bare;
    this.#screen = screen;
  }

  cut(): Sheet {
    while (this.#at < this.#text.length && this.#selectors.length < MAX_RULES) this.#readOne();
    return {
      selectors: this.#selectors,
      bodies: this.#bodies,
      isLayered: this.#isLayered,
      hasImports: this.#hasImports,
    };
  }

  #readOne(): void {
    this.#skipSpace();
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

  #skipSpace(): void {
    while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) <= SPACE) this.#at++;
  }

  /** Moves to the next brace or semicolon outside quotes, and gives it. */
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
    if (kind === undefined || !this.#holds(kind, rest)) {
      this.#skipBlock();
      return;
    }
    const isLayer = kind === "layer";
    if (isLayer) this.#layers++;
    this.#open.push(isLayer);
  }

  #holds(kind: string, condition: string): boolean {
    if (kind === "media") return mediaHolds(condition, this.#screen);
    // A browser of today can do nearly all that pages ask about.
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

  /** Reads declarations to the closing brace; rules inside rules are left out. */
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
