import { type Facts, type Writer, writeNumber } from "../languages/grammar.ts";
import type { HardCase } from "../names.ts";
import type { Random } from "../random.ts";
import type { Shape } from "./hard-cases.data.ts";
import { HOUSE_TEXTS, type HouseTexts } from "./house-texts.data.ts";
import { writeMoment } from "./moments.ts";
import { drawPicture } from "./pictures.ts";
import { allSections, type SiteFace } from "./site-face.ts";
import { type Breaking, breakUp } from "./spans.ts";
import type { Block, Span } from "./story.ts";

/** What a story's blocks are made from. */
export interface BlockOrder {
  readonly face: SiteFace;
  readonly writer: Writer;
  readonly cases: ReadonlySet<HardCase>;
  readonly shape: Shape | undefined;
  readonly publishedMs: number;
  readonly facts: Facts;
  readonly random: Random;
}

/** Fewest and most paragraphs of an ordinary story, and the middle one. */
const PARAGRAPHS = { least: 3, most: 40, median: 9, spread: 0.65 };
/** Writers link a word here and there; the hard case styles more than every fifth. */
const USUAL: Omit<Breaking, "urls"> = { share: 0.01, styles: ["link", "link", "link", "italic"] };
const BROKEN: Omit<Breaking, "urls"> = { share: 0.22, styles: ["link", "link", "bold", "italic", "marked"] };

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

function spansOf(text: string, { face, cases, random }: BlockOrder): Span[] {
  const urls = allSections(face).map((section) => section.path);
  return breakUp(text, { ...(cases.has("broken-pieces") ? BROKEN : USUAL), urls }, random);
}

function paragraph(text: string, order: BlockOrder, style: "plain" | "outline" = "plain"): Block {
  return { kind: "paragraph", spans: spansOf(text, order), style };
}

function sentenceCount(random: Random): number {
  return clamp(random.logNormal(2.2, 0.55), 1, 7);
}

function tableBlock({ face, random }: BlockOrder): Block {
  const { labels, numberMarks } = face.language;
  const first = face.year - random.between(4, 7);
  const rows = Array.from({ length: random.between(3, 6) }, (_, row) => [
    String(first + row),
    writeNumber(random.between(20, 990) * 10, face.language),
    `${random.chance(0.5) ? "+" : "−"}${random.between(0, 19)}${numberMarks[1]}${random.between(1, 9)} %`,
  ]);
  return { kind: "table", head: [labels.year, labels.total, labels.change], rows };
}

function embedBlock({ writer, publishedMs, face, facts }: BlockOrder): Block {
  const date = writeMoment(publishedMs - 3_600_000, face.language).label;
  return { kind: "embed", author: `${facts.person} (@witness)`, text: writer.say("comment"), date };
}

/** Pull quotes are short, so the shortest paragraph is repeated. */
function pulled(paragraphs: readonly string[]): string {
  return [...paragraphs].sort((a, b) => a.length - b.length)[0] ?? "";
}

function extraBlocks(order: BlockOrder, paragraphs: readonly string[]): Block[] {
  const { cases, writer, random, face } = order;
  const extras: Block[] = [];
  const add = (name: HardCase, make: () => Block): void => {
    if (cases.has(name)) extras.push(make());
  };
  add("pull-quote", () => ({ kind: "pull-quote", text: pulled(paragraphs) }));
  add("block-quote", () => ({
    kind: "quote",
    text: `${writer.say("claim")}${face.language.gap}${writer.say("sentence")}`,
  }));
  add("table", () => tableBlock(order));
  add("list", () => ({
    kind: "list",
    items: Array.from({ length: random.between(3, 6) }, () => writer.say("point")),
  }));
  add("code", () => ({
    kind: "code",
    text: `route = load("line-${random.between(2, 9)}")\nif route.delay > 15:\n    notify(route.riders)`,
  }));
  add("embedded-post", () => embedBlock(order));
  add("inline-related", () => ({ kind: "related" }));
  add("inline-promotion", () => ({ kind: "promotion" }));
  if (random.chance(0.25))
    extras.push({ kind: "figure", picture: drawPicture(writer, face.language, random) });
  if (random.chance(0.35)) extras.push({ kind: "ad" });
  return extras;
}

/** Extras come after the opening paragraphs, in random order. */
function weave(blocks: readonly Block[], extras: readonly Block[], random: Random): Block[] {
  const woven = [...blocks];
  for (const extra of random.sample(extras, extras.length)) {
    woven.splice(random.between(Math.min(2, woven.length), woven.length), 0, extra);
  }
  return woven;
}

function withHeadings(blocks: readonly Block[], { writer, random }: BlockOrder): Block[] {
  if (blocks.length < 6 || random.chance(0.45)) return [...blocks];
  const every = random.between(3, 5);
  return blocks.flatMap((block, index): Block[] =>
    index > 0 && index % every === 0 && index < blocks.length - 1
      ? [{ kind: "heading", text: writer.say("heading") }, block]
      : [block],
  );
}

