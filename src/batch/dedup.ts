import { createHash } from "node:crypto";
import { bandsOf, COPY_SHARE, commonShare, HashTable, joinHashes, minHash } from "../text/index.ts";
import type { BatchPart, Fingerprint } from "./batch-part.ts";

/** Which copies are left out: pages with the same text, or also near copies. */
export const DEDUP_KINDS = ["exact", "near"] as const;
/** Which copies are left out. */
export type DedupKind = (typeof DEDUP_KINDS)[number];

/** Bytes of a digest: among a billion texts two share one by chance once in 10^11 runs. */
const DIGEST_BYTES = 12;

/** The fingerprint of a text; undefined for an empty one, which is never a copy. */
export function fingerprintOf(text: string, kind: DedupKind): Fingerprint | undefined {
  const plain = text.normalize("NFC").replace(/\s+/g, " ").trim();
  if (plain === "") return undefined;
  const digest = createHash("sha256").update(plain).digest().subarray(0, DIGEST_BYTES).toString("base64url");
  return kind === "near" ? { digest, signature: minHash(plain) } : { digest };
}

/** Remembers the texts of a run: some 70 bytes a page, and 1 to 1.5 kB for near copies. */
export class KnownTexts {
  readonly #digests = new Set<string>();
  readonly #signatures = new SignatureIndex();

  /** Whether a text is known, or a near copy of a known one; adds it otherwise. */
  addIfNew({ digest, signature }: Fingerprint): boolean {
    if (this.#digests.has(digest)) return false;
    if (signature !== undefined && this.#signatures.hasCopy(signature)) return false;
    this.add({ digest, signature });
    return true;
  }

  add({ digest, signature }: Fingerprint): void {
    this.#digests.add(digest);
    if (signature !== undefined) this.#signatures.add(signature);
  }
}

/** A part without the lines or files whose texts are known; adds the others. */
export function withoutCopies(part: BatchPart, known: KnownTexts): BatchPart {
  const { texts = [], bytes, files, failures, leftOut = [] } = part;
  const kept = texts.filter(({ fingerprint }) => fingerprint === undefined || known.addIfNew(fingerprint));
  if (kept.length === texts.length) return part;
  const isKept = new Set(kept);
  const copies = texts
    .filter((text) => !isKept.has(text))
    .map(({ id }) => ({ id, code: "DUPLICATE" as const }));
  const lines = kept.map(({ number, end }) => bytes.subarray(texts[number - 1]?.end ?? 0, end));
  return {
    ...part,
    bytes: Buffer.concat(lines),
    ...(files && { files: kept.flatMap(({ number }) => files[number] ?? []) }),
    texts: kept,
    leftOut: [...leftOut, ...copies],
    failures: { ...failures, DUPLICATE: (failures.DUPLICATE ?? 0) + copies.length },
  };
}

/** Most signatures in one band: a notice on every page of a site puts all its pages into the same one. */
const MAX_OF_BAND = 20;
const FIRST_SLOTS = 1 << 12;
/** Signatures in one array: a single array that doubles would take up to three times the memory. */
const BLOCK = 1 << 10;

/** Signatures by their bands, in typed arrays. */
class SignatureIndex {
  /** The number of a signature plus one, by the hash of a band. */
  readonly #numbers = new HashTable(new Int32Array(2 * FIRST_SLOTS));
  #used = 0;
  readonly #blocks: Int32Array[] = [];
  #count = 0;

  hasCopy(signature: Int32Array): boolean {
    return bandsOf(signature).some((band, at) => this.#isCopyIn(joinHashes(at, band), signature));
  }

  #isCopyIn(hash: number, signature: Int32Array): boolean {
    const { length } = signature;
    for (const number of this.#numbersOf(hash)) {
      const from = (number % BLOCK) * length;
      const known = this.#blocks[Math.floor(number / BLOCK)]!.subarray(from, from + length);
      if (commonShare(signature, known) >= COPY_SHARE) return true;
    }
    return false;
  }

  *#numbersOf(hash: number): Generator<number, void, undefined> {
    const numbers = this.#numbers;
    for (let cell = numbers.place(hash); numbers.valueAt(cell) !== 0; cell = numbers.next(cell, hash))
      yield numbers.valueAt(cell) - 1;
  }

  add(signature: Int32Array): void {
    const { length } = signature;
    const at = this.#count % BLOCK;
    if (at === 0) this.#blocks.push(new Int32Array(BLOCK * length));
    this.#blocks.at(-1)?.set(signature, at * length);
    const number = ++this.#count;
    for (const [at, band] of bandsOf(signature).entries()) {
      const hash = joinHashes(at, band);
      if ([...this.#numbersOf(hash)].length >= MAX_OF_BAND) continue;
      if (2 * ++this.#used > this.#numbers.slots) this.#numbers.grow();
      this.#numbers.add(hash, number);
    }
  }
}
