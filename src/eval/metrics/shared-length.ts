/** Bits a limb holds; two limbs and a carry still fit a small integer, on which the engine is fastest. */
const LIMB_BITS = 30;
const LIMB_MASK = 2 ** LIMB_BITS - 1;
/** Word pairs beyond which nothing is computed: 100,000 words against 100,000 take one to three seconds. */
const MAX_PAIRS = 1e10;

/**
 * The length of the longest common subsequence of two word lists, exact; null above 10^10 word pairs. Rows of the
 * usual table are bit sets (Hyyrö 2004), so time is pairs / 30: 50,000 words against 50,000 take a third of a second.
 */
export function sharedLength(a: readonly string[], b: readonly string[]): number | null {
  let start = 0;
  let aEnd = a.length;
  let bEnd = b.length;
  while (start < aEnd && start < bEnd && a[start] === b[start]) start++;
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  const equalEnds = start + a.length - aEnd;
  if ((aEnd - start) * (bEnd - start) > MAX_PAIRS) return null;
  if (aEnd === start || bEnd === start) return equalEnds;
  return equalEnds + sharedInside(a.slice(start, aEnd), b.slice(start, bEnd));
}

function sharedInside(a: readonly string[], b: readonly string[]): number {
  const limbs = Math.ceil(a.length / LIMB_BITS);
  const maskOf = makeMasks(a, limbs);
  // A zero bit marks a column where the row's value grows by one.
  const row = new Int32Array(limbs).fill(LIMB_MASK);
  for (const word of b) {
    const mask = maskOf(word);
    if (mask === undefined) continue;
    let carry = 0;
    for (let limb = 0; limb < limbs; limb++) {
      const bits = row[limb]!;
      const hit = bits & mask[limb]!;
      const sum = bits + hit + carry;
      carry = sum >>> LIMB_BITS;
      row[limb] = (sum & LIMB_MASK) | (bits & ~hit);
    }
  }
  let grown = 0;
  for (let at = 0; at < a.length; at++) {
    if ((row[Math.floor(at / LIMB_BITS)]! & (1 << (at % LIMB_BITS))) === 0) grown++;
  }
  return grown;
}

/** Where each word stands, as bits. Words seen often keep their bits; rare ones share one scratch set. */
function makeMasks(a: readonly string[], limbs: number): (word: string) => Int32Array | undefined {
  const places = new Map<string, number[]>();
  a.forEach((word, at) => {
    const list = places.get(word);
    if (list === undefined) places.set(word, [at]);
    else list.push(at);
  });
  const often = new Map<string, Int32Array>();
  const scratch = new Int32Array(limbs);
  let written: readonly number[] = [];
  return (word) => {
    const list = places.get(word);
    if (list === undefined) return undefined;
    const kept = often.get(word);
    if (kept !== undefined) return kept;
    // At most 30 words can be this frequent, so the kept sets stay within 30 times the list.
    if (list.length >= limbs) {
      const own = setBits(new Int32Array(limbs), list);
      often.set(word, own);
      return own;
    }
    for (const at of written) scratch[Math.floor(at / LIMB_BITS)] = 0;
    written = list;
    return setBits(scratch, list);
  };
}

function setBits(mask: Int32Array, places: readonly number[]): Int32Array {
  for (const at of places) mask[Math.floor(at / LIMB_BITS)]! |= 1 << (at % LIMB_BITS);
  return mask;
}
