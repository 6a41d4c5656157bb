import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { knownLeaves, ROLE_SITES } from "../../scripts/shipped-recipe.ts";
import { LEAF_ROLES, type LeafRole } from "../../src/article/index.ts";
import { parsePage } from "../../src/default-extract.ts";
import { WHOLE_PARTS } from "../../src/default-parts.ts";
import { formatShare } from "../../src/eval/index.ts";
import { EXTRACTORS, shippedRoles } from "../../src/extractors/index.ts";
import { nodePaths } from "../../src/html/index.ts";
import { findShownParts, readMetadata } from "../../src/metadata/index.ts";
import { leafWords, type Page, TEXT_LEAF } from "../../src/page/index.ts";
import { makeRoleReader, type RoleReader } from "../../src/roles/index.ts";
import { domainOf, findSet, hashPage, type Label, loadPage, readLabels } from "../../src/sets/index.ts";
import { labelBlocks } from "../../src/train/label-blocks.ts";
import { makeSite } from "../../test/newsroom/index.ts";
import {
  type Experiment,
  type ExperimentContext,
  type PagesRead,
  plainTable,
  provenanceLines,
} from "./experiment.ts";

/** The sections of the experiment. */
export const ROLE_SECTIONS: readonly string[] = ["newsroom", "people"];

/** The reader with its model, and by the rules over the markup alone. */
const READERS: Readonly<Record<"rules" | "learned", RoleReader>> = {
  rules: makeRoleReader(),
  learned: makeRoleReader(shippedRoles),
};
type ReaderName = keyof typeof READERS;
const NAMES = Object.keys(READERS) as readonly ReaderName[];
const QUICK_STEP = 8;

/** `npm run experiments -- roles`: how often roles of leaves are right, on made-up sites in unseen looks and on pages that people labelled. */
export const roles: Experiment = async function* (context) {
  if (context.only !== "people") {
    const { tallies, set } = readNewsroom(context);
    yield `### Made-up sites\n\n${provenanceLines(context.provenance, [set])}\n\n${scoreTable(tallies, LEAF_ROLES)}`;
    yield `Rows are what leaves are, columns what they are taken for.\n\n${confusionTable(tallies.learned, LEAF_ROLES)}`;
    yield calibrationTable(tallies.learned);
  }
  if (context.only !== "newsroom") {
    const { tallies, set } = await readPeople(context);
    yield `### Labels by people\n\n${provenanceLines(context.provenance, [set])}\n\n${scoreTable(tallies, GROUPS)}`;
    yield confusionTable(tallies.learned, GROUPS);
  }
};

/** Counts the confusions of roles. */
class Tally {
  readonly #counts = new Map<string, number>();
  readonly forecasts: { readonly chance: number; readonly isTrue: boolean }[] = [];

