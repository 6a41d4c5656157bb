import { formatShare } from "../../../src/eval/index.ts";
import { parseHtml } from "../../../src/html/index.ts";
import { Page } from "../../../src/page/index.ts";
import { partitionPage, type SemanticNode } from "../../../src/site/index.ts";
import { LANGUAGES, LOOKS, makeSite } from "../../../test/newsroom/index.ts";
import { plainTable } from "../plain-table.ts";
import { blockAgreement } from "./partition-blocks.ts";
import { growthOfTime } from "./partition-growth.ts";
import { type HierarchyTruth, pairKey, readHierarchy } from "./partition-truth.ts";
import type { SiteRun } from "./site-run.ts";

/** Sites of each look; languages go round, so that all come up. */
const SEEDS = { whole: [11, 12, 13, 14, 15, 16], quick: [11] } as const;
const PAGE_TYPES = ["home", "section"] as const;

/** Precision and recall of one page. */
interface Agreement {
  readonly pageType: string;
  readonly look: string;
  readonly precision: number;
  readonly recall: number;
}

/** The hierarchical partitioner: against known hierarchies, against blocks drawn by people, and how its time grows. */
export async function measurePartition(run: SiteRun): Promise<string> {
  const measured = LOOKS.flatMap((look, index) =>
    SEEDS[run.isQuick ? "quick" : "whole"].flatMap((seed) => measureSite(look, index, seed)),
  );
  const rows = [
    ...LOOKS.map((look) =>
      rowOf(
        look,
        measured.filter((own) => own.look === look),
      ),
    ),
    rowOf("all", measured),
  ];
  return [
    HIERARCHY_RULE,
    plainTable(["look", "home P", "home R", "section P", "section R", "pages"], rows, 1),
    await blockAgreement(await run.folder("complete2013")),
    growthOfTime(run.isQuick),
  ].join("\n\n");
}

const HIERARCHY_RULE = `Transitive closure of what stands above what (section 5.1 of the paper, which reports .87 and .83 on its sites), on home and section
pages of made-up sites in every look and language. A pair is a label and a leaf below it. True are: the label of a group over all that the group's
element holds, the headline of an item over the rest of the item, a section in a menu over those inside it. Pairs are judged whose lower leaf is
in a group; P and R are means over pages. The looks were known when the rules were made; stories and languages are drawn anew.`;

function measureSite(look: (typeof LOOKS)[number], index: number, seed: number): Agreement[] {
  const language = LANGUAGES[(index + seed) % LANGUAGES.length]!;
  const site = makeSite({ look, language, seed });
  return site.pages
    .filter(({ pageType }) => PAGE_TYPES.some((type) => type === pageType))
    .map((made) => {
      const page = new Page(parseHtml(made.html), made.url);
      const truth = readHierarchy(page, made, site.truth.taxonomy);
      const found = closureOf(page, partitionPage(page), truth);
      const right = found.filter((pair) => truth.pairs.has(pair)).length;
      const { pageType } = made;
      return {
        pageType,
        look,
        precision: right / Math.max(1, found.length),
        recall: right / truth.pairs.size,
      };
    });
}

/** The pairs of the partition whose lower leaf is judged. */
function closureOf({ leaves }: Page, tree: SemanticNode, { judged }: HierarchyTruth): string[] {
  const pairs: string[] = [];
  const pending = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...node.children);
    const { label, from, to } = node;
    if (label === undefined) continue;
    for (let leaf = from; leaf < to; leaf++) {
      const isLabel = leaf >= label.leaf && leaf < label.to;
      if (!isLabel && leaves.visible[leaf] === 1 && judged.has(leaf)) pairs.push(pairKey(label.leaf, leaf));
    }
  }
  return pairs;
}

function rowOf(name: string, measured: readonly Agreement[]): string[] {
  const cells = PAGE_TYPES.flatMap((type) => {
    const own = measured.filter(({ pageType }) => pageType === type);
    return (["precision", "recall"] as const).map((of) =>
      formatShare(own.reduce((sum, page) => sum + page[of], 0) / Math.max(1, own.length)),
    );
  });
  return [name, ...cells, String(measured.length)];
}
