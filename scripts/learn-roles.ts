import { LEAF_ROLES, type LeafRole } from "../src/article/index.ts";
import { WHOLE_PARTS } from "../src/default-parts.ts";
import { attribute, closest, nodePaths, rawText, tagTable } from "../src/html/index.ts";
import { findShownParts, readMetadata, type ShownParts } from "../src/metadata/index.ts";
import type { Training, TreeEnsemble } from "../src/model/index.ts";
import { headlineKey, type Page, TEXT_LEAF } from "../src/page/index.ts";
import {
  commentLeaves,
  describeBlocks,
  NAME_HINTS,
  ROLE_FEATURES,
  type RoleModel,
} from "../src/roles/index.ts";
import type { Label } from "../src/sets/index.ts";
import { hashText, seededRandom } from "../src/text/index.ts";
import type { BoostingOptions } from "../src/train/boosting/options.ts";
import { growTrees } from "../src/train/boosting/train-trees.ts";
import { labelPage } from "../src/train/index.ts";
import { CONTENT_SHARE } from "../src/train/label-blocks.ts";

/** The known roles of a page's blocks: for each a bit for every role that it may have, 0 where nothing is known. */
export interface RolePage {
  readonly page: Page;
  readonly site: string;
  readonly masks: Uint16Array;
  /** 1 where the role comes from a rule over the markup, which a model must not simply learn again. */
  readonly byRule: Uint8Array;
  /** How much each of its blocks counts. */
  readonly weight: number;
}

/** A leaf of a made-up page by its path. */
export interface KnownLeaf {
  readonly path: string;
  readonly role: LeafRole | undefined;
}

/** The bit of a role. */
export function bitOf(role: LeafRole): number {
  return 1 << LEAF_ROLES.indexOf(role);
}

const ALL_ROLES = (1 << LEAF_ROLES.length) - 1;

function without(...roles: readonly LeafRole[]): number {
  return roles.reduce((mask, role) => mask & ~bitOf(role), ALL_ROLES);
}

/** A block is learned from if one role has this share of its characters: a caption with its credit, a byline with its date. */
const MAIN_SHARE = 0.6;

/** Made-up pages have fewer blocks than real ones, and are the only ones with some of the roles. */
const KNOWN_WEIGHT = 2;

/** The roles of a page of which every leaf is known. */
export function markKnown(page: Page, site: string, known: readonly KnownLeaf[]): RolePage {
  const { leaves, blocks, document } = page;
  const roleOf = new Map(known.map(({ path, role }) => [path, role]));
  const paths = nodePaths(document, leaves.node);
  const masks = new Uint16Array(blocks.count);
  for (let block = 0; block < blocks.count; block++) {
    const characters = new Map<LeafRole | undefined, number>();
    let all = 0;
    for (const leaf of textLeaves(page, block)) {
      const role = roleOf.get(paths[leaf] ?? "");
      const own = document.textEnd[leaves.node[leaf]!]! - document.textStart[leaves.node[leaf]!]!;
      characters.set(role, (characters.get(role) ?? 0) + own);
      all += own;
    }
    for (const [role, own] of characters) {
      if (role !== undefined && own >= MAIN_SHARE * all) masks[block] = bitOf(role);
    }
  }
  return { page, site, masks, byRule: new Uint8Array(blocks.count), weight: KNOWN_WEIGHT };
}

/** The roles that a label's body, title, authors and date give; undefined where the page shows too little of the body. */
export function markTruth(page: Page, site: string, label: Label): RolePage | undefined {
  const labels = labelPage(page, label);
  if (labels === undefined) return undefined;
  const { blocks } = page;
  const shown = shownByTruth(page, label, (block) => labels.share[block]! > CONTENT_SHARE);
  const masks = new Uint16Array(blocks.count);
  const byRule = new Uint8Array(blocks.count);
  const others = otherRoles(label, shown);
  const isComment = commentLeaves(page);
  const titleKey = headlineKey(label.truth.title ?? "");
  for (let block = 0; block < blocks.count; block++) {
    const [first] = textLeaves(page, block);
    const share = labels.share[block]!;
    if (first === undefined || labels.words[block] === 0) continue;
    if (share > CONTENT_SHARE) masks[block] = bitOf("body");
    // A block that is partly of the body may be anything.
    else if (share === 0) {
      const isTitle = titleKey !== "" && headlineKey(blockText(page, block)) === titleKey;
      const ruled = isComment[first] === 1 ? bitOf("comment") : rolesOfMarkup(page, first);
      masks[block] = others & ruled & (isTitle ? without("boilerplate") : ALL_ROLES);
      byRule[block] = Number(ruled !== ALL_ROLES);
    }
  }
  markShown(page, shown, { masks, label });
  return { page, site, masks, byRule, weight: 1 };
}

/** The places of the stated title, authors and date; where the truth lacks them, those of the metadata. */
function shownByTruth(page: Page, { truth }: Label, isBody: (block: number) => boolean): ShownParts {
  const { ofLeaf } = page.blocks;
  const scores = Float32Array.from(ofLeaf, (block) => Number(isBody(block)));
  const extraction = { scores, reasons: new Uint8Array(scores.length) };
  const read = readMetadata(page, extraction, WHOLE_PARTS);
  const state = <Value>(found: { readonly value: Value }, value: Value) => ({
    source: "truth",
    confidence: 1,
    value: value ?? found.value,
  });
  const stated = {
    ...read,
    title: state(read.title, truth.title),
    authors: truth.authors.length > 0 ? state(read.authors, truth.authors) : read.authors,
    published: state(read.published, truth.published),
  };
  return findShownParts(page, extraction, stated, WHOLE_PARTS);
}

