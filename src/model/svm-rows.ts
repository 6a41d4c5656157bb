/** Values are whole numbers of this step, so that a stored vector is the very one that was learned, in two bytes a value. */
const STEPS = 4096;
/** Features are shares of pages and screens; one so large is as far away as any. */
const MAX_VALUE = 7;

/** A row of features as a machine measures it: rounded to steps, and held where it would be far away from all others. */
export function holdRow(row: Float64Array): Float64Array {
  return row.map((value) => Math.round(Math.max(-MAX_VALUE, Math.min(MAX_VALUE, value)) * STEPS) / STEPS);
}

/** Held rows as bytes. */
export function packRows(rows: readonly Float64Array[], width: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(rows.length * width * 2));
  let at = 0;
  for (const row of rows) {
    for (let column = 0; column < width; column++, at += 2)
      bytes.setInt16(at, Math.round(row[column]! * STEPS), true);
  }
  return new Uint8Array(bytes.buffer);
}

/** The rows that bytes hold, or undefined where they are no whole number of rows. */
export function unpackRows(bytes: Uint8Array, width: number): Float64Array[] | undefined {
  if (bytes.length % (width * 2) !== 0) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / (width * 2) }, (_, row) =>
    Float64Array.from(
      { length: width },
      (_value, column) => view.getInt16((row * width + column) * 2, true) / STEPS,
    ),
  );
}
