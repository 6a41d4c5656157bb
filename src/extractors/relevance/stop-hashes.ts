import { languageCode, stopWords, WordScan } from "../../text/index.ts";

/** Pages may claim any language; only so many are held. */
const MAX_LANGUAGES = 64;
const known = new Map<string, readonly number[]>();

/** The hashes of a language's stop words as `WordScan` gives them; each language is read once. */
export function stopHashes(language: string | undefined): readonly number[] {
  const code = languageCode(language) ?? "en";
  let hashes = known.get(code);
  if (hashes === undefined) {
    hashes = hashesOf(stopWords(code));
    if (known.size >= MAX_LANGUAGES) known.clear();
    known.set(code, hashes);
  }
  return hashes;
}

function hashesOf(words: readonly string[]): readonly number[] {
  const scan = new WordScan("whole runs");
  const hashes: number[] = [];
  for (const word of words) {
    scan.read(word, 0, word.length);
    if (scan.count > 0) hashes.push(scan.hashes[0]!);
  }
  return hashes;
}
