import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { measureArticle } from "../../src/eval/measure.ts";
import { runExtractor } from "../../src/eval/score-page.ts";
import { EXTRACTORS } from "../../src/extractors/index.ts";
import { readSet } from "../../src/sets/index.ts";
import { measureProfiles } from "./measure-profiles.ts";

const NOTICE = "The Courier is a member of the board of complaints and keeps its code of good practice.";
const PLACES = ["Saint Orrin", "Fennick", "Marrow", "Holm", "Vane", "Osten Bay", "Tarn", "Kell"];

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "galley-profiles-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a set of one site, whose pages end with the same notice, which is no part of their stories. */
function writeSite(pages: number): void {
  const lines = PLACES.slice(0, pages).map((place, id) => {
    const body = [
      `The night ferry to ${place} returns on Saturday, after ${id + 2} years in which nobody sailed from the quay.`,
      `It was paid for by ${id + 3},300 donations, and the master of ${place} says that it will stay for good.`,
      `People of ${place} had asked for it since the bridge was closed, and ${id + 40} of them came to the harbour.`,
    ];
    const html = `<title>Ferry to ${place}</title><h1>Ferry to ${place}</h1>
      <div>${[...body, NOTICE].map((text) => `<p>${text}</p>`).join("")}</div>`;
    return JSON.stringify({ id: `page-${id}`, site: "courier.example", html, body: body.join("\n\n") });
  });
  mkdirSync(join(root, "tides"), { recursive: true });
  writeFileSync(join(root, "tides", "index.jsonl"), lines.join("\n"));
}

const measure = () =>
  measureProfiles([{ name: "tides", sites: 1 }], { data: root, temporary: root, notify: () => undefined });

describe("measuring with profiles", () => {
  test("gives fused what the other pages of a site repeat", async () => {
    writeSite(8);
    const { sets, scores } = await measure();
    expect(sets).toMatchObject([{ name: "tides by site", pages: 3 }]);
    expect(scores.map(({ page, metrics }) => [page.set, metrics.wordF1])).toEqual(
      Array(3).fill(["tides by site", 1]),
    );
    for await (const page of readSet(join(root, "tides"))) {
      const alone = measureArticle(page.label.truth, runExtractor(page, EXTRACTORS.fused).article);
      expect(alone.wordF1).toBeLessThan(1);
    }
  });

  test("measures no site that has too few pages", async () => {
    writeSite(7);
    expect(await measure()).toMatchObject({ sets: [{ pages: 0 }], scores: [] });
  });
});
