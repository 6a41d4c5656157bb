import { type Page, type SiteProfile, TEXT_LEAF } from "../page/index.ts";
import { HASH_START, joinHashes, WordScan } from "../text/index.ts";

/** Elements around a block that are part of its hash: a headline on the home page is not a block of the article. */
const PLACE_ELEMENTS = 3;
/** Shorter blocks are separators and list numbers, which articles have in common. */
const MIN_CHARACTERS = 4;

/** Blocks on fewer pages are not repeated. */
const MIN_PAGES = 2;
/** A page with less new text is a copy of an earlier one, at another address or for print, and is not counted. */
const MIN_NEW_CHARACTERS = 200;
/** Blocks in a profile at most, those of most pages first. */
const MAX_REPEATED = 10_000;
/** Blocks held in memory at most: about 20 MB. */
const MAX_REMEMBERED = 400_000;

/** The hash of blocks with next to no text. */
export const NO_TEXT = 0;

type RepeatedCounts = Pick<SiteProfile, "pages" | "repeated">;

/** For every leaf, the share of a site's pages that hold its block too; 0 if the profile does not have it. */
export function repeatedShare(page: Page, { pages, repeated }: RepeatedCounts): Float32Array {
  const { hashes } = hashBlocks(page);
  const ofBlock = Float32Array.from(hashes, (hash) => {
    const name = hashName(hash);
    return hash !== NO_TEXT && Object.hasOwn(repeated, name) ? Math.min(1, repeated[name]! / pages) : 0;
  });
  return Float32Array.from(page.blocks.ofLeaf, (block) => ofBlock[block]!);
}

/** By block: what identifies it on the pages of a site. */
interface BlockHashes {
  /** Of the words and the elements around them, else `NO_TEXT`. */
  readonly hashes: Int32Array;
  readonly characters: Int32Array;
}

/** Hashes every block by its words, whatever their spacing, punctuation and capitals, and by the elements around it. */
export function hashBlocks(page: Page): BlockHashes {
  const { document, leaves, blocks } = page;
  const hashes = new Int32Array(blocks.count);
  const characters = new Int32Array(blocks.count);
  const scan = new WordScan("whole runs");
  for (let block = 0; block < blocks.count; block++) {
    let hash = HASH_START;
    for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
      if (leaves.kind[leaf] !== TEXT_LEAF) continue;
      const node = leaves.node[leaf]!;
      scan.read(document.text, document.textStart[node]!, document.textEnd[node]!);
      for (let word = 0; word < scan.count; word++) {
        hash = joinHashes(hash, scan.hashes[word]!);
        characters[block]! += scan.ends[word]! - scan.starts[word]!;
      }
    }
    if (characters[block]! >= MIN_CHARACTERS) hashes[block] = joinHashes(hash, hashAround(page, block));
  }
  return { hashes, characters };
}

function hashAround({ document, blocks }: Page, block: number): number {
  let hash = HASH_START;
  let element = blocks.container[block]!;
  for (let level = 0; level < PLACE_ELEMENTS && element > 0; level++) {
    hash = joinHashes(hash, document.tag[element]!);
    element = document.parent[element]!;
  }
  return hash;
}

/** A hash as site profiles write it. */
export function hashName(hash: number): string {
  return (hash >>> 0).toString(16);
}

/** Limits that tests set lower. */
interface RepeatedOptions {
  /** Blocks in the result at most. */
  readonly maxRepeated?: number;
  /** Blocks held in memory between pages at most. */
  readonly maxRemembered?: number;
}

/** Counts the pages of a site that contain each block, incrementally, by hash. */
export class RepeatedBlocks {
  readonly #maxRepeated: number;
  readonly #maxRemembered: number;
  readonly #pagesOf = new Map<number, number>();
  #pages = 0;

  constructor({ maxRepeated = MAX_REPEATED, maxRemembered = MAX_REMEMBERED }: RepeatedOptions = {}) {
    this.#maxRepeated = maxRepeated;
    this.#maxRemembered = maxRemembered;
  }

  /** Counts the blocks of a page, unless it is a copy of an earlier one. */
  add(page: Page): void {
    const { hashes, characters } = hashBlocks(page);
    if (!this.#hasNews(hashes, characters)) return;
    this.#pages++;
    for (const hash of new Set(hashes)) this.#pagesOf.set(hash, (this.#pagesOf.get(hash) ?? 0) + 1);
    for (let pages = 1; this.#pagesOf.size > this.#maxRemembered; pages++) this.#forget(pages);
  }

  /** The number of pages counted, and the blocks that are on several of them. */
  result(): RepeatedCounts {
    const found = [...this.#pagesOf].filter(([hash, pages]) => hash !== NO_TEXT && pages >= MIN_PAGES);
    found.sort(([hash, pages], [otherHash, otherPages]) => otherPages - pages || hash - otherHash);
    const named = found.slice(0, this.#maxRepeated).map(([hash, pages]) => [hashName(hash), pages] as const);
    return { pages: this.#pages, repeated: Object.fromEntries(named) };
  }

  #hasNews(hashes: Int32Array, characters: Int32Array): boolean {
    let news = 0;
    for (let block = 0; block < hashes.length && news < MIN_NEW_CHARACTERS; block++) {
      if (hashes[block] !== NO_TEXT && !this.#pagesOf.has(hashes[block]!)) news += characters[block]!;
    }
    return news >= MIN_NEW_CHARACTERS;
  }

  /** Drops rare blocks, which are mostly article text; repeated ones come back soon. */
  #forget(maxPages: number): void {
    for (const [hash, pages] of this.#pagesOf) if (pages <= maxPages) this.#pagesOf.delete(hash);
  }
}

/** Finds the blocks that are on several pages of a site; pages are read one at a time. */
export async function collectRepeated(
  pages: Iterable<{ readonly page: Page }> | AsyncIterable<{ readonly page: Page }>,
): Promise<RepeatedCounts> {
  const blocks = new RepeatedBlocks();
  for await (const { page } of pages) blocks.add(page);
  return blocks.result();
}
