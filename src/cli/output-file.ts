import { gzipSync } from "node:zlib";
import { Output, type Target } from "../archive/index.ts";

/** Writes an output piece by piece, gzipped if its name ends in .gz; a failure leaves no file. */
export async function writeOutput(
  target: Target,
  write: (put: (piece: string | Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const output = await Output.open(target);
  const encoder = new TextEncoder();
  try {
    await write((piece) => {
      const bytes = typeof piece === "string" ? encoder.encode(piece) : piece;
      return output.write(target.isGzip ? gzipSync(bytes) : bytes);
    });
    await output.finish();
  } catch (error) {
    await output.discard();
    throw error;
  }
}
