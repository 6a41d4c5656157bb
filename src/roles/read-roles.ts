import { LEAF_ROLES, type LeafRole } from "../article/index.ts";
import { attribute, type Document, TAG, tagTable } from "../html/index.ts";
import {
  EMBED_CLASSES,
  type Extraction,
  hasToken,
  KEEP_SCORE,
  LEAF_KINDS,
  type LeafRoles,
  leafAt,
  type Page,
  reasonCode,
  statesTime,
  TEXT_LEAF,
} from "../page/index.ts";
import { NAME_HINTS, WORD_HINTS } from "./role-features.data.ts";
import { BODY, BOILERPLATE, commentLeaves, namesOf, type RoleModel, roleChances } from "./role-model.ts";

/** Where a page shows the parts around the body, as leaves. */
interface ShownLeaves {
  readonly headline: readonly number[];
  readonly standfirst: readonly number[];
  readonly byline: readonly number[];
}

/** Reads the role of every leaf of a page, kept or not. */
export type RoleReader = (page: Page, extraction: Extraction, shown: ShownLeaves) => LeafRoles;

/** The chances of what rules find; measured on made-up sites in looks that no model was trained on. */
const CHANCE = {
  headline: 0.97,
  byline: 0.95,
  comment: 0.95,
  embed: 0.95,
  caption: 0.95,
  standfirst: 0.8,
} as const;
/** Chances of what rules leave open, where there is no model. */
const GUESS = { related: 0.6, promotion: 0.6, boilerplate: 0.5 } as const;

/** Reads roles: where a rule over the markup is sure it decides, elsewhere the model and the extractor's score together. */
export function makeRoleReader(model?: () => RoleModel): RoleReader {
  return (page, extraction, shown) => {
    const found = new FoundRoles(page);
    const learned = model && roleChances(page, model());
    if (learned === undefined) guessRoles(found, extraction);
    else
      weighRoles(found, extraction, {
        learned,
        headlineBlock: shown.headline.length > 0 ? -1 : likeliestHeadline(learned),
      });
    applyRules(found, extraction, { shown, isLearned: learned !== undefined });
    return found;
  };
}

class FoundRoles implements LeafRoles {
  readonly page: Page;
  readonly roles: Uint8Array;
  readonly chances: Float32Array;

  constructor(page: Page) {
    this.page = page;
    this.roles = new Uint8Array(page.leaves.count);
    this.chances = new Float32Array(page.leaves.count);
  }

  set(leaf: number, role: LeafRole, chance: number): void {
    this.roles[leaf] = LEAF_ROLES.indexOf(role);
    this.chances[leaf] = chance;
  }
}

/** How much of a dropped leaf's chance of being the body counts for boilerplate; with all of it, a quarter of the related links is missed. */
const DROPPED_SHARE = 0.3;

const HEADLINE = LEAF_ROLES.indexOf("headline");
const BYLINE = LEAF_ROLES.indexOf("byline");
const DATE = LEAF_ROLES.indexOf("date");
const CAPTION = LEAF_ROLES.indexOf("caption");
const STANDFIRST = LEAF_ROLES.indexOf("standfirst");
/** Scores of methods that do not weigh are 0 or 1, and no more certain than these. */
const SCORES = { least: 0.03, most: 0.97 } as const;

interface Learned {
  readonly learned: Float32Array;
  /** The likeliest block of the headline, -1 where rules found it. */
  readonly headlineBlock: number;
}

const MIN_HEADLINE_CHANCE = 0.5;

function likeliestHeadline(learned: Float32Array): number {
  const width = LEAF_ROLES.length;
  let best = -1;
  let most = MIN_HEADLINE_CHANCE;
  for (let at = HEADLINE; at < learned.length; at += width) {
    if (learned[at]! <= most) continue;
    most = learned[at]!;
    best = (at - HEADLINE) / width;
  }
  return best;
}

