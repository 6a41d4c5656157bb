/** Just behind the quotation mark that ends a string; where its line ends first it is no string: minus that place. */
export function stringEnd(code: string, start: number): number {
  const quote = code.charCodeAt(start);
  for (let at = start + 1; at < code.length; at++) {
    const unit = code.charCodeAt(at);
    if (unit === quote) return at + 1;
    if (unit === 0x5c) at++;
    else if (unit === 0x0a && quote !== 0x60) return -at;
  }
  return -code.length;
}

const ESCAPE = /\\(?:u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|x([\da-fA-F]{2})|([\s\S]))/g;
const CONTROLS: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "",
  f: "",
  v: "",
  "\n": "",
};

/** The text that a string of code stands for. */
export function unquote(literal: string): string {
  const inner = literal.slice(1, -1);
  if (!inner.includes("\\")) return inner;
  return inner.replace(ESCAPE, (_, four?: string, braced?: string, two?: string, other?: string) => {
    const code = Number.parseInt(four ?? braced ?? two ?? "", 16);
    if (other !== undefined) return CONTROLS[other] ?? other;
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
