import { expect, test } from "vitest";
import { RunFolder } from "./run/index.ts";
import { menuOf, newFolder, pageOf, saveSite, sectionOf } from "./saved-site.testing.ts";
import { keptSiteLabels, readSiteLabels } from "./site-labels.ts";
import { openFolder } from "./source/index.ts";

const SITE = {
  "/": pageOf("Home", `${menuOf({ "/sport/": "Sport" })}${sectionOf("Sport", "/sport/", [1, 2, 3])}`),
  "/sport/": pageOf("Sport", sectionOf("Sport", "/sport/", [1, 2, 3])),
};

test("the labels of a site are those of its front pages", async () => {
  const { site, pages, warnings } = await readSiteLabels(await openFolder(saveSite(SITE)));
  expect([site, ...pages.map(({ id }) => id)]).toEqual(["harbour.example", "/", "/sport/"]);
  expect(warnings).toEqual([]);
});

test("what is odd about a site is said of its labels too", async () => {
  const { warnings } = await readSiteLabels(
    await openFolder(saveSite({ "/": pageOf("Home", "<p>Closed.") })),
  );
  expect(warnings.map(({ code }) => code)).toEqual(["NO_LINKS"]);
});

test("labels that mining has kept need no page, and a folder without any is refused", async () => {
  const folder = newFolder();
  const run = await RunFolder.open(folder, "pages/");
  expect(() => keptSiteLabels(folder)).toThrow(/no front page/);
  const labels = { id: "/", url: "https://harbour.example/", labels: [], vocabulary: {} };
  run.addFront({ id: "/", labels, items: [] });
  expect(keptSiteLabels(folder)).toEqual({ site: "harbour.example", pages: [labels] });
});
