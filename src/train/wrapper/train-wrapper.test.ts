import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeArticlePage } from "../../../test/newsroom/index.ts";
import { parsePage } from "../../default-extract.ts";
import { makeWrapper } from "../../extractors/index.ts";
import { nodePath } from "../../html/index.ts";
import { type TrainedWrapper, trainWrapper } from "./train-wrapper.ts";

const folders: string[] = [];

/** A set of some lines. */
function setOf(lines: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-wrapper-"));
  folders.push(folder);
  writeFileSync(join(folder, "index.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return folder;
}

/** Labelled stories of one look, each with its truth. */
function stories(count: number, firstSeed: number, change: object = {}): object[] {
  return Array.from({ length: count }, (_, at) => {
    const page = makeArticlePage({ look: "wordpress-2014", language: "en", seed: firstSeed + at });
    const { title, body, titlePath, bodyPath } = page.truth;
    return {
      id: `${firstSeed + at}`,
      site: `s${at}.example`,
      html: page.html,
      title,
      body,
      titlePath,
      bodyPath,
      ...change,
    };
  });
}

let trained: TrainedWrapper;
beforeAll(async () => {
  trained = await trainWrapper([setOf(stories(10, 1))]);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("training a wrapper", () => {
  test("finds title and body of pages that it has not seen", () => {
    const wrapper = makeWrapper(() => trained.model);
    const right = stories(6, 50).filter((story) => {
      const { html, titlePath } = story as { html: string; titlePath: string };
      const page = parsePage(html);
      const { titleNode = 0 } = wrapper.extract(page, {});
      return nodePath(page.document, titleNode) === titlePath;
    });
    expect(right.length).toBeGreaterThanOrEqual(5);
    expect(trained.model.strict).toBeUndefined();
    expect(trained.model.training.domains).toContain("s3.example");
  });

  test("learns the same from texts alone", async () => {
    const { sets } = await trainWrapper([setOf(stories(4, 1, { titlePath: null, bodyPath: null }))]);
    expect(sets[0]).toMatchObject({ pages: 4 });
  });

  test("gives the same bytes for the same pages and seed, and others for another", async () => {
    const pages = stories(6, 20);
    const train = async (seed: number) => {
      const { model } = await trainWrapper([setOf(pages)], { seed });
      return JSON.stringify([model.soft.body.encode(), model.strict?.title.encode()]);
    };
    const first = await train(1);
    expect(await train(1)).toBe(first);
    expect(await train(2)).not.toBe(first);
  });

  test("draws the requested number of pages of a set", async () => {
    const { sets } = await trainWrapper([setOf(stories(8, 1))], { maxPages: 5 });
    expect(sets[0]?.pages).toBe(5);
  });

  test("learns noise where there are sites enough, keeps it when it goes on, and lists all sites", async () => {
    const many = stories(24, 1).map((story, at) => ({
      ...story,
      id: `${at}`,
      url: `https://s${at}.example/`,
    }));
    const first = await trainWrapper([setOf(many)], { maxPages: 6 });
    expect(first.sets[0]?.pages).toBe(6);
    expect(first.model.training).toMatchObject({ sets: [{ pages: 24 }] });
    expect(first.model.training.domains).toHaveLength(24);
    expect(first.model.noise).toBeDefined();
    const second = await trainWrapper([setOf(stories(1, 90))], { from: first.model });
    expect(second.model.noise).toBe(first.model.noise);
  });

  test("continues from a model with its settings, domains and sets", async () => {
    const first = await trainWrapper([setOf(stories(6, 1))], {
      settings: { minBodyWords: 12, firstScreens: "two" },
    });
    expect(first.model.strict).toBeDefined();
    const second = await trainWrapper([setOf(stories(1, 90, { site: "new.example" }))], {
      from: first.model,
    });
    expect(second.model.settings.minBodyWords).toBe(12);
    expect(second.model.training.domains).toEqual(expect.arrayContaining(["new.example", "s0.example"]));
    expect(second.model.training.sets).toHaveLength(2);
    expect(second.manners.map(({ manner, body }) => [manner, body])).toEqual([
      ["soft", undefined],
      ["strict", undefined],
    ]);
  });

  test("drops pages of which a labelled node is gone, and says so", async () => {
    const gone = stories(1, 70, { bodyPath: "/html[1]/body[1]/gone[1]" });
    const { sets } = await trainWrapper([setOf([...stories(4, 1), ...gone])]);
    expect(Object.fromEntries(sets[0]!.dropped)).toEqual({ "without the labelled node": 1 });
    await expect(trainWrapper([setOf(gone)])).rejects.toThrow(
      expect.objectContaining({
        code: "BAD_SET",
        message: expect.stringContaining("1 without the labelled node"),
      }),
    );
  });

  test("refuses pages that say nothing of titles", async () => {
    const untitled = stories(4, 1, { title: null, titlePath: null });
    await expect(trainWrapper([setOf(untitled)])).rejects.toThrow(
      expect.objectContaining({
        code: "BAD_SET",
        message: expect.stringContaining("both a title and a body"),
      }),
    );
  });
});
