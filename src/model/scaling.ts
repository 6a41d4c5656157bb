/** What a machine's features are scaled by, so that none outweighs the others in a distance. */
export interface Scaling {
  /** What is taken off each feature. */
  readonly centre: Float64Array;
  /** What each feature is divided by; never 0. */
  readonly spread: Float64Array;
}

/** Scaled values are whole numbers of this step, so that a stored vector is the very one that was learned. */
const STEPS_PER_UNIT = 1024;
/** A value so many spreads away is as far away as any; it also fits into two bytes. */
const MAX_UNITS = 16;

/** The scaling that gives rows a mean of 0 and a deviation of 1; a feature that never varies is left as wide as it is. */
export function fitScaling(rows: readonly Float64Array[], width: number): Scaling {
  const centre = new Float64Array(width);
  const spread = new Float64Array(width).fill(1);
  for (let at = 0; at < width && rows.length > 0; at++) {
    centre[at] = rows.reduce((sum, row) => sum + row[at]!, 0) / rows.length;
    const variance = rows.reduce((sum, row) => sum + (row[at]! - centre[at]!) ** 2, 0) / rows.length;
    if (variance > 0) spread[at] = Math.sqrt(variance);
  }
  return { centre, spread };
}

/** A row of features as a machine measures it. */
export function scaleRow({ centre, spread }: Scaling, row: Float64Array): Float64Array {
  const scaled = new Float64Array(row.length);
  for (let at = 0; at < row.length; at++) scaled[at] = toStep((row[at]! - centre[at]!) / spread[at]!);
  return scaled;
}

function toStep(units: number): number {
  const held = Math.max(-MAX_UNITS, Math.min(MAX_UNITS, units));
  return Math.round(held * STEPS_PER_UNIT) / STEPS_PER_UNIT;
}

/** Scaled rows as bytes, two a value. */
export function packRows(rows: readonly Float64Array[], width: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(rows.length * width * 2));
  let at = 0;
  for (const row of rows) {
    for (let column = 0; column < width; column++, at += 2)
      bytes.setInt16(at, Math.round(row[column]! * STEPS_PER_UNIT), true);
  }
  return new Uint8Array(bytes.buffer);
}

/** The scaled rows that bytes hold, or undefined where they are no whole number of rows. */
export function unpackRows(bytes: Uint8Array, width: number): Float64Array[] | undefined {
  if (bytes.length % (width * 2) !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / (width * 2) }, (_, row) =>
    Float64Array.from(
      { length: width },
      (_value, column) => view.getInt16((row * width + column) * 2, true) / STEPS_PER_UNIT,
    ),
  );
}
