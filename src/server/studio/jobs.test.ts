import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { makeSite, writeSite } from "../../../test/newsroom/index.ts";
import { extractorFromModel, packWrapperModel } from "../../extractors/index.ts";
import { openStore } from "../../store/index.ts";
import { trainWrapper } from "../../train/index.ts";
import type { EvaluateResult, Job, SetSummary, SiteSummary, SiteView, TrainResult } from "./contract.ts";
import { makeFolder, type TestStudio, testStudio } from "./studio.testing.ts";
import { StudioThreads } from "./studio-threads.ts";

const LONG = 240_000;
const threads = new StudioThreads({});
afterAll(() => threads.close());

/** A studio with a library and a labelled set of one made-up site, opened. */
async function studioWithSet(articles: number) {
  const top = makeFolder("job-sets");
  const folder = join(top, "harbour");
  mkdirSync(folder);
  await writeSite(makeSite({ look: "wordpress-2014", language: "en", seed: 5, articles }), folder);
  const store = await openStore(join(makeFolder("job-store"), "galley.db"), { mayCreate: true });
  const studio = await testStudio({ threads, folders: [top], openStore: async () => store });
  const { json } = await studio.ask<SetSummary>("POST", "/sets", { kind: "folder", path: folder });
  return { ...studio, folder, store, set: json.id };
}

/** Starts a job and waits for its end. */
async function runJob({ ask }: TestStudio, request: object): Promise<Job> {
  const { json, status } = await ask<Job>("POST", "/jobs", request);
  expect(status).toBe(200);
  return vi.waitFor(
    async () => {
      const job = (await ask<Job>("GET", `/jobs/${json.id}`)).json;
      expect(["done", "failed"]).toContain(job.state);
      return job;
    },
    { timeout: LONG, interval: 200 },
  );
}

