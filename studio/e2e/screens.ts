import type { Page, Route } from "playwright-core";
import type { Job } from "../../src/server/studio/contract.ts";
import type { Scene } from "./scene.ts";

/** A screen in one of its states. */
export interface Shown {
  readonly path: string;
  /** What is there when the state is. */
  readonly shown: string;
  /** What the server answers to some calls, for states that it is seldom in. */
  readonly answers?: Readonly<Record<string, (route: Route) => Promise<void>>>;
  /** What is done before it is looked at. */
  readonly act?: (page: Page) => Promise<void>;
  /** Whose screen it is: Ann's, unless told otherwise. */
  readonly by?: string;
  /** Without the cookie. */
  readonly isLocked?: boolean;
}

const ERROR = {
  code: "IO_FAILED",
  message: "The disk does not answer.",
  help: "Look at the disk, then try again.",
};
const fail = (route: Route) => route.fulfill({ status: 500, json: { error: ERROR } });
const hang = () => new Promise<never>(() => undefined);
const FAILED = ".state.failed";
const LOADING = ".state.loading";
const EMPTY = ".state:not(.loading)";
const API = "**/studio/api";

/** Every screen, in every state that it has. */
export function screensOf(scene: Scene): Readonly<Record<string, Shown>> {
  return { ...openScreens(scene), ...labelScreens(scene), ...workScreens(scene), ...judgeScreens(scene) };
}

function openScreens({ set }: Scene): Readonly<Record<string, Shown>> {
  return {
    locked: { path: "/studio/", shown: ".entry", isLocked: true },
    "locked, refused": { path: "/studio/#token=old", shown: ".problem", isLocked: true },
    "open, with sets": { path: "/studio/", shown: ".set-row" },
    "open, empty": {
      path: "/studio/",
      shown: ".start",
      answers: { [`${API}/sets`]: (route) => route.fulfill({ json: [] }) },
    },
    "open, loading": { path: "/studio/", shown: LOADING, answers: { [`${API}/sets`]: hang } },
    "open, failed": { path: "/studio/", shown: FAILED, answers: { [`${API}/sets`]: fail } },
    "open, server gone": {
      path: "/studio/",
      shown: ".banner",
      act: async (page) => {
        await page.locator(".set-row").first().waitFor();
        await page.route(`${API}/**`, (route) => route.abort());
        await page
          .getByRole("link", { name: /^Label / })
          .first()
          .click();
      },
    },
    pages: { path: `/studio/set/${set}`, shown: ".page-row" },
    "pages, none in this state": { path: `/studio/set/${set}?show=skipped`, shown: EMPTY },
    "pages, damaged and read only": {
      path: `/studio/set/${set}`,
      shown: ".notice",
      answers: { [`${API}/sets/${set}`]: withFaults },
    },
    "pages, loading": {
      path: `/studio/set/${set}`,
      shown: LOADING,
      answers: { [`${API}/sets/${set}`]: hang },
    },
    "pages, failed": { path: "/studio/set/none", shown: FAILED },
    keys: {
      path: `/studio/set/${set}`,
      shown: "dialog[open]",
      act: async (page) => {
        await page.locator(".page-row").first().waitFor();
        await page.keyboard.press("?");
      },
    },
    "a screen that is not there": { path: "/studio/nowhere", shown: EMPTY },
  };
}

async function withFaults(route: Route): Promise<void> {
  const answer = await route.fetch();
  const damaged = [{ file: "index.jsonl", line: 3, message: "it is not JSON." }];
  await route.fulfill({
    json: { ...(await answer.json()), damaged, readOnly: "the folder cannot be written to." },
  });
}

function labelScreens({ set, fresh, page: id }: Scene): Readonly<Record<string, Shown>> {
  const label = `/studio/label/${fresh}`;
  const body = ".outline[data-kind=body]";
  const press = (keys: readonly string[]) => async (page: Page) => {
    await page.locator(body).first().waitFor();
    for (const key of keys) await page.keyboard.press(key);
  };
  return {
    label: { path: label, shown: body },
    "label, picked": {
      path: label,
      shown: ".outline[data-kind=picked]",
      act: press(["ArrowDown", "ArrowRight"]),
      by: "picker",
    },
    "label, skip": { path: label, shown: "dialog[open]", act: press(["s"]) },
    "label, who": { path: label, shown: "input[autocomplete=nickname]", by: "" },
    "label, all done": { path: `/studio/label/${set}`, shown: EMPTY },
    "label, conflict": {
      path: `/studio/label/${set}/${encodeURIComponent(id)}?with=bob`,
      shown: ".conflict",
    },
    "label, stale": {
      path: `/studio/label/${set}/${encodeURIComponent(id)}`,
      shown: ".strip-note",
      answers: { [`${API}/sets/${set}/pages/${encodeURIComponent(id)}?by=ann`]: withStale },
    },
    "label, without a set": { path: "/studio/label", shown: ".choices" },
    "label, loading": { path: label, shown: LOADING, answers: { [`${API}/sets/${fresh}/pages*`]: hang } },
    "label, failed": { path: `/studio/label/${fresh}/none`, shown: FAILED },
    agreement: { path: `/studio/agree/${set}?a=ann&b=bob`, shown: ".figures" },
    "agreement, alone": { path: `/studio/agree/${fresh}`, shown: EMPTY },
    "agreement, failed": { path: "/studio/agree/none", shown: FAILED },
  };
}