/** The chances of the model, with the extractor's score for what is text of the article and what is not. */
function weighRoles(found: FoundRoles, { scores }: Extraction, { learned, headlineBlock }: Learned): void {
  const { leaves, blocks } = found.page;
  const width = LEAF_ROLES.length;
  const weights = new Float64Array(width);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const from = blocks.ofLeaf[leaf]! * width;
    const score = Math.min(SCORES.most, Math.max(SCORES.least, scores[leaf]!));
    if (leaves.kind[leaf] !== TEXT_LEAF || learned[from + BODY] === 0) {
      setMedia(found, leaf, score);
      continue;
    }
    for (let role = 0; role < width; role++) {
      weights[role] = learned[from + role]! * (role === BODY || role === STANDFIRST ? score : 1 - score);
    }
    // The extractor knows the body better than these few trees: what it dropped is not the body, and most likely has no other role.
    if (scores[leaf]! < KEEP_SCORE) {
      weights[BOILERPLATE]! += learned[from + BODY]! * (1 - score) * DROPPED_SHARE;
      weights[BODY] = 0;
    }
    // A page has one headline; other titles are those of other stories.
    if (blocks.ofLeaf[leaf] !== headlineBlock) weights[HEADLINE] = 0;
    let sum = 0;
    let best = weights[BYLINE]! > weights[DATE]! ? BYLINE : DATE;
    // A line with names and date is one block with both roles.
    let most = weights[BYLINE]! + weights[DATE]!;
    for (let role = 0; role < width; role++) {
      sum += weights[role]!;
      if (weights[role]! <= most) continue;
      most = weights[role]!;
      best = role;
    }
    found.roles[leaf] = best;
    found.chances[leaf] = most / sum;
  }
}

/** Without a model: what the extractor kept is the body, an aside is a box of links or a form, the rest is boilerplate. */
function guessRoles(found: FoundRoles, { scores }: Extraction): void {
  const { leaves } = found.page;
  for (let leaf = 0; leaf < leaves.count; leaf++) setMedia(found, leaf, scores[leaf]!);
  for (const [aside, from, to] of outermost(found.page, ASIDES)) {
    const role = judgeAside(found.page, aside, from, to);
    for (let leaf = from; leaf < to; leaf++) {
      const isOpen = role !== undefined && scores[leaf]! < KEEP_SCORE && leaves.kind[leaf] === TEXT_LEAF;
      if (isOpen) found.set(leaf, role, GUESS[role]);
    }
  }
}

/** The outermost elements with a tag, each with the range of its leaves. */
function* outermost(
  { document, leaves }: Page,
  tags: Uint8Array,
): Generator<readonly [number, number, number]> {
  for (let node = 0; node < document.size; node++) {
    if (tags[document.tag[node]!] !== 1) continue;
    const end = document.end[node]!;
    yield [node, leafAt(leaves, node), leafAt(leaves, end)];
    node = end - 1;
  }
}

const ASIDES = tagTable("aside");
const CONTROLS = tagTable("form", "input", "button", "textarea", "select");

function judgeAside(
  { document, leaves }: Page,
  aside: number,
  from: number,
  to: number,
): "related" | "promotion" | undefined {
  for (let node = aside; node < document.end[aside]!; node++) {
    if (CONTROLS[document.tag[node]!] === 1) return "promotion";
  }
  let [linked, all] = [0, 0];
  for (let leaf = from; leaf < to; leaf++) {
    const length = document.textEnd[leaves.node[leaf]!]! - document.textStart[leaves.node[leaf]!]!;
    all += length;
    if (leaves.anchor[leaf]! >= 0) linked += length;
  }
  return 2 * linked > all ? "related" : undefined;
}

/** Kept media and text belong to the body; other media have no words to judge them by. */
function setMedia(found: FoundRoles, leaf: number, score: number): void {
  if (score >= KEEP_SCORE) found.set(leaf, "body", score);
  else found.set(leaf, "boilerplate", Math.max(GUESS.boilerplate, 1 - score));
}

const FRAME = LEAF_KINDS.indexOf("frame");
const QUOTES = tagTable("blockquote");
const CAPTIONS = tagTable("figcaption");
const COMMENT = reasonCode("a reader's comment");

