import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatShare } from "../../../src/eval/index.ts";
import { readHtml } from "../../../src/html/index.ts";
import { Page } from "../../../src/page/index.ts";
import { readItems } from "../../../src/site/index.ts";
import { plainTable } from "../plain-table.ts";
import { type ItemScore, type ListedItem, scoreItems, TEASER_LETTERS } from "./item-scores.ts";
import type { SiteRun } from "./site-run.ts";

/** A line of a set of front pages. */
interface FrontLine {
  readonly id: string;
  readonly site: string;
  readonly url: string;
  readonly htmlPath: string;
  readonly encoding?: string;
  readonly items?: readonly ListedItem[];
}

const COLUMNS = ["precision", "recall", "f1", "linked", "order", "title", "teaser"] as const;
const HEADS = ["P", "R", "F1", "R of linked", "order", "same title", "same teaser"];

const RULE = `The items of real home pages against lists that other readers made of them, some minutes before or after. An item is right
where the list has its address (without fragment, tracking and slash at the end) or its title (letters and digits, in one case); where the list
has no address, also where its title begins with the item's. Doubles count once. \`R of linked\` leaves out what the page does not link on its
own site: stories that came or went in those minutes, and offers of others. \`order\` is the share of pairs of right items that both have in
the same order; \`same title\` and \`same teaser\` are shares of right items, teasers by their first ${TEASER_LETTERS} letters.
The rules were chosen with these pages in view; no site of them is unseen.`;

/** The section-page reader against lists of items, site by site. */
export async function measureItems({ folder: find, tell }: SiteRun): Promise<string> {
  const folder = await find("frontpages-de");
  const bySite = new Map<string, ItemScore[]>();
  for (const { id, site, url, htmlPath, encoding, items } of readLines(folder)) {
    if (items === undefined || items.length === 0) continue;
    tell(id);
    const { document } = readHtml(readFileSync(join(folder, htmlPath)), { encoding });
    const page = new Page(document, url);
    const links = page.links.map(({ href }) => href);
    const scores = bySite.get(site) ?? [];
    bySite.set(site, [...scores, scoreItems(readItems(page), items, { url, links })]);
  }
  const rows = [...bySite].map(([site, scores]) => rowOf(site, scores));
  const all = [...bySite.values()].flat();
  return `${RULE}\n\n${plainTable(["site", "pages", "items", "listed", ...HEADS], [...rows, rowOf("mean over pages", all)], 1)}`;
}

function readLines(folder: string): FrontLine[] {
  return readFileSync(join(folder, "index.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): FrontLine => JSON.parse(line));
}

function rowOf(name: string, scores: readonly ItemScore[]): string[] {
  const sum = (of: "found" | "listed") => scores.reduce((total, score) => total + score[of], 0);
  const means = COLUMNS.map((column) => {
    const values = scores.flatMap((score) => score[column] ?? []);
    return values.length === 0 ? "" : formatShare(values.reduce((a, b) => a + b, 0) / values.length);
  });
  return [name, String(scores.length), String(sum("found")), String(sum("listed")), ...means];
}
