import { languageCode, stopWords, WordScan } from "../../text/index.ts";

const known = new Map<string, readonly number[]>();

/** The hashes of a language's stop words as `WordScan` gives them; each language is read once. */
export function stopHashes(language: string | undefined): readonly number[] {
  const code = languageCode(language) ?? "en";
  const hashes = known.get(code) ?? hashesOf(stopWords(code));
  // Only languages with stop words are held: a page can declare any nonsense as its own, of any length.
  if (hashes.length > 0) known.set(code, hashes);
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