  add(truth: string, taken: string, count: number): void {
    const key = `${truth} ${taken}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  of(truth: string, taken: string): number {
    return this.#counts.get(`${truth} ${taken}`) ?? 0;
  }
}

type Tallies = Readonly<Record<ReaderName, Tally>>;

function newTallies(): Tallies {
  return { rules: new Tally(), learned: new Tally() };
}

/** The roles of a page by each reader, from the answer of the default extractor. */
function readRoles(page: Page) {
  const extraction = EXTRACTORS.fused.extract(page, {});
  const shown = findShownParts(page, extraction, readMetadata(page, extraction, WHOLE_PARTS), WHOLE_PARTS);
  return { rules: READERS.rules(page, extraction, shown), learned: READERS.learned(page, extraction, shown) };
}

function readNewsroom({ isQuick }: ExperimentContext): {
  readonly tallies: Tallies;
  readonly set: PagesRead;
} {
  const tallies = newTallies();
  const hash = createHash("sha256");
  let pages = 0;
  for (const [at, order] of ROLE_SITES.measure.entries()) {
    if (isQuick && at % QUICK_STEP !== 0) continue;
    for (const { html, url, truth, pageType } of makeSite(order).pages) {
      if (pageType === "home" || pageType === "section") continue;
      const page = parsePage(html, { url });
      const paths = nodePaths(page.document, page.leaves.node);
      const roleOf = new Map(knownLeaves(truth.leaves).map(({ path, role }) => [path, role]));
      const found = readRoles(page);
      for (let leaf = 0; leaf < page.leaves.count; leaf++) {
        const role = roleOf.get(paths[leaf] ?? "");
        if (role === undefined) continue;
        for (const name of NAMES) {
          const taken = LEAF_ROLES[found[name].roles[leaf]!]!;
          tallies[name].add(role, taken, 1);
          tallies[name].forecasts.push({ chance: found[name].chances[leaf]!, isTrue: taken === role });
        }
      }
      hash.update(html);
      pages++;
    }
  }
  return { tallies, set: { name: "newsroom, four unseen looks", pages, hash: hash.digest("hex") } };
}

const PEOPLE = "l3s-gn1-a";
/** The labels of people, and their roles. */
const GROUPS = ["headline", "body", "supplemental", "related", "comments", "rest"] as const;
type Group = (typeof GROUPS)[number];
const GROUP_OF: Readonly<Record<LeafRole, Group>> = {
  body: "body",
  headline: "headline",
  standfirst: "body",
  byline: "supplemental",
  date: "supplemental",
  caption: "supplemental",
  credit: "supplemental",
  related: "related",
  promotion: "rest",
  comment: "comments",
  embed: "rest",
  boilerplate: "rest",
};

async function readPeople({
  places,
  isQuick,
}: ExperimentContext): Promise<{ readonly tallies: Tallies; readonly set: PagesRead }> {
  const folder = await findSet(PEOPLE, places);
  const parts = await readParts(folder);
  const seen = new Set([...(EXTRACTORS.fused.trainedOn?.() ?? []), ...shippedRoles().training.domains]);
  const tallies = newTallies();
  const hash = createHash("sha256");
  let pages = 0;
  let at = 0;
  for await (const label of readLabels(folder)) {
    if (seen.has(domainOf(label) ?? "") || (isQuick && at++ % QUICK_STEP !== 0)) continue;
    const html = loadPage(label);
    hash.update(hashPage(label, html));
    pages++;
    comparePage(parsePage(html, label), labelGroups(label, parts.get(label.id)), tallies);
  }
  return { tallies, set: { name: PEOPLE, pages, hash: hash.digest("hex") } };
}

/** The parts that only this set has, by page. */
async function readParts(
  folder: string,
): Promise<ReadonlyMap<string, Readonly<Partial<Record<Group, string>>>>> {
  const parts = new Map<string, Partial<Record<Group, string>>>();
  for await (const line of createInterface({ input: createReadStream(join(folder, "index.jsonl")) })) {
    const { id, related, comments, supplemental } = JSON.parse(line);
    parts.set(String(id), { related, comments, supplemental });
  }
  return parts;
}

/** The texts of each group, the likeliest first where two hold the same words. */
function labelGroups(
  { truth }: Label,
  parts: Readonly<Partial<Record<Group, string>>> = {},
): readonly (readonly [Group, string])[] {
  const texts: readonly (readonly [Group, string | null | undefined])[] = [
    ["body", truth.body],
    ["headline", truth.title],
    ["comments", parts.comments],
    ["related", parts.related],
    ["supplemental", parts.supplemental],
  ];
  return texts.flatMap(([group, text]) => (text ? [[group, text] as const] : []));
}

/** A block is of a group if this share of its words is. */
const MIN_SHARE = 0.5;

/** Counts words only on pages with labels of a group, as not all pages were searched for each. */
function comparePage(page: Page, groups: readonly (readonly [Group, string])[], tallies: Tallies): void {
  const { leaves, blocks } = page;
  const labels = groups.map(([group, text]) => [group, labelBlocks(page.revealed, text)] as const);
  const marked = new Set(groups.map(([group]) => group));
  const found = readRoles(page);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] === 0) continue;
    const block = blocks.ofLeaf[leaf]!;
    const truth = labels.find(([, { share }]) => share[block]! > MIN_SHARE)?.[0] ?? "rest";
    const count = leafWords(page, leaf);
    for (const name of NAMES) {
      const taken = GROUP_OF[LEAF_ROLES[found[name].roles[leaf]!]!];
      tallies[name].add(truth, marked.has(taken) ? taken : "rest", count);
    }
  }
}

function scoreTable(tallies: Tallies, names: readonly string[]): string {
  const rows = names.map((name) => {
    const count = sum(names, (taken) => tallies.learned.of(name, taken));
    return [
      name,
      `${count}`,
      ...NAMES.flatMap((reader) => {
        const right = tallies[reader].of(name, name);
        const taken = sum(names, (truth) => tallies[reader].of(truth, name));
        return [share(right, taken), share(right, count)];
      }),
    ];
  });
  const right = NAMES.flatMap((reader) => {
    const all = sum(names, (truth) => sum(names, (taken) => tallies[reader].of(truth, taken)));
    return [
      "",
      share(
        sum(names, (name) => tallies[reader].of(name, name)),
        all,
      ),
    ];
  });
  const heads = NAMES.flatMap((reader) => [`${reader}: P`, "R"]);
  return plainTable(["role", "count", ...heads], [...rows, ["all", "", ...right]], 1);
}

function confusionTable(tally: Tally, names: readonly string[]): string {
  return plainTable(
    ["", ...names],
    names.map((truth) => [truth, ...names.map((taken) => `${tally.of(truth, taken)}`)]),
    1,
  );
}

/** Stated probabilities against shares of right roles, by tenths. */
function calibrationTable({ forecasts }: Tally): string {
  const tenths = [...Map.groupBy(forecasts, ({ chance }) => Math.min(9, Math.floor(chance * 10)))].sort(
    ([a], [b]) => a - b,
  );
  const rows = tenths.map(([tenth, own]) => [
    formatShare(tenth / 10),
    `${own.length}`,
    share(
      sum(own, ({ chance }) => chance),
      own.length,
    ),
    share(own.filter(({ isTrue }) => isTrue).length, own.length),
  ]);
  return plainTable(["chance from", "leaves", "stated", "right"], rows, 1);
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((all, item) => all + count(item), 0);
}

function share(part: number, whole: number): string {
  return whole === 0 ? "" : formatShare(part / whole);
}
