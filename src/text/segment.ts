/** Scripts written without spaces: Thai, Lao, Burmese, Khmer, kana, Han. */
const UNSPACED_RANGES = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x3005, 0x3007],
  [0x3040, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
] as const;

/** Whether a UTF-16 unit is of a script written without spaces. */
export function isUnspaced(unit: number): boolean {
  if (unit < 0x0e00) return false;
  return UNSPACED_RANGES.some(([from, to]) => unit >= from && unit <= to);
}

let segmenter: Intl.Segmenter | undefined;

/** Where the words of a run of a script without spaces begin: offsets into it, the first always 0. */
export function segmentRun(run: string): number[] {
  segmenter ??= new Intl.Segmenter("und", { granularity: "word" });
  const starts: number[] = [];
  for (const { index } of segmenter.segment(run)) starts.push(index);
  return starts;
}
