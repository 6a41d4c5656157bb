import type { MineProgress } from "../site/index.ts";

/** Shows how far the mining of a site is. */
export interface SiteProgress {
  /** A step, the pages that it has done, and how many there are where that is known. */
  show(step: Step, pages: number, total?: number): void;
  stop(): void;
}

type Step = MineProgress["step"] | "pages" | "instances" | "sites";

const WORDS: Readonly<Record<Step, string>> = {
  pages: "pages looked at",
  sections: "front pages read",
  articles: "articles compared",
  instances: "articles written",
  sites: "sites read",
};

const SILENT: SiteProgress = { show: () => undefined, stop: () => undefined };

/** A bar on a terminal, nothing in a pipe; where nobody knows how many pages there are it counts up. */
export async function startSiteProgress(isWanted: boolean): Promise<SiteProgress> {
  if (!isWanted || !process.stderr.isTTY) return SILENT;
  const { SingleBar } = await import("cli-progress");
  const makeBar = (total: number) =>
    new SingleBar({
      format: total > 0 ? "{bar} {value}/{total} {what}, {eta_formatted} left" : "{value} {what}",
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    });
  let shown: { readonly step: Step; readonly bar: ReturnType<typeof makeBar> } | undefined;
  const begin = (step: Step, total: number) => {
    shown?.bar.stop();
    const bar = makeBar(total);
    bar.start(total, 0, { what: WORDS[step] });
    return { step, bar };
  };
  return {
    show: (step, pages, total = 0) => {
      if (shown?.step !== step) shown = begin(step, total);
      shown.bar.update(pages);
    },
    stop: () => shown?.bar.stop(),
  };
}
