/** A longer copy of an array, or a shorter one, with the same number in every new place. */
export function grownArray(
  array: Int32Array<ArrayBuffer>,
  length: number,
  rest = 0,
): Int32Array<ArrayBuffer> {
  const to = new Int32Array(length);
  to.set(array.subarray(0, length));
  if (rest !== 0 && array.length < length) to.fill(rest, array.length);
  return to;
}
