const NEWLINE = 0x0a;

/** A line of bytes without its end; `undefined` bytes: it was too long to keep. */
export interface Line {
  readonly number: number;
  readonly bytes: Uint8Array | undefined;
  /** Whether its end was seen; the last line of a file cut short has none. */
  readonly isWhole: boolean;
}

/** Splits a stream into lines; each owns its bytes, so that handing it to another thread copies nothing else. */
export async function* splitLines(
  source: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<Line, void, undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let number = 1;
  const add = (part: Uint8Array): void => {
    size += part.length;
    if (size <= maxLineBytes) parts.push(part);
    else parts = [];
  };
  const take = (isWhole: boolean): Line => {
    const line = { number: number++, bytes: size <= maxLineBytes ? joined(parts, size) : undefined, isWhole };
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end));
      yield take(true);
      from = end + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  if (size > 0) yield take(false);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const line = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    line.set(part, at);
    at += part.length;
  }
  return line;
}