interface Known {
  readonly shown: ShownLeaves;
  /** Whether a model was used. */
  readonly isLearned: boolean;
}

function applyRules(found: FoundRoles, { scores, reasons }: Extraction, { shown, isLearned }: Known): void {
  const { page } = found;
  const { document, leaves } = page;
  for (const [, from, to] of outermost(page, CAPTIONS)) {
    for (let leaf = from; leaf < to; leaf++)
      if (leaves.kind[leaf] === TEXT_LEAF) found.set(leaf, "caption", CHANCE.caption);
  }
  for (const [quote, from, to] of outermost(page, QUOTES)) {
    if (!isEmbed(document, quote)) continue;
    for (let leaf = from; leaf < to; leaf++) found.set(leaf, "embed", CHANCE.embed);
  }
  const isComment = commentLeaves(page);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const isKept = scores[leaf]! >= KEEP_SCORE;
    if (leaves.kind[leaf] === FRAME && isKept) found.set(leaf, "embed", CHANCE.embed);
    // Posts of a forum are in sections for comments too, and are kept.
    if (reasons[leaf] === COMMENT || (isComment[leaf] === 1 && !isKept))
      found.set(leaf, "comment", CHANCE.comment);
  }
  for (const leaf of shown.standfirst) {
    // Prose below the headline can be the body's first paragraph or a byline, which the model judges better.
    if (!isLearned || found.roles[leaf] === BOILERPLATE) found.set(leaf, "standfirst", CHANCE.standfirst);
  }
  for (const leaf of shown.byline) found.set(leaf, "byline", CHANCE.byline);
  for (const leaf of shown.headline) found.set(leaf, "headline", CHANCE.headline);
  splitLines(found);
}

function isEmbed(document: Document, quote: number): boolean {
  const classes = attribute(document, quote, "class");
  return EMBED_CLASSES.some((name) => hasToken(classes, name));
}

/** Longer texts with a time or a credit in them are sentences. */
const MAX_LINE_CHARACTERS = 120;
/** A longer text is a caption with its credit in it. */
const MAX_CREDIT_CHARACTERS = 60;
const DATE_MARK = /date|time|publish|updated/i;
const DIGIT = /\p{N}/u;

/** A date in the line of a byline, a byline in that of a date and a credit below a caption are leaves of their own. */
function splitLines(found: FoundRoles): void {
  const { document, leaves } = found.page;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const role = found.roles[leaf];
    if (role !== BYLINE && role !== CAPTION && role !== DATE) continue;
    const node = leaves.node[leaf]!;
    const [from, to] = [document.textStart[node]!, document.textEnd[node]!];
    if (to - from > MAX_LINE_CHARACTERS) continue;
    const text = document.text.slice(from, to).trim();
    const names = namesOf(document, document.parent[node]!);
    const part = partOf(text, { names, isTime: document.tag[document.parent[node]!] === TAG.time });
    if (role === CAPTION && part === "credit") found.set(leaf, "credit", found.chances[leaf]!);
    else if (role !== CAPTION && part === "date") found.set(leaf, "date", found.chances[leaf]!);
    else if (role === DATE && part === "name") found.set(leaf, "byline", found.chances[leaf]!);
  }
}

interface Marks {
  readonly names: string;
  readonly isTime: boolean;
}

/** What a piece of a line is by its own words and the names of its element. */
function partOf(text: string, { names, isTime }: Marks): "date" | "credit" | "name" | undefined {
  if (WORD_HINTS.by.test(`${text} `)) return "name";
  if (isTime || (DIGIT.test(text) && (DATE_MARK.test(names) || statesTime(text)))) return "date";
  if (NAME_HINTS.credit.test(names) || (text.length <= MAX_CREDIT_CHARACTERS && WORD_HINTS.credit.test(text)))
    return "credit";
  return DIGIT.test(text) || NAME_HINTS.date.test(names) ? undefined : "name";
}