function ordinary(order: BlockOrder): Block[] {
  const { cases, writer, random, face } = order;
  const count = clamp(
    random.logNormal(PARAGRAPHS.median, PARAGRAPHS.spread),
    PARAGRAPHS.least,
    PARAGRAPHS.most,
  );
  const texts = Array.from({ length: count }, (_, index) =>
    index === 0 ? writer.say("lead") : writer.paragraph(sentenceCount(random)),
  );
  const plain = texts.map((text, index): Block => {
    const isOutline = index === 0 && cases.has("outline-paragraph");
    return paragraph(text, order, isOutline ? "outline" : "plain");
  });
  const woven = weave(withHeadings(plain, order), extraBlocks(order, texts), random);
  if (cases.has("credit-in-last-text")) woven.push(credited(writer.paragraph(sentenceCount(random)), order));
  if (cases.has("correction")) woven.push({ kind: "correction", text: face.language.labels.correction });
  return woven;
}

function credited(text: string, { face }: BlockOrder): Block {
  return { kind: "credited", text, credit: ` (${face.name})` };
}

function short(symbol: string, order: BlockOrder): Block[] {
  const text = order.writer.say(symbol);
  return [order.cases.has("credit-in-last-text") ? credited(text, order) : paragraph(text, order)];
}

function live(order: BlockOrder): Block[] {
  const { writer, random, publishedMs, face } = order;
  let entryMs = publishedMs;
  const entries = Array.from({ length: random.between(5, 14) }, (): Block => {
    entryMs -= random.between(6, 25) * 60_000;
    const { time } = writeMoment(entryMs, face.language);
    const paragraphs = Array.from({ length: random.between(1, 3) }, () =>
      writer.paragraph(sentenceCount(random)),
    );
    return { kind: "live", entry: { time, title: writer.say("point"), paragraphs } };
  });
  return [paragraph(writer.say("lead"), order), ...entries];
}

function gallery(order: BlockOrder): Block[] {
  const { writer, random, face } = order;
  const pictures = Array.from({ length: random.between(5, 9) }, () =>
    drawPicture(writer, face.language, random),
  );
  return [
    paragraph(writer.say("lead"), order),
    paragraph(writer.paragraph(sentenceCount(random)), order),
    { kind: "gallery", pictures },
  ];
}

/** Fewest and most sentences of an item in brief: 40 to 150 words. */
const ITEM_SENTENCES = [3, 9] as const;

function item(order: BlockOrder): Block[] {
  const { writer, random } = order;
  let left = random.between(...ITEM_SENTENCES) - 1;
  const blocks = [paragraph(writer.say("lead"), order)];
  while (left > 0) {
    const sentences = Math.min(left, random.between(1, 4));
    blocks.push(paragraph(writer.paragraph(sentences), order));
    left -= sentences;
  }
  return blocks;
}

/** House texts among the paragraphs of a story or below the last. */
const HOUSE_PARTS = {
  "consent-placeholder": "consent",
  "subscribe-plea": "plea",
  "about-us": "about",
} as const satisfies Partial<Record<HardCase, keyof HouseTexts>>;

function withHouseTexts(blocks: readonly Block[], { cases, face, random }: BlockOrder): Block[] {
  const woven = [...blocks];
  for (const [name, part] of Object.entries(HOUSE_PARTS)) {
    if (!cases.has(name as HardCase)) continue;
    const draw = random.fork(name);
    const isLast = part === "about" || (part === "plea" && draw.chance(0.6));
    const place = isLast ? woven.length : draw.between(Math.min(1, woven.length), woven.length);
    woven.splice(place, 0, houseBlock(part, face, draw));
  }
  return woven;
}

/** Sentences of the house, in one paragraph or each in its own. */
export function houseBlock(
  part: keyof HouseTexts,
  face: SiteFace,
  random: Random,
): Block & { kind: "house" } {
  const { code, gap } = face.language;
  const said = HOUSE_TEXTS[code][part].map((sentence) => sentence.replace("{site}", face.name));
  return { kind: "house", part, paragraphs: random.chance(0.5) ? said : [said.join(gap)] };
}

/** Makes the parts of a story in reading order. */
export function makeBlocks(order: BlockOrder): Block[] {
  return withHouseTexts(storyBlocks(order), order);
}

function storyBlocks(order: BlockOrder): Block[] {
  const { shape, writer } = order;
  if (shape === "short-item") return item(order);
  if (shape === "live-blog") return live(order);
  if (shape === "gallery") return gallery(order);
  if (shape === "ten-word-flash") return short("flash", order);
  if (shape === "one-sentence") return short("lead", order);
  if (shape === "paywall-teaser")
    return [paragraph(writer.say("lead"), order), paragraph(writer.paragraph(2), order)];
  return ordinary(order);
}
