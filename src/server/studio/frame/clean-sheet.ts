import { type AddressRule, cssString, unescapeCss } from "../../../output/index.ts";
import { FETCHING_FUNCTIONS, KEPT_AT_RULES, REFUSED_PROPERTIES } from "./frame.data.ts";

/** Longer style sheets are cut off; no real one is as long. */
const MAX_SHEET_CHARACTERS = 3_000_000;
/** Replaces an address that may not be loaded: an empty picture, which makes no request. */
const NO_PICTURE = 'url("data:,")';

/**
 * The tokens of CSS Syntax, level 3, as far as they matter here. Names may hold escapes, so that `u\72l(` is `url(`; they are
 * compared unescaped.
 */
const NAME = String.raw`(?:--|-?(?:[a-z_\u0080-\uffff]|\\[^\n]))(?:[\w\u0080-\uffff-]|\\[^\n])*`;
const TOKEN = new RegExp(
  [
    String.raw`(\s+|/\*[\s\S]*?(?:\*/|$)|<!--|-->)`,
    String.raw`("(?:[^"\\\n]|\\[\s\S])*(?:"|(?=\n)|$)|'(?:[^'\\\n]|\\[\s\S])*(?:'|(?=\n)|$))`,
    String.raw`([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?(?:%|${NAME})?)`,
    String.raw`(${NAME}\()`,
    `(@${NAME})`,
    String.raw`(#(?:[\w\u0080-\uffff-]|\\[^\n])+)`,
    `(${NAME})`,
    String.raw`([\s\S])`,
  ].join("|"),
  "iy",
);
const BARE_ADDRESS = /\s*((?:[^\s"'()\\]|\\[^\n])*)\s*(?:\)|$)/y;
const QUOTED_ADDRESS = /\s*("(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')\s*(?:\)|$)/y;

/** In the order of the pattern's groups. */
const KINDS = ["space", "string", "number", "call", "at", "hash", "name", "sign"] as const;
type Kind = (typeof KINDS)[number];
interface Token {
  readonly kind: Kind;
  readonly text: string;
}

/** A style sheet that loads nothing but what the rule gives: no imports, no fonts, no other addresses. */
export function cleanSheet(text: string, addressRule: AddressRule): string {
  return new SheetCleaner(text, addressRule).sheet();
}

/** The declarations of a `style` attribute, cleaned the same way. */
export function cleanDeclarations(text: string, addressRule: AddressRule): string {
  return new SheetCleaner(text, addressRule).declarations();
}

/** The addresses that a sheet imports, with the condition of each; imports come before all rules. */
export function findImports(text: string): readonly { readonly address: string; readonly media: string }[] {
  const found: { address: string; media: string }[] = [];
  const bare = text.slice(0, MAX_SHEET_CHARACTERS).replace(/\/\*[\s\S]*?(?:\*\/|$)/g, " ");
  const statement = /\s*@(charset|layer|import)\s+((?:"[^"\n]*"|'[^'\n]*'|url\([^)]*\)|[^;"'{])+);/iy;
  for (let part = statement.exec(bare); part !== null; part = statement.exec(bare)) {
    const [, quotedAddress, bareAddress, media = ""] =
      /^(?:url\(\s*)?(?:["']([^"'\n]*)["']|([^\s"')]+))\s*\)?\s*(.*)$/is.exec(part[2] ?? "") ?? [];
    const address = unescapeCss(quotedAddress ?? bareAddress ?? "");
    if (part[1]?.toLowerCase() === "import" && address !== "") found.push({ address, media: media.trim() });
  }
  return found;
}

class SheetCleaner {
  readonly #text: string;
  readonly #addressRule: AddressRule;
  readonly #written: string[] = [];
  #at = 0;

  constructor(text: string, addressRule: AddressRule) {
    this.#text = prepared(text);
    this.#addressRule = addressRule;
  }

  sheet(): string {
    while (this.#at < this.#text.length) this.#rules(0);
    return this.#written.join("");
  }

  declarations(): string {
    this.#block(MAX_NESTING);
    // Without the brace that ends every block.
    return this.#written.join("").slice(0, -1);
  }

  /** Rules up to the brace that closes them. */
  #rules(depth: number): void {
    while (this.#at < this.#text.length) {
      const token = this.#next();
      if (token.kind === "space") this.#written.push(" ");
      else if (token.text === "}" && depth > 0) return void this.#written.push("}");
      else if (token.text === "}" || token.text === ";") continue;
      else if (token.kind === "at") this.#atRule(token.text, depth, "rules");
      else this.#rule(token, depth);
    }
    if (depth > 0) this.#written.push("}");
  }

  /** An at-rule among rules or, inside of a rule, among declarations, where it may hold declarations of that rule. */
  #atRule(text: string, depth: number, among: "rules" | "declarations"): void {
    const name = unescapeCss(text.slice(1)).toLowerCase();
    const isKept = depth < MAX_NESTING && Object.hasOwn(KEPT_AT_RULES, name);
    const inside = isKept ? KEPT_AT_RULES[name] : undefined;
    const start = this.#written.length;
    this.#written.push(`@${name}`);
    const end = this.#copyUntil(["{", ";", "}"], (token) => this.#value(token));
    if (inside === undefined || end === "}" || end === "") {
      this.#written.length = start;
      if (end === "{") this.#skipBlock();
      if (end === "}") this.#at--;
      return;
    }
    this.#written.push(end);
    if (end === ";") return;
    if (inside === "rules" && among === "rules") this.#rules(depth + 1);
    else this.#block(depth + 1);
  }

  #rule(first: Token, depth: number): void {
    const start = this.#written.length;
    let before = "";
    let isRefused = first.text === "{";
    const selector = (token: Token) => {
      // The page is written as XML, where names of elements in selectors have to be lower case.
      const isElement = token.kind === "name" && !/[.:[]$/.test(before);
      before = token.text;
      const text = isElement ? token.text.toLowerCase() : this.#value(token);
      // Not a selector: some rules take declarations in its place.
      if (text === undefined || token.text === ";") isRefused = true;
      return text;
    };
    this.#goBack(first);
    const end = this.#copyUntil(["{", "}"], selector);
    if (end === "{" && !isRefused) {
      this.#written.push("{");
      this.#block(depth + 1);
      return;
    }
    this.#written.length = start;
    if (end === "{") this.#skipBlock();
    if (end === "}") this.#at--;
  }

  /** Declarations, and rules nested in them, up to the brace that closes them. */
  #block(depth: number): void {
    while (this.#at < this.#text.length) {
      const token = this.#next();
      if (token.kind === "space") continue;
      if (token.text === "}") return void this.#written.push("}");
      if (token.text === ";") continue;
      if (token.kind === "at") this.#atRule(token.text, depth, "declarations");
      else this.#declaration(token, depth);
    }
    this.#written.push("}");
  }

  /** A declaration or, where a brace comes before its end, a nested rule. */
  #declaration(first: Token, depth: number): void {
    const start = this.#written.length;
    const property = unescapeCss(first.text).toLowerCase();
    const isName = first.kind === "name";
    this.#goBack(first);
    let isRefused = REFUSED_PROPERTIES.has(property);
    const end = this.#copyUntil(["{", ";", "}"], (token) => {
      const value = this.#value(token);
      if (value === undefined) isRefused = true;
      return value;
    });
    if (end === "{") {
      // Nested deeper than people write, or after what cannot begin a rule.
      if (isRefused || depth >= MAX_NESTING) {
        this.#written.length = start;
        this.#skipBlock();
      } else {
        this.#written.push("{");
        this.#block(depth + 1);
      }
      return;
    }
    if (isRefused || !isName) this.#written.length = start;
    else this.#written.push(";");
    if (end === "}") this.#at--;
  }

  /**
   * Copies tokens up to one of the ends outside of brackets, which it gives; empty at the end of the sheet. All brackets that are
   * written are closed, by their own kind: browsers read on to that one, whatever comes before it.
   */
  #copyUntil(ends: readonly string[], write: (token: Token) => string | undefined): string {
    const open: string[] = [];
    while (this.#at < this.#text.length) {
      const token = this.#next();
      const isEnd = token.kind === "sign" && ends.includes(token.text);
      // A brace ends unclosed brackets.
      if (isEnd && (open.length === 0 || token.text === "}")) {
        this.#written.push(...open.reverse());
        return token.text;
      }
      if (token.kind === "call" && isAddressCall(token)) {
        this.#written.push(this.#address());
        continue;
      }
      const text = write(token);
      const isClosing = token.text === ")" || token.text === "]";
      const isStray = isClosing ? open.at(-1) !== token.text : token.text === "{";
      if (text === undefined || isStray) continue;
      if (isClosing) open.pop();
      const closing = token.kind === "call" ? ")" : CLOSING[token.text];
      if (closing !== undefined) open.push(closing);
      this.#written.push(text);
    }
    this.#written.push(...open.reverse());
    return "";
  }

  /** A safe token of a value; undefined for a function that could load something. */
  #value(token: Token): string | undefined {
    if (token.kind !== "call") return plain(token);
    const name = unescapeCss(token.text.slice(0, -1)).toLowerCase();
    return FETCHING_FUNCTIONS.has(name) ? undefined : plain(token);
  }

  #address(): string {
    const found = this.#match(QUOTED_ADDRESS) ?? this.#match(BARE_ADDRESS);
    if (found === undefined) {
      // Not an address: browsers read up to the next bracket and ignore it all.
      const end = this.#text.indexOf(")", this.#at);
      this.#at = end < 0 ? this.#text.length : end + 1;
      return NO_PICTURE;
    }
    const written = /^["']/.test(found) ? found.slice(1, -1) : found;
    const address = this.#addressRule(unescapeCss(written).trim());
    return address === undefined ? NO_PICTURE : `url(${cssString(address)})`;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found[1] ?? "";
  }

  #skipBlock(): void {
    for (let depth = 1; depth > 0 && this.#at < this.#text.length; ) {
      const { kind, text } = this.#next();
      if (kind === "sign" && text === "{") depth++;
      if (kind === "sign" && text === "}") depth--;
    }
  }

  /** Reads a token again. */
  #goBack({ text }: Token): void {
    this.#at -= text.length;
  }

  #next(): Token {
    TOKEN.lastIndex = this.#at;
    const groups: readonly string[] = TOKEN.exec(this.#text) ?? [];
    const text = groups[0] ?? "";
    this.#at += Math.max(1, text.length);
    return { kind: KINDS[groups.indexOf(text, 1) - 1] ?? "sign", text };
  }
}

/** Brackets and what closes them. */
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]" };

/**
 * The text as browsers prepare it before parsing: all line ends are line feeds, and characters that the page cannot hold are
 * replaced.
 */
function prepared(text: string): string {
  return text
    .slice(0, MAX_SHEET_CHARACTERS)
    .replace(/\r\n?|\f/g, "\n")
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

/** Deeper nesting is an attack on parsers. */
const MAX_NESTING = 16;

function isAddressCall({ text }: Token): boolean {
  const name = unescapeCss(text.slice(0, -1)).toLowerCase();
  return name === "url" || name === "url-prefix" || name === "domain" || name === "src";
}

/** A token as it is written again: comments are spaces, strings hold nothing that another parser could mistake. */
function plain({ kind, text }: Token): string {
  // A backslash before a line end: before the space that is written there it would escape that.
  if (kind === "space" || text === "\\") return " ";
  if (kind === "string")
    return cssString(unescapeCss(text.slice(1, text.length > 1 && text.endsWith(text[0]!) ? -1 : undefined)));
  return text;
}
