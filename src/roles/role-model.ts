import { LEAF_ROLES, type LeafRole } from "../article/index.ts";
import { attribute, type Document, tagName } from "../html/index.ts";
import {
  badModel,
  isRecord,
  type ModelFile,
  modelHead,
  readHeadOf,
  type Training,
  TreeEnsemble,
  toProbability,
} from "../model/index.ts";
import {
  BLOCK_FEATURES,
  COMMENT_HEADING,
  computeBlockFeatures,
  findCommentSections,
  leafAt,
  type Page,
  REPLY_WORDS,
  statesTime,
  TEXT_LEAF,
} from "../page/index.ts";
import { HEADING_HINTS, NAME_HINTS, WORD_HINTS } from "./role-features.data.ts";

const NAME_PATTERNS: readonly RegExp[] = Object.values(NAME_HINTS);
const WORD_PATTERNS: readonly RegExp[] = Object.values(WORD_HINTS);
/** A heading of comments is evidence like one of related links. */
const HEADING_PATTERNS: readonly RegExp[] = [...Object.values(HEADING_HINTS), COMMENT_HEADING];

/** Columns that describe the page as a whole: roles depend on the block, and generated pages could be recognised by them. */
const isOfPage = ({ family }: (typeof BLOCK_FEATURES)[number]) => family === "page";
const BLOCK_COLUMNS: readonly number[] = [...BLOCK_FEATURES.keys()].filter(
  (column) => !isOfPage(BLOCK_FEATURES[column]!),
);

/** The names of all columns: the contract between a model and this code. */
export const ROLE_FEATURES: readonly string[] = [
  ...BLOCK_COLUMNS.map((column) => BLOCK_FEATURES[column]!.name),
  ...Object.keys(NAME_HINTS).map((name) => `named.${name}`),
  ...Object.keys(WORD_HINTS).map((name) => `says.${name}`),
  "says.reply",
  "says.time",
  ...[...Object.keys(HEADING_HINTS), "comment"].map((name) => `under.${name}`),
  "inComments",
];

/** Rows that are written and scored together. */
const BATCH_ROWS = 64;
/** Elements up from a text whose names are read. */
const MAX_CLIMB = 12;
/** A hostile page can name every element with a megabyte. */
const MAX_NAME_CHARACTERS = 200;
/** Longer texts are sentences, whose words say nothing of their role. */
const MAX_LABEL_CHARACTERS = 300;
const MAX_HEADING_CHARACTERS = 60;
/** A heading farther above a block does not count. */
const MAX_BLOCKS_UNDER = 40;

/** Describes the blocks of a page with text for their roles, some at a time: `score` sees the first `count` rows of each batch. */
export function describeBlocks(
  page: Page,
  score: (blocks: Int32Array, rows: Float32Array, count: number) => void,
): void {
  const features = computeBlockFeatures(page);
  const own = new OwnColumns(page);
  const width = BLOCK_FEATURES.length;
  const ofBlocks = new Float32Array(BATCH_ROWS * width);
  const rows = new Float32Array(BATCH_ROWS * ROLE_FEATURES.length);
  const blocks = new Int32Array(BATCH_ROWS);
  const flush = (count: number) => {
    features.writeRows({ count, blocks, values: ofBlocks, width });
    for (let row = 0; row < count; row++) {
      let at = row * ROLE_FEATURES.length;
      for (const column of BLOCK_COLUMNS) rows[at++] = ofBlocks[row * width + column]!;
      own.write(blocks[row]!, rows, at);
    }
    score(blocks, rows, count);
  };
  let count = 0;
  try {
    for (let block = 0; block < page.blocks.count; block++) {
      if (!own.read(block, count)) continue;
      blocks[count++] = block;
      if (count < BATCH_ROWS) continue;
      flush(count);
      count = 0;
    }
    if (count > 0) flush(count);
  } finally {
    features.release();
  }
}