async function withStale(route: Route): Promise<void> {
  const answer = await route.fetch();
  const view = await answer.json();
  const stale = { moved: 4, lost: ["The ferry left at noon"] };
  await route.fulfill({ json: { ...view, labels: { ...view.labels, stale } } });
}

function workScreens(scene: Scene): Readonly<Record<string, Shown>> {
  const { set, fresh, trained, tooFew, evaluated } = scene;
  const running = (id: string) => ({
    [`${API}/jobs/${id}`]: asRunning,
    [`${API}/jobs/${id}/events`]: asRunning,
  });
  const train = `/studio/train/${set}`;
  const evaluate = `/studio/evaluate/${set}`;
  return {
    "train, without a set": { path: "/studio/train", shown: ".choices" },
    "train, nothing labelled": { path: `/studio/train/${fresh}`, shown: EMPTY },
    "train, ready": { path: train, shown: "form .button.primary" },
    "train, running": { path: `${train}?job=${trained}`, shown: ".running", answers: running(trained) },
    "train, results": { path: `${train}?job=${trained}`, shown: ".method" },
    "train, too few pages": { path: `${train}?job=${tooFew}`, shown: FAILED },
    "train, loading": { path: train, shown: LOADING, answers: { [`${API}/sets/${set}`]: hang } },
    "train, failed": { path: "/studio/train/none", shown: FAILED },
    "evaluate, without a set": { path: "/studio/evaluate", shown: ".choices" },
    "evaluate, ready": { path: evaluate, shown: "form .button.primary" },
    "evaluate, running": {
      path: `${evaluate}?job=${evaluated}`,
      shown: ".running",
      answers: running(evaluated),
    },
    "evaluate, results": { path: `${evaluate}?job=${evaluated}`, shown: ".figures" },
    "evaluate, loading": { path: evaluate, shown: LOADING, answers: { [`${API}/sets/${set}`]: hang } },
    "evaluate, failed": { path: "/studio/evaluate/none", shown: FAILED },
  };
}

/** A job in the middle of its work, and its events. */
async function asRunning(route: Route): Promise<void> {
  const url = route.request().url();
  const job: Job = await (await route.fetch({ url: url.replace("/events", "") })).json();
  const now: Job = { ...job, state: "running", progress: 0.4, step: "wrapper, page 3 of 8", result: null };
  if (!url.endsWith("/events")) return route.fulfill({ json: now });
  return route.fulfill({ contentType: "text/event-stream", body: `data: ${JSON.stringify(now)}\n\n` });
}

function judgeScreens(scene: Scene): Readonly<Record<string, Shown>> {
  const { set, page, leaf, site, siteSet, sitePage } = scene;
  const of = (screen: string) => `/studio/${screen}/${set}/${encodeURIComponent(page)}`;
  const sites = `/studio/sites/${site}`;
  const segments = new URLSearchParams({ view: "segments", set: siteSet, page: sitePage });
  return {
    "compare, without a set": { path: "/studio/compare", shown: ".choices" },
    compare: { path: of("compare"), shown: ".leaf-row" },
    "compare, four": {
      path: `${of("compare")}?e=fused,econ,mss,coreex`,
      shown: ".extractor:nth-child(4) .judged",
    },
    "compare, loading": { path: of("compare"), shown: LOADING, answers: { "**/compare?**": hang } },
    "compare, failed": { path: `/studio/compare/${set}/none`, shown: FAILED },
    "why, nothing picked": { path: of("why"), shown: ".threshold" },
    why: { path: `${of("why")}?leaf=${leaf}`, shown: ".weights" },
    "why, report": {
      path: `${of("why")}?leaf=${leaf}`,
      shown: "textarea",
      act: (tab) => tab.getByRole("button", { name: "Copy as bug report" }).click(),
    },
    "why, loading": { path: of("why"), shown: LOADING, answers: { "**/why?**": hang } },
    "why, failed": { path: `/studio/why/${set}/none`, shown: FAILED },
    sites: { path: "/studio/sites", shown: ".site-row" },
    "sites, empty": {
      path: "/studio/sites",
      shown: EMPTY,
      answers: { [`${API}/sites`]: (route) => route.fulfill({ json: [] }) },
    },
    "sites, loading": { path: "/studio/sites", shown: LOADING, answers: { [`${API}/sites`]: hang } },
    "site, taxonomy": { path: sites, shown: ".branches li" },
    "site, template": { path: `${sites}?view=template`, shown: ".figures" },
    "site, items": { path: `${sites}?view=items`, shown: ".items li" },
    "site, segments": { path: `${sites}?${segments}`, shown: ".outline[data-kind=segment]" },
    "site, two pages": { path: `${sites}?view=drift`, shown: ".two-pages iframe.shown" },
    "site, failed": { path: "/studio/sites/nowhere.example", shown: FAILED },
  };
}