/** The possible roles of a block outside of the body: all but those found elsewhere. */
function otherRoles({ truth }: Label, { headline, byline }: ShownParts): number {
  let mask = without("body", "standfirst");
  if (truth.title !== null && headline.length > 0) mask &= without("headline");
  if (byline.length > 0) mask &= without("byline", "date");
  return mask;
}

const CAPTIONS = tagTable("figcaption");
const MENUS = tagTable("nav", "footer");
/** Elements up from a text whose names tell what it is. */
const MAX_CLIMB = 8;

/** The role by the elements around a text outside of the body; all if they say nothing. */
function rolesOfMarkup({ document, leaves }: Page, leaf: number): number {
  const node = leaves.node[leaf]!;
  if (closest(document, node, CAPTIONS) >= 0) return bitOf("caption");
  if (closest(document, node, MENUS) >= 0) return bitOf("boilerplate");
  let element = document.parent[node]!;
  for (let climbed = 0; climbed < MAX_CLIMB && element > 0; climbed++, element = document.parent[element]!) {
    const names = `${attribute(document, element, "class") ?? ""} ${attribute(document, element, "id") ?? ""}`;
    if (NAME_HINTS.promotion.test(names)) return bitOf("promotion");
    if (NAME_HINTS.related.test(names) && leaves.anchor[leaf]! >= 0) return bitOf("related");
  }
  return ALL_ROLES;
}

function markShown(
  page: Page,
  { headline, standfirst, byline }: ShownParts,
  { masks, label: { truth } }: { readonly masks: Uint16Array; readonly label: Label },
): void {
  const { ofLeaf } = page.blocks;
  for (const leaf of standfirst) if (masks[ofLeaf[leaf]!] === bitOf("body")) masks[ofLeaf[leaf]!] = 0;
  if (truth.title !== null) for (const leaf of headline) masks[ofLeaf[leaf]!] = bitOf("headline");
  const names = truth.authors.map(headlineKey).filter((key) => key !== "");
  for (const block of new Set(byline.map((leaf) => ofLeaf[leaf]!))) {
    const key = headlineKey(blockText(page, block));
    if (names.some((name) => key.includes(name))) masks[block] = bitOf("byline");
    else if (truth.published !== null && /\d/.test(key)) masks[block] = bitOf("date");
    else masks[block] = 0;
  }
}

function textLeaves({ leaves, blocks }: Page, block: number): number[] {
  const found: number[] = [];
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++)
    if (leaves.kind[leaf] === TEXT_LEAF) found.push(leaf);
  return found;
}

function blockText(page: Page, block: number): string {
  return textLeaves(page, block)
    .map((leaf) => rawText(page.document, page.leaves.node[leaf]!))
    .join(" ");
}

/** How roles are learned. */
interface TrainRolesOptions {
  readonly seed: number;
  readonly boosting: Partial<BoostingOptions>;
  readonly onStep?: ((step: string) => void) | undefined;
}

/** Few and small trees: all twelve roles together have to stay below 100 KB. */
const BOOSTING: Partial<BoostingOptions> = {
  trees: 40,
  maxDepth: 5,
  learningRate: 0.2,
  columnShare: 0.3,
  minChildWeight: 10,
  lambda: 2,
};

/** The share of blocks with only some roles ruled out that is learned from: real pages have hundreds. */
const UNSURE_SHARE = 0.25;
/** How often the columns that a rule read are missing from a block that the rule labelled. */
const MASKED_SHARE = 0.7;
const RULE_COLUMNS: readonly number[] = [
  "inComments",
  "named.comment",
  "named.related",
  "named.promotion",
  "named.list",
  "up.nav",
  "up.footer",
  "up.figure",
  "tag.figcaption",
].map((name) => ROLE_FEATURES.indexOf(name));

/** Learns roles from pages with some or all roles known: trees for each role against all others. */
export function trainRoles(
  pages: Iterable<RolePage>,
  training: Training,
  options: Partial<TrainRolesOptions> = {},
): RoleModel {
  const { seed = 1, boosting, onStep } = options;
  const examples = readExamples(pages, seed);
  const grow = (role: LeafRole): readonly [LeafRole, TreeEnsemble] => {
    const chosen = examples.filter(({ mask }) => mask === bitOf(role) || (mask & bitOf(role)) === 0);
    const rows = chosen.map(({ mask, ...rest }) => ({ ...rest, label: Number(mask === bitOf(role)) }));
    onStep?.(`${role}: ${rows.filter(({ label }) => label === 1).length} of ${rows.length} blocks`);
    return [role, growTrees(ROLE_FEATURES, rows, { ...BOOSTING, ...boosting, seed })];
  };
  return { training, trees: Object.fromEntries(LEAF_ROLES.map(grow)) as Record<LeafRole, TreeEnsemble> };
}

interface RoleExample {
  readonly row: Float32Array;
  readonly mask: number;
  readonly weight: number;
}

function readExamples(pages: Iterable<RolePage>, seed: number): readonly RoleExample[] {
  const examples: RoleExample[] = [];
  let number = 0;
  for (const { page, masks, byRule, weight } of pages) {
    const random = seededRandom(hashText(`${seed} ${number++}`));
    describeBlocks(page.revealed, (blocks, rows, count) => {
      for (let at = 0; at < count; at++) {
        const mask = masks[blocks[at]!]!;
        const isSure = (mask & (mask - 1)) === 0;
        if (mask === 0 || (!isSure && random() > UNSURE_SHARE)) continue;
        const row = rows.slice(at * ROLE_FEATURES.length, (at + 1) * ROLE_FEATURES.length);
        if (byRule[blocks[at]!] === 1 && random() < MASKED_SHARE)
          for (const column of RULE_COLUMNS) row[column] = Number.NaN;
        examples.push({ row, mask, weight });
      }
    });
  }
  return examples;
}
