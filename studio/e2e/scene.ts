import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Job, JobRequest, PageView, SetSummary, Why } from "../../src/server/studio/contract.ts";
import { NewsWeb } from "../../test/newsroom/index.ts";
import { ask, labelAll, openSet, StudioRun } from "./harness.ts";
import { writePages } from "./pages.ts";

/** How the plea begins that is below every story, and that the default extractor keeps. */
export const PLEA = "You have read this story without paying";
/** The second site of a web is the one that is redesigned. */
const SITE = "paper-2.localhost";

/** A studio in which every screen has something to show. */
export interface Scene {
  readonly run: StudioRun;
  /** Eight pages that Ann has labelled and trained on; Bob sees the first one differently. */
  readonly set: string;
  /** Three pages that nobody has labelled. */
  readonly fresh: string;
  readonly page: string;
  /** The plea of that page. */
  readonly leaf: number;
  readonly trained: string;
  readonly tooFew: string;
  readonly evaluated: string;
  /** A mined site whose layout has changed. */
  readonly site: string;
  readonly siteSet: string;
  readonly sitePage: string;
  close(): Promise<void>;
}

/** Labels, trains, evaluates, collects and mines, over the API. */
export async function setScene(): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), "galley-scene-"));
  const store = join(folder, "library.db");
  const [courier, fresh, few] = ["courier", "fresh", "few"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writePages(courier, { articles: 8, hardCases: ["subscribe-plea"] });
  writePages(fresh, { look: "modern-grid-2025", articles: 3 });
  writePages(few, { look: "wordpress-2014", articles: 2 });
  const web = await NewsWeb.start({
    sites: 2,
    storiesADay: 8,
    days: 2,
    seed: 2,
    redesignDay: 1,
    isRough: false,
  });
  const run = await StudioRun.start({ folders: [courier, fresh, few], store });
  const { page, context } = await run.enter();
  const set = await openSet(page, courier);
  await labelAll(page, set, "ann", PLEA);
  const { id, leaf } = await disagree(page, set);
  const trained = await finish(page, { kind: "train", set, by: "ann" });
  const models = [{ job: trained, method: "template" }];
  const evaluated = await finish(page, { kind: "evaluate", set, extractors: ["fused", "econ"], models });
  const fewSet = await openSet(page, few);
  await labelAll(page, fewSet, "ann");
  const tooFew = await finish(page, { kind: "train", set: fewSet, by: "ann" });
  const freshSet = await openSet(page, fresh);
  const collect = async () => {
    const flags = "--allow-private --delay 0 --keep-raw --quiet --store".split(" ");
    await run.galley(["collect", `${web.origins[1]}/`, ...flags, store]);
  };
  await collect();
  const library = await ask<SetSummary>(page, "POST", "/sets", { kind: "library", domain: SITE });
  await finish(page, { kind: "mine", set: library.id });
  web.day = 1;
  await collect();
  const { pages } = await ask<{ pages: readonly { readonly id: string }[] }>(
    page,
    "GET",
    `/sets/${library.id}/pages?by=ann`,
  );
  await context.close();
  return {
    run,
    set,
    fresh: freshSet,
    page: id,
    leaf,
    trained,
    tooFew,
    evaluated,
    site: SITE,
    siteSet: library.id,
    sitePage: pages[0]?.id ?? "",
    close: async () => {
      await run.close();
      await web.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Bob confirms the guess of the first page, which Ann has corrected. */
async function disagree(page: Page, set: string): Promise<{ readonly id: string; readonly leaf: number }> {
  const { pages } = await ask<{ pages: readonly { readonly id: string }[] }>(
    page,
    "GET",
    `/sets/${set}/pages?by=bob`,
  );
  const id = pages[0]?.id ?? "";
  const at = `/sets/${set}/pages/${encodeURIComponent(id)}`;
  const { guess, pageHash } = await ask<PageView>(page, "GET", `${at}?by=bob`);
  const save = { by: "bob", pageHash, state: "done", labels: guess, revision: null };
  await ask(page, "PUT", `${at}/labels`, save);
  const { leaves } = await ask<Why>(page, "GET", `${at}/why?extractor=fused`);
  return { id, leaf: leaves.find(({ text }) => text.startsWith(PLEA))?.node ?? 0 };
}

/** Starts a job and follows it to its end. */
async function finish(page: Page, request: JobRequest): Promise<string> {
  const { id } = await ask<Job>(page, "POST", "/jobs", request);
  await page.evaluate(
    (job) =>
      new Promise<void>((done) => {
        const events = new EventSource(`/studio/api/jobs/${job}/events`);
        events.onmessage = ({ data }) => {
          if (/"state":"(?:done|failed)"/.test(data)) done(events.close());
        };
      }),
    id,
  );
  return id;
}
