import type { BrowserPool, RenderSource } from "../../../src/browser/index.ts";
import { asNewsError } from "../../../src/errors/index.ts";
import { nodeTruth } from "../../../src/eval/measure.ts";
import { nodeAt } from "../../../src/html/index.ts";
import type { Page } from "../../../src/page/index.ts";
import type { Label } from "../../../src/sets/index.ts";
import { readPage } from "../../../src/train/index.ts";

/** A labelled page of an experiment, not laid out yet. */
export interface SourcePage {
  readonly label: Label;
  /** The site or look that it is of. */
  readonly site: string;
  readonly html: Uint8Array | string;
  /** What a browser opens. */
  readonly source: RenderSource;
}

/** A page with its layout, and what its tree allows against its truth. */
export interface LaidOutPage extends Omit<SourcePage, "source"> {
  readonly page: Page;
  /** Word F1 of the best single subtree. */
  readonly oracle: number;
  /** The node that a person has pointed at, else the smallest subtree that holds the truth; -1 where there is none. */
  readonly truthBody: number;
}

/** Long enough for a machine that does other things too. */
const TIMEOUT_MS = 60_000;

/** Pages as the markup alone lays them out. */
export function estimatePages(pages: readonly SourcePage[]): readonly LaidOutPage[] {
  return pages.map((page) => withLimits(page, readPage(page.html, page.label)));
}

/** Pages as Chromium lays them out; without those that it cannot show. Scripts would change the tree that the labels speak of. */
export async function renderPages(
  pages: readonly SourcePage[],
  browser: BrowserPool,
  onPage: (count: number) => void,
): Promise<readonly LaidOutPage[]> {
  let count = 0;
  const rendered = await Promise.all(
    pages.map(async (page) => {
      const shown = await render(page, browser);
      onPage(++count);
      return shown === undefined ? [] : [withLimits(page, shown)];
    }),
  );
  return rendered.flat();
}

async function render({ label, source }: SourcePage, browser: BrowserPool): Promise<Page | undefined> {
  try {
    return (await browser.render(source, { scripts: false, timeoutMs: TIMEOUT_MS })).page;
  } catch (error) {
    process.stderr.write(`${label.id}: ${asNewsError(error).message}\n`);
    return undefined;
  }
}

function withLimits({ label, site, html }: SourcePage, page: Page): LaidOutPage {
  const { oracle, smallestWhole } = nodeTruth(page, label.truth) ?? { oracle: 0, smallestWhole: -1 };
  const pointed = label.nodes?.body;
  const truthBody = pointed === undefined ? smallestWhole : nodeAt(page.document, pointed);
  return { label, site, html, page, oracle, truthBody };
}
