import { CSS_FUNCTIONS } from "./properties.data.ts";

/** The address that may stand for one in a style sheet; undefined where none may. */
type AddressRule = (address: string) => string | undefined;

/** Longer values are data in disguise. Grids of a hundred named lines and shadows of twenty layers stay far below. */
const MAX_VALUE_CHARACTERS = 20_000;
const TOKEN =
  /\s+|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|[a-z]+)?|u\+[0-9a-f?]+(?:-[0-9a-f]+)?|#[0-9a-f]{3,8}|-?-?[a-z_\u0080-\uffff][\w\u0080-\uffff-]*\(?|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|[,/()[\]*+-]/iy;
const BARE_ADDRESS = /\s*(?![\s"'])((?:[^\s"'()\\]|\\[\s\S])*)\s*\)/y;
const QUOTED_ADDRESS = /\s*("(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')\s*\)/y;
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|\r?\n|([\s\S]))/gi;
/** Letters, digits and signs that mean nothing to a parser of CSS or HTML. */
const UNSAFE_IN_STRING = /[^\p{L}\p{M}\p{N}\p{Zs}.,:;!?%+*=~^|/()[\]{}#$@_'’“”«»„–—…·•-]/gu;

/** A value of a property as it may stand in a style sheet of ours, undefined where something in it may not. */
export function cleanValue(value: string, addressRule: AddressRule): string | undefined {
  if (value.length > MAX_VALUE_CHARACTERS) return undefined;
  const cleaned: string[] = [];
  let depth = 0;
  for (let at = 0; at < value.length; ) {
    const token = match(TOKEN, value, at);
    if (token === undefined) return undefined;
    at += token.length;
    if (token.toLowerCase() === "url(") {
      const found = match(QUOTED_ADDRESS, value, at) ?? match(BARE_ADDRESS, value, at);
      const address = found === undefined ? undefined : addressRule(readAddress(found));
      if (found === undefined || address === undefined) return undefined;
      cleaned.push(`url(${quoted(address)})`);
      at += found.length;
      continue;
    }
    if (token.endsWith("(") && token !== "(" && !CSS_FUNCTIONS.has(token.slice(0, -1).toLowerCase())) {
      return undefined;
    }
    // A comment that nothing ends would take the rest of the style sheet with it.
    if (token === "*" && cleaned.at(-1) === "/") return undefined;
    if (token.endsWith("(")) depth++;
    if (token === ")" && --depth < 0) return undefined;
    cleaned.push(/^["']/.test(token) ? quoted(unquoted(token)) : token.replace(/\s+/, " "));
  }
  const joined = cleaned.join("").trim();
  return depth === 0 && joined !== "" ? joined : undefined;
}

/** The members of a list, each cleaned; undefined stands for one that may not be used. */
export function cleanList(value: string, addressRule: AddressRule): (string | undefined)[] {
  return splitList(value).map((member) => cleanValue(member, addressRule));
}

/** The members of a list with commas between them, those inside of brackets and strings apart. */
export function splitList(value: string): string[] {
  const members: string[] = [];
  let depth = 0;
  let start = 0;
  let quote = "";
  for (let at = 0; at < value.length; at++) {
    const character = value[at]!;
    if (character === "\\") at++;
    else if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth === 0) {
      members.push(value.slice(start, at).trim());
      start = at + 1;
    }
  }
  members.push(value.slice(start).trim());
  return members.filter((member) => member !== "");
}

/** A text as a string of CSS that no parser of HTML can be led astray by. */
export function quoted(text: string): string {
  return `"${text.replace(UNSAFE_IN_STRING, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`;
}

/** What a string of CSS says. */
export function unquoted(token: string): string {
  return unescaped(token.slice(1, -1));
}

function readAddress(found: string): string {
  const inside = found.slice(0, -1).trim();
  return /^["']/.test(inside) ? unquoted(inside) : unescaped(inside);
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, (_, code: string | undefined, character: string | undefined) => {
    if (code === undefined) return character ?? "";
    const point = Number.parseInt(code, 16);
    const isCharacter = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    return isCharacter ? String.fromCodePoint(point) : "\ufffd";
  });
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