describe("jobs of the studio", () => {
  test("training equals the command's on the same labels; the best model is kept for its site and taken back", {
    timeout: LONG,
  }, async () => {
    const studio = await studioWithSet(6);
    const { ask, set, folder, store } = studio;
    const job = await runJob(studio, { kind: "train", set, by: "Ann" });
    expect(job.failure).toBeNull();
    const result = job.result as TrainResult;
    const wrapper = result.methods.find(({ method }) => method === "wrapper")!;
    expect(wrapper.pages).toHaveLength(6);
    expect(wrapper.f1?.value).toBeGreaterThan(0.5);
    expect(wrapper.curve.map(({ pages }) => pages)).toEqual([2, 5, 6]);
    expect(result.methods.map(({ method }) => method)).toEqual(["wrapper", "template", "mss-site"]);

    const model = (await ask("GET", `/jobs/${job.id}/model/wrapper`)).text;
    const { model: trained } = await trainWrapper([folder], {
      seed: 1,
      command: "galley train wrapper harbour --seed 1",
    });
    expect(JSON.parse(model)).toEqual(JSON.parse(JSON.stringify(packWrapperModel(trained))));
    expect((await ask("GET", `/jobs/${job.id}/card/wrapper`)).text).toContain("wrapper");

    const domain = result.domain!;
    const kept = await ask<SiteSummary>("PUT", `/sites/${domain}/model`, { job: job.id, method: "template" });
    expect(kept.json.model?.extractor).toBe("template");
    const record = await store.getSiteRecord(domain, "model");
    expect(extractorFromModel(record?.value).id).toBe("template");
    const taken = await ask<SiteSummary>("DELETE", `/sites/${domain}/model`, {});
    expect(taken.json.model).toBeNull();
  });

  test("evaluating compares extractors page by page and lists the worst first", {
    timeout: LONG,
  }, async () => {
    const studio = await studioWithSet(5);
    const job = await runJob(studio, { kind: "evaluate", set: studio.set, extractors: ["fused", "econ"] });
    const result = job.result as EvaluateResult;
    expect(result.rows.map(({ extractor }) => extractor)).toEqual(["fused", "econ"]);
    const [fused, econ] = result.rows;
    expect(result.differences[0]?.f1.value).toBeCloseTo(econ!.f1.value - fused!.f1.value, 9);
    expect(fused!.histogram.reduce((sum, count) => sum + count)).toBe(result.worst.length);
    const lows = result.worst.map(({ f1 }) => Math.min(...Object.values(f1)));
    expect(lows).toEqual(lows.toSorted((a, b) => a - b));
  });

  test("a mined site is in the library with its sections", { timeout: LONG }, async () => {
    const studio = await studioWithSet(6);
    const job = await runJob(studio, { kind: "mine", set: studio.set });
    expect(job.failure).toBeNull();
    const domain = (job.result as { readonly domain: string }).domain;
    const { json } = await studio.ask<SiteView>("GET", `/sites/${domain}`);
    expect(json.hasProfile && json.hasTaxonomy).toBe(true);
    expect(json.taxonomy.length).toBeGreaterThan(0);
    const { json: sites } = await studio.ask<SiteSummary[]>("GET", "/sites");
    expect(sites.map((site) => site.domain)).toContain(domain);
  });

  test("a job is found again by another server, and one that was running has failed", {
    timeout: LONG,
  }, async () => {
    const studio = await studioWithSet(3);
    const job = await runJob(studio, { kind: "evaluate", set: studio.set, extractors: ["econ"] });
    const later = await testStudio({ threads, home: studio.home });
    expect((await later.ask<Job>("GET", `/jobs/${job.id}`)).json).toEqual(job);
    const path = join(studio.home, "jobs", job.id, "job.json");
    writeFileSync(path, JSON.stringify({ ...job, state: "running", result: null }));
    const last = await testStudio({ threads, home: studio.home });
    const { json } = await last.ask<Job>("GET", `/jobs/${job.id}`);
    expect(json).toMatchObject({ state: "failed", failure: { code: "WORKER_FAILED" } });
  });

  test("a cancelled job ends, says so, and lets the next one begin", { timeout: LONG }, async () => {
    const studio = await studioWithSet(12);
    const { ask, set } = studio;
    const { json } = await ask<Job>("POST", "/jobs", { kind: "train", set, by: "Ann" });
    await vi.waitFor(async () =>
      expect((await ask<Job>("GET", `/jobs/${json.id}`)).json.state).toBe("running"),
    );
    expect((await ask<Job>("DELETE", `/jobs/${json.id}`, {})).json.state).toBe("cancelled");
    const next = await runJob(studio, { kind: "evaluate", set, extractors: ["econ"] });
    expect(next.state).toBe("done");
    expect((await ask<Job>("GET", `/jobs/${json.id}`)).json.state).toBe("cancelled");
  });

  test("events tell the state at once and end with the job", { timeout: LONG }, async () => {
    const studio = await studioWithSet(3);
    const { json } = await studio.ask<Job>("POST", "/jobs", {
      kind: "evaluate",
      set: studio.set,
      extractors: ["econ"],
    });
    const { text, headers } = await studio.ask("GET", `/jobs/${json.id}/events`);
    expect(headers["content-type"]).toContain("text/event-stream");
    const states = text
      .split("\n\n")
      .filter((line) => line.startsWith("data: "))
      .map((line) => (JSON.parse(line.slice(6)) as Job).state);
    expect(states.at(-1)).toBe("done");
  });

  test("too few labels, unknown sets and names that are paths are refused with a code", {
    timeout: LONG,
  }, async () => {
    const studio = await studioWithSet(2);
    const job = await runJob(studio, { kind: "train", set: studio.set, by: "Ann" });
    expect(job).toMatchObject({ state: "failed", failure: { code: "TOO_FEW_PAGES" } });
    expect((await studio.ask("POST", "/jobs", { kind: "train", set: "none", by: "" })).code).toBe(
      "NOT_FOUND",
    );
    const path = `/jobs/${job.id}/model/${encodeURIComponent("../job")}`;
    expect((await studio.ask("GET", path)).code).toBe("NOT_FOUND");
    expect((await studio.ask("GET", `/jobs/${job.id}/model/job`)).code).toBe("NOT_FOUND");
    expect(readFileSync(join(studio.home, "jobs", job.id, "job.json"), "utf8")).toContain("TOO_FEW_PAGES");
  });
});
