/** Widths of the characters from space to tilde in thousandths of the font size, after the published metrics of Helvetica. */
export const SANS_WIDTHS: readonly number[] = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/** The same for Times. */
export const SERIF_WIDTHS: readonly number[] = [
  250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500,
  500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333,
  389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469,
  500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389,
  278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];

/** First characters of ranges past ASCII with the mean width of their letters, in thousandths; measured by eye on common fonts. */
export const RANGE_WIDTHS: readonly (readonly [from: number, width: number])[] = [
  [0x80, 540],
  [0x300, 0],
  [0x370, 570],
  [0x483, 560],
  [0x590, 0],
  [0x5d0, 500],
  [0x600, 480],
  [0x64b, 0],
  [0x660, 480],
  [0x900, 0],
  [0x904, 560],
  [0x93a, 0],
  [0x93d, 560],
  [0x941, 0],
  [0x949, 300],
  [0x94d, 0],
  [0x950, 560],
  [0xe00, 500],
  [0xe31, 0],
  [0xe32, 500],
  [0xe34, 0],
  [0xe3f, 500],
  [0xe47, 0],
  [0xe4f, 500],
  [0x1100, 900],
  [0x1200, 600],
  [0x2000, 500],
  [0x2e80, 1000],
  [0xd800, 500],
  [0xe000, 600],
  [0xf900, 1000],
  [0xfb00, 500],
  [0xfe30, 1000],
  [0xfe70, 480],
  [0xff00, 1000],
  [0xff61, 500],
];

/** Families that are wider or narrower than Helvetica or Times, as factors. */
export const FAMILY_FACTORS: readonly (readonly [pattern: RegExp, factor: number])[] = [
  [/verdana|dejavu/i, 1.15],
  [/georgia|merriweather|lora/i, 1.09],
  [/condensed|narrow|oswald|impact/i, 0.83],
  [/playfair|noto serif|source serif/i, 1.05],
];
