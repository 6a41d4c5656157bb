import { hashBlocks, hashName, NO_TEXT, type Page, type SiteProfile } from "../../page/index.ts";
import type { SitePage } from "../source/index.ts";

/** Blocks on fewer pages are not repeated. */
const MIN_PAGES = 2;
/** A page with less new text is a copy of an earlier one, at another address or for print, and is not counted. */
const MIN_NEW_CHARACTERS = 200;
/** Blocks in a profile at most, those of most pages first. */
const MAX_REPEATED = 10_000;
/** Blocks held in memory at most: about 20 MB. */
const MAX_REMEMBERED = 400_000;

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
  result(): Pick<SiteProfile, "pages" | "repeated"> {
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
  pages: Iterable<Pick<SitePage, "page">> | AsyncIterable<Pick<SitePage, "page">>,
): Promise<Pick<SiteProfile, "pages" | "repeated">> {
  const blocks = new RepeatedBlocks();
  for await (const { page } of pages) blocks.add(page);
  return blocks.result();
}