/** The columns of roles alone, which need the words and the names around a block. */
class OwnColumns {
  readonly #page: Page;
  /** By element: a bit for each of the patterns that its names match; -1 where they were not read yet. */
  readonly #hints: Int32Array;
  readonly #hintsOfName = new Map<string, number>();
  readonly #inComments: Uint8Array;
  /** The last block with each of the headings. */
  readonly #under = new Int32Array(HEADING_PATTERNS.length).fill(-1);
  /** For each row of a batch: the text, the first leaf with text, and the blocks since each heading. */
  readonly #known = new Map<
    number,
    { readonly text: string; readonly leaf: number; readonly under: Float32Array }
  >();

  constructor(page: Page) {
    this.#page = page;
    this.#hints = new Int32Array(page.document.size).fill(-1);
    this.#inComments = commentLeaves(page);
  }

  /** Reads the text of a block for one of the next rows; false where it has none. */
  read(block: number, row: number): boolean {
    if (row === 0) this.#known.clear();
    const { document, leaves, blocks } = this.#page;
    let text = "";
    let first = -1;
    for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
      if (leaves.kind[leaf] !== TEXT_LEAF) continue;
      if (first < 0) first = leaf;
      if (text.length > MAX_LABEL_CHARACTERS) break;
      const node = leaves.node[leaf]!;
      const from = document.textStart[node]!;
      text += `${document.text.slice(from, Math.min(document.textEnd[node]!, from + 2 * MAX_LABEL_CHARACTERS))} `;
    }
    if (first < 0) return false;
    text = text.replace(/\s+/g, " ").trim();
    const under = Float32Array.from(this.#under, (last) =>
      last < 0 || block - last > MAX_BLOCKS_UNDER ? Number.NaN : block - last,
    );
    if (text.length <= MAX_HEADING_CHARACTERS) {
      for (const [at, pattern] of HEADING_PATTERNS.entries()) if (pattern.test(text)) this.#under[at] = block;
    }
    this.#known.set(block, { text, leaf: first, under });
    return true;
  }

  write(block: number, into: Float32Array, from: number): void {
    const { text, leaf, under } = this.#known.get(block)!;
    let at = this.#writeNames(this.#page.leaves.node[leaf]!, into, from);
    const isLabel = text.length <= MAX_LABEL_CHARACTERS;
    for (const pattern of WORD_PATTERNS) into[at++] = Number(isLabel && pattern.test(text));
    into[at++] = Number(isLabel && REPLY_WORDS.test(text));
    into[at++] = Number(isLabel && statesTime(text));
    into.set(under, at);
    into[at + under.length] = this.#inComments[leaf]!;
  }

  #writeNames(node: number, into: Float32Array, from: number): number {
    const { parent } = this.#page.document;
    const to = from + NAME_PATTERNS.length;
    into.fill(Number.NaN, from, to);
    let element = parent[node]!;
    for (let level = 0; level < MAX_CLIMB && element > 0; level++, element = parent[element]!) {
      const hints = this.#hintsOf(element);
      if (hints === 0) continue;
      for (let hint = 0; hint < NAME_PATTERNS.length; hint++) {
        if ((hints & (1 << hint)) !== 0 && Number.isNaN(into[from + hint]!)) into[from + hint] = level;
      }
    }
    return to;
  }

  #hintsOf(element: number): number {
    let hints = this.#hints[element]!;
    if (hints >= 0) return hints;
    const names = namesOf(this.#page.document, element);
    hints = this.#hintsOfName.get(names) ?? -1;
    if (hints < 0) {
      hints = 0;
      for (const [hint, pattern] of NAME_PATTERNS.entries()) if (pattern.test(names)) hints |= 1 << hint;
      this.#hintsOfName.set(names, hints);
    }
    this.#hints[element] = hints;
    return hints;
  }
}

/** What page authors call an element: by its class, id, property, or a tag of their own. */
export function namesOf(document: Document, element: number): string {
  const names = ["class", "id", "itemprop"].map((name) => attribute(document, element, name) ?? "");
  // The tags of custom elements are names too.
  const tag = tagName(document, element);
  return `${tag.includes("-") ? tag : ""} ${names.join(" ")}`.trim().slice(0, MAX_NAME_CHARACTERS);
}

