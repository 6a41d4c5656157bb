import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Extractor } from "../../src/extractors/index.ts";
import { readUnseenSites } from "./unseen-sites.ts";

describe("labelled sites", () => {
  let folder = "";

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "galley-sites-"));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** The sites of a set of these pages that an extractor has not seen, with the ids of their pages. */
  async function sitesOf(pages: readonly object[], ...trainedOn: readonly string[]): Promise<unknown> {
    const lines = pages.map((page, id) =>
      JSON.stringify({ id: String(id), html: "<p>", body: "Tide.", ...page }),
    );
    writeFileSync(join(folder, "index.jsonl"), lines.join("\n"));
    const extractor: Pick<Extractor, "id" | "trainedOn"> = { id: "tide", trainedOn: () => trainedOn };
    const sites = await readUnseenSites(folder, extractor as Extractor);
    return sites.map(({ site, era, labels }) => [site, era, ...labels.map(({ id }) => id)]);
  }

  test("pages of one site are together, by its name or else the domain of their addresses", async () => {
    const pages = [
      { site: "bay.example" },
      { url: "https://www.cape.example/1" },
      { site: "bay.example", url: "https://other.example/" },
      { url: "https://cape.example/2" },
    ];
    expect(await sitesOf(pages)).toEqual([
      ["bay.example", null, "0", "2"],
      ["cape.example", null, "1", "3"],
    ]);
  });

  test("a site of two eras is two, and pages of nobody's site are none", async () => {
    const pages = [{ site: "bay.example", era: "2004" }, {}, { site: "bay.example", era: "2024" }];
    expect(await sitesOf(pages)).toEqual([
      ["bay.example", "2004", "0"],
      ["bay.example", "2024", "2"],
    ]);
  });

  test("sites that were learned from are left out, and labels of no body or of its beginning", async () => {
    const pages = [
      { site: "bay.example" },
      { site: "cape.example", body: undefined },
      { site: "cape.example", bodyIsPrefix: true },
      { site: "cape.example" },
    ];
    expect(await sitesOf(pages, "bay.example")).toEqual([["cape.example", null, "3"]]);
  });
});
