import { extract } from "../../default-extract.ts";
import { NewsError } from "../../errors/index.ts";
import { type FetchOptions, RecentMap } from "../../fetch/index.ts";
import { toStyled } from "../../output/index.ts";
import type { StoredRawPage } from "../../store/index.ts";

/** Writes the article of a kept page in the styles of that page. */
export type OriginalWriter = (page: StoredRawPage) => Promise<string>;

/** Articles that are kept, so that looking again does not render again. */
const KEPT = 16;
/** A browser is expensive: pages are rendered one after the other, and of these as many may wait. */
const MAX_WAITING = 4;
const RETRY_MS = 5000;

/** What a method that chooses one subtree leaves outside of it, and an article in its page's looks shows. */
const STYLED_PARTS = { standfirst: true, captions: true } as const;

/** A writer that renders pages without their scripts; style sheets and pictures are fetched behind the address guard. */
export function makeOriginalWriter(network: FetchOptions): OriginalWriter {
  const written = new RecentMap<string, string>(KEPT);
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (page) => {
    const key = `${page.articleId}:${page.id}:${page.atMs}`;
    const known = written.get(key);
    if (known !== undefined) return known;
    if (waiting >= MAX_WAITING)
      throw new NewsError("OVERLOADED", "Other pages are being rendered.", { retryAfterMs: RETRY_MS });
    waiting++;
    const turn = last.then(() => renderOriginal(page, network));
    last = turn.catch(() => undefined);
    try {
      const styled = await turn;
      written.set(key, styled);
      return styled;
    } finally {
      waiting--;
    }
  };
}

async function renderOriginal(
  { bytes, url, charset }: StoredRawPage,
  network: FetchOptions,
): Promise<string> {
  // Loaded here: a server without a browser has no original looks, and everything else.
  const { renderPage } = await import("../../browser/index.ts");
  const { captured } = await renderPage(
    { html: bytes, url, charset: charset ?? undefined },
    {
      scripts: false,
      network,
      makeArticle: (opened) => extract(opened, { explain: true, include: STYLED_PARTS }),
    },
  );
  if (captured === undefined) throw new NewsError("NO_ARTICLE", "The kept page gives no article.");
  return toStyled(captured, { inline: true });
}
