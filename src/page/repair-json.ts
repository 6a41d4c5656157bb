/** Wrappers from the days when scripts were hidden from old browsers. */
const OPENING = /^(?:\s|<!--|\/\/\s*<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)+/;
const CLOSING = /(?:\s|;|\/\/\s*-->|-->|\/\/\s*\]\]>|\/\*\s*\]\]>\s*\*\/|\]\]>)+$/;
/** The closing wrapper stands within so many characters of the end. */
const MAX_CLOSING = 64;

/** Reads JSON as strictly as it is written, then once more with the usual slips of templates repaired. */
export function parseJson(text: string): unknown {
  const bare = isBare(text) ? text : unwrap(text);
  if (bare === "") return undefined;
  try {
    return JSON.parse(bare);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return JSON.parse(repairJson(bare));
  }
}

/** Whether a text begins and ends with a bracket, as most do: then there is nothing to unwrap, and no copy to make. */
function isBare(text: string): boolean {
  let [start, end] = [0, text.length - 1];
  while (isJsonSpace(text.charCodeAt(start))) start++;
  while (end > start && isJsonSpace(text.charCodeAt(end))) end--;
  const [first, last] = [text[start], text[end]];
  return (first === "{" && last === "}") || (first === "[" && last === "]");
}

function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function unwrap(text: string): string {
  const start = OPENING.exec(text)?.[0].length ?? 0;
  const tailStart = Math.max(start, text.length - MAX_CLOSING);
  return text.slice(start, tailStart) + text.slice(tailStart).replace(CLOSING, "");
}

/** The text with raw line breaks in strings, wrong escapes, comments and trailing commas repaired; one pass. */
export function repairJson(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    if (character === '"') {
      at = repairString(text, at, pieces);
    } else if (character === "/" && (text[at + 1] === "/" || text[at + 1] === "*")) {
      at = commentEnd(text, at);
    } else {
      if (character === "}" || character === "]") dropTrailingComma(pieces);
      if (character.trim() !== "") pieces.push(character);
      at++;
    }
  }
  return pieces.join("");
}

const VALID_ESCAPE = /["\\/bfnrtu]/;

function repairString(text: string, start: number, pieces: string[]): number {
  let from = start;
  let at = start + 1;
  for (; at < text.length && text[at] !== '"'; at++) {
    const isEscape = text[at] === "\\";
    if (isEscape && VALID_ESCAPE.test(text[at + 1] ?? "")) {
      at++;
    } else if (isEscape || text.charCodeAt(at) < 0x20) {
      pieces.push(text.slice(from, at), isEscape ? "" : " ");
      from = at + 1;
    }
  }
  pieces.push(text.slice(from, at + 1));
  return at + 1;
}

function commentEnd(text: string, start: number): number {
  const mark = text[start + 1] === "/" ? "\n" : "*/";
  const end = text.indexOf(mark, start + 2);
  return end < 0 ? text.length : end + mark.length;
}

function dropTrailingComma(pieces: string[]): void {
  if (pieces.at(-1) === ",") pieces.pop();
}