/** Flags for the leaves of sections in which readers comment. */
export function commentLeaves(page: Page): Uint8Array {
  const { leaves } = page;
  const flags = new Uint8Array(leaves.count);
  for (const { from, to } of findCommentSections(page, leaves.visible)) {
    flags.fill(1, leafAt(leaves, from), leafAt(leaves, to));
  }
  return flags;
}

/** The trained roles: trees for each, one against all others. */
export interface RoleModel {
  readonly training: Training;
  readonly trees: Readonly<Record<LeafRole, TreeEnsemble>>;
}

/** The method's name in model files. */
const METHOD = "roles";

/** A model as the value that its file holds as JSON. */
export function packRoleModel({
  training,
  trees,
}: RoleModel): ModelFile & { readonly trees: Readonly<Record<string, string>> } {
  return {
    ...modelHead(METHOD, ROLE_FEATURES, training),
    trees: Object.fromEntries(LEAF_ROLES.map((role) => [role, trees[role].encode()])),
  };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is another, of other features or damaged. */
export function readRoleModel(value: unknown): RoleModel {
  const head = readHeadOf(METHOD, ROLE_FEATURES, value);
  const packed = isRecord(head.trees) ? head.trees : {};
  const read = (role: LeafRole) => {
    const own = packed[role];
    const trees = typeof own === "string" ? TreeEnsemble.decode(own, ROLE_FEATURES) : undefined;
    if (trees === undefined) throw badModel(`its trees for ${role} are damaged`);
    return [role, trees] as const;
  };
  const trees = Object.fromEntries(LEAF_ROLES.map(read)) as Record<LeafRole, TreeEnsemble>;
  return { training: head.training, trees };
}

/** Pages with more blocks are lists of data: only rules decide their roles. */
const MOST_BLOCKS = 20_000;

/** The place of the body in `LEAF_ROLES`. */
export const BODY = LEAF_ROLES.indexOf("body");
/** The same for boilerplate. */
export const BOILERPLATE = LEAF_ROLES.indexOf("boilerplate");

/**
 * The chance of every role for every block, `LEAF_ROLES.length` numbers a block that add up to 1; 0 for blocks without text.
 * It reads the page alone, so any step of an extractor can ask for it; it takes four fifths of the time of `quick`.
 * Undefined for pages with too many blocks.
 */
export function roleChances(page: Page, { trees }: Pick<RoleModel, "trees">): Float32Array | undefined {
  if (page.blocks.count > MOST_BLOCKS) return undefined;
  const width = LEAF_ROLES.length;
  const chances = new Float32Array(page.blocks.count * width);
  const logOdds = new Float64Array(BATCH_ROWS);
  describeBlocks(page.revealed, (blocks, rows, count) => {
    for (const [at, role] of LEAF_ROLES.entries()) {
      trees[role].scoreRows(rows, count, logOdds);
      for (let row = 0; row < count; row++) chances[blocks[row]! * width + at] = toProbability(logOdds[row]!);
    }
    for (let row = 0; row < count; row++)
      settle(chances.subarray(blocks[row]! * width, (blocks[row]! + 1) * width));
  });
  return chances;
}

/**
 * Makes the chances of one block add up to 1. What no other role claims is body or boilerplate: real pages are full of blocks that
 * are like none in training.
 */
function settle(chances: Float32Array): void {
  const [body, boilerplate] = [chances[BODY]!, chances[BOILERPLATE]!];
  chances[BODY] = 0;
  chances[BOILERPLATE] = 0;
  const claimed = chances.reduce((sum, chance) => sum + chance, 0);
  const scale = claimed > MAX_CLAIMED ? MAX_CLAIMED / claimed : 1;
  for (let at = 0; at < chances.length; at++) chances[at] = chances[at]! * scale;
  const rest = 1 - claimed * scale;
  chances[BODY] = (rest * body) / (body + boilerplate);
  chances[BOILERPLATE] = rest - chances[BODY]!;
}

/** However likely the other roles are, a block can be something else. */
const MAX_CLAIMED = 0.98;
