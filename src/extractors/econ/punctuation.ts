/** Periods and commas, and their counterparts in Chinese, Japanese and Arabic, as the paper counts them. */
const MARKS = [".", ",", "。", "，", "、", "．", "､", "｡", "،", "۔"] as const;

/** The first mark beyond ASCII, so that Latin text is told by two comparisons. */
const FIRST_WIDE_MARK = 0x060c;

const WIDE_MARKS: ReadonlySet<number> = new Set(
  MARKS.map((mark) => mark.charCodeAt(0)).filter((code) => code >= FIRST_WIDE_MARK),
);
const PERIOD = 0x2e;
const COMMA = 0x2c;

/** The paper's punc-num of a range of a text. Periods inside numbers count: the paper does not exclude them. */
export function countPunctuation(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === PERIOD || code === COMMA || (code >= FIRST_WIDE_MARK && WIDE_MARKS.has(code))) count++;
  }
  return count;
}
