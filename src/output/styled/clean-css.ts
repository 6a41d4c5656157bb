import type { Addresses, FontFace, Keyframes, Look } from "./captured-article.ts";
import { CSS_FUNCTIONS, FONT_DESCRIPTORS, STYLE_PROPERTIES } from "./styled.data.ts";

/** The address to write in place of one in a style sheet; undefined where none is allowed. */
export type AddressRule = (address: string) => string | undefined;

/** Longer values are data in disguise. Grids of a hundred named lines and shadows of twenty layers stay far below. */
const MAX_VALUE_CHARACTERS = 20_000;
const TOKEN =
  /\s+|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:%|[a-z]+)?|u\+[0-9a-f?]+(?:-[0-9a-f]+)?|#[0-9a-f]{3,8}|-?-?[a-z_\u0080-\uffff][\w\u0080-\uffff-]*\(?|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|[,/()[\]*+-]/iy;
const BARE_ADDRESS = /\s*(?![\s"'])((?:[^\s"'()\\]|\\[\s\S])*)\s*\)/y;
const QUOTED_ADDRESS = /\s*("(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')\s*\)/y;
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|\r?\n|([\s\S]))/gi;
/** Letters, digits and signs without a meaning in CSS or HTML. */
const UNSAFE_IN_STRING = /[^\p{L}\p{M}\p{N}\p{Zs}.,:;!?%+*=~^|/()[\]{}#$@_'’“”«»„–—…·•-]/gu;

/** A value of a property if it is safe in our style sheet, else undefined. */
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
      cleaned.push(`url(${cssString(address)})`);
      at += found.length;
      continue;
    }
    if (token.endsWith("(") && token !== "(" && !CSS_FUNCTIONS.has(token.slice(0, -1).toLowerCase())) {
      return undefined;
    }
    // An unclosed comment would take the rest of the style sheet with it.
    if (token === "*" && cleaned.at(-1) === "/") return undefined;
    if (token.endsWith("(")) depth++;
    if (token === ")" && --depth < 0) return undefined;
    cleaned.push(/^["']/.test(token) ? cssString(unquoted(token)) : token.replace(/\s+/, " "));
  }
  const joined = cleaned.join("").trim();
  return depth === 0 && joined !== "" ? joined : undefined;
}

/** The members of a list, each cleaned; undefined for one that is not allowed. */
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

/** A text as a CSS string that is also safe inside HTML. */
export function cssString(text: string): string {
  return `"${text.replace(UNSAFE_IN_STRING, (character) => `\\${character.codePointAt(0)!.toString(16)} `)}"`;
}

/** The text of a CSS string. */
export function unquoted(token: string): string {
  return unescapeCss(token.slice(1, -1));
}

function readAddress(found: string): string {
  const inside = found.slice(0, -1).trim();
  return /^["']/.test(inside) ? unquoted(inside) : unescapeCss(inside);
}

/** A text of CSS without its escapes. */
export function unescapeCss(text: string): string {
  if (!text.includes("\\")) return text;
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

const KNOWN_PROPERTIES: ReadonlySet<string> = new Set([
  ...STYLE_PROPERTIES,
  "background-position-x",
  "background-position-y",
  "visibility",
]);
const STOP = /^(?:from|to|\d+(?:\.\d+)?%)$/;
const NOTHING = () => undefined;

/** Names of animations and fonts as style sheets can spell them. */
export function readName(written: string): string {
  const name = written.trim();
  return /^["']/.test(name) ? unquoted(name) : name;
}

/** The rules of the web fonts that families name. */
export function fontFaceRules(
  { fontFaces }: Look,
  families: Iterable<string>,
  addresses: Addresses,
): string[] {
  const used = new Set([...families].flatMap(splitList).map((family) => readName(family).toLowerCase()));
  return fontFaces
    .filter(({ family }) => used.has(readName(family).toLowerCase()))
    .flatMap((face) => fontFaceRule(face, addresses) ?? []);
}

/** The rule for addresses of a style sheet that are relative to its own. */
function relativeTo(base: string, rule: AddressRule): AddressRule {
  return (address) => {
    const url = URL.parse(address, base);
    return url === null ? undefined : rule(url.href);
  };
}

function fontFaceRule({ base, family, src, descriptors }: FontFace, { font }: Addresses): string | undefined {
  const sources = cleanList(src, relativeTo(base, font)).filter((source) => source !== undefined);
  if (sources.length === 0) return undefined;
  const declarations = [`font-family:${cssString(readName(family))}`, `src:${sources.join(",")}`];
  for (const name of FONT_DESCRIPTORS) {
    const value = cleanValue(descriptors[name] ?? "", NOTHING);
    if (value !== undefined) declarations.push(`${name}:${value}`);
  }
  return `@font-face{${declarations.join(";")}}`;
}

/** The rules of the animations that are used, under names of our own. */
export function keyframeRules(
  { keyframes }: Look,
  names: ReadonlyMap<string, string>,
  addresses: Addresses,
): string[] {
  return [...names].flatMap(([name, ours]) => {
    // The last of several with one name counts.
    const found = keyframes.findLast((rule) => rule.name === name);
    return found === undefined ? [] : [keyframesRule(found, ours, addresses)];
  });
}

function keyframesRule({ base, frames }: Keyframes, name: string, { picture }: Addresses): string {
  const rule = relativeTo(base, picture);
  const stops = frames.flatMap(({ at, values }) => {
    if (!at.split(",").every((stop) => STOP.test(stop.trim()))) return [];
    const declarations = values.flatMap(([property, value]) => {
      const cleaned = KNOWN_PROPERTIES.has(property) ? cleanValue(value, rule) : undefined;
      return cleaned === undefined ? [] : [`${property}:${cleaned}`];
    });
    return [`${at}{${declarations.join(";")}}`];
  });
  return `@keyframes ${name}{${stops.join("")}}`;
}
