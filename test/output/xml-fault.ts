const NAME = "[A-Za-z_][\\w.:-]*";
const ATTRIBUTE = new RegExp(`^\\s+(${NAME})="([^"<]*)"`);
const START = new RegExp(`^<(${NAME})`);
const END = new RegExp(`^</(${NAME})>`);
const REFERENCE = /&(?!(?:amp|lt|gt|quot|#39|#96);)/;
/** Characters that XML 1.0 forbids, and lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Why a text is not well-formed XML of elements, attributes and text; undefined where it is. */
export function findXmlFault(xml: string): string | undefined {
  if (FORBIDDEN.test(xml)) return "a forbidden character";
  if (REFERENCE.test(xml)) return "an unknown or bare reference";
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!xml.startsWith(declaration)) return "no declaration";
  const open: string[] = [];
  let roots = 0;
  let rest = xml.slice(declaration.length);
  while (rest !== "") {
    const text = /^[^<]+/.exec(rest)?.[0] ?? "";
    if (text.includes("]]>")) return "]]> in text";
    if (open.length === 0 && text.trim() !== "") return `text outside the root: ${text}`;
    rest = rest.slice(text.length);
    if (rest === "") break;
    const end = END.exec(rest);
    if (end) {
      if (open.pop() !== end[1]) return `a wrong end tag: ${end[0]}`;
      rest = rest.slice(end[0].length);
      continue;
    }
    const start = readStart(rest);
    if (typeof start === "string") return start;
    if (open.length === 0 && ++roots > 1) return "two roots";
    if (!start.isEmpty) open.push(start.name);
    rest = rest.slice(start.length);
  }
  return open.length > 0 || roots !== 1 ? "unclosed elements" : undefined;
}

function readStart(xml: string): { name: string; isEmpty: boolean; length: number } | string {
  const name = START.exec(xml)?.[1];
  if (name === undefined) return `no tag: ${xml.slice(0, 40)}`;
  let at = name.length + 1;
  const seen = new Set<string>();
  for (let found = ATTRIBUTE.exec(xml.slice(at)); found; found = ATTRIBUTE.exec(xml.slice(at))) {
    if (seen.has(found[1]!)) return `twice the attribute ${found[1]}`;
    seen.add(found[1]!);
    at += found[0].length;
  }
  const close = /^\s*(\/?)>/.exec(xml.slice(at));
  if (!close) return `a broken tag: ${xml.slice(0, 60)}`;
  return { name, isEmpty: close[1] === "/", length: at + close[0].length };
}
