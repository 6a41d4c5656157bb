import { LEAF_ROLES, type LeafRole } from "../../article/index.ts";
import { type Document, NODE_KIND, nodeAt, nodePath } from "../../html/index.ts";
import { isRecord } from "../../model/index.ts";
import { foldSpaces, hashText } from "../../text/index.ts";
import type { MadeLabel } from "../made-labels.ts";
import { FRAME_SHAPE, pointOf, SHAPES, type ShownPoint, type TreeShape, textPosition } from "./shown-tree.ts";
import { type JsonRecord, textOf } from "./tasks.ts";

/** A part of a page with a role. */
export interface Region {
  readonly role: LeafRole;
  readonly start: ShownPoint;
  readonly end: ShownPoint;
  /** The text on the screen, where it was kept. */
  readonly text: string | undefined;
  /** Characters between start and end, where Label Studio counted them. */
  readonly length: number | undefined;
  /** The path of the node, of regions that Galley wrote. */
  readonly node: string | undefined;
}

/** The roles of labels with other names, by the label in lower case. */
export type RoleNames = ReadonlyMap<string, LeafRole>;

/** Keys under which the labels of a region are, besides the type of the result; the last two of old versions. */
const LABEL_KEYS = ["hypertextlabels", "labels", "htmllabels", "richtextlabels"];

/** The labels of a result that is a region of a page; none for all other results. */
export function labelsOfResult(result: unknown): readonly string[] {
  if (!isRecord(result) || !isRecord(result.value)) return [];
  const { value } = result;
  if (typeof value.start !== "string" || typeof value.end !== "string") return [];
  const key = [textOf(result.type) ?? "", ...LABEL_KEYS].find((name) => Array.isArray(value[name]));
  const labels: unknown = key === undefined ? [] : value[key];
  return Array.isArray(labels) ? labels.filter((label) => typeof label === "string") : [];
}

/** The region of a result; undefined where it is not a region or has no label that is a role. */
export function readRegion(result: unknown, names: RoleNames): Region | undefined {
  const role = labelsOfResult(result).flatMap((label) => roleOf(label, names) ?? [])[0];
  if (role === undefined || !isRecord(result) || !isRecord(result.value)) return undefined;
  const { start, end, startOffset, endOffset, text, globalOffsets } = result.value;
  const meta = isRecord(result.meta) ? result.meta : {};
  return {
    role,
    start: { path: String(start), offset: countOf(startOffset) ?? 0 },
    end: { path: String(end), offset: countOf(endOffset) ?? 0 },
    text: textOf(text),
    length: lengthOf(globalOffsets),
    node: textOf(meta.node),
  };
}

function roleOf(label: string, names: RoleNames): LeafRole | undefined {
  const name = label.trim().toLowerCase();
  return names.get(name) ?? LEAF_ROLES.find((role) => role === name);
}

function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}

function lengthOf(offsets: unknown): number | undefined {
  if (!isRecord(offsets)) return undefined;
  const [start, end] = [countOf(offsets.start), countOf(offsets.end)];
  return start === undefined || end === undefined ? undefined : end - start;
}

/** The labels of nodes for some regions. */
export interface RegionLabels {
  readonly labels: readonly MadeLabel[];
  /** Regions that begin or end inside of a text, so that the label covers more or less than they do. */
  readonly rounded: number;
  /** Regions not found on the page, as `role: text`. */
  readonly lost: readonly string[];
}

/** The range of a document's text. */
interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** Finds regions on a page: by their paths, else by their text where that is there once. Inner regions win over outer ones. */
export function labelsOfRegions(
  document: Document,
  regions: readonly Region[],
  shape: TreeShape,
): RegionLabels {
  const roles = new Map<number, LeafRole>();
  const lost: string[] = [];
  let rounded = 0;
  const found = regions.map((region) => ({ region, span: spanOf(document, region, shape) }));
  const sizeOf = (span: TextSpan | undefined) => (span === undefined ? 0 : span.to - span.from);
  for (const { region, span } of found.toSorted((a, b) => sizeOf(b.span) - sizeOf(a.span))) {
    const { nodes, isRounded } = span === undefined ? NOWHERE : nodesOf(document, region, span);
    if (nodes.length === 0)
      lost.push(`${region.role}: ${foldSpaces(region.text ?? region.start.path).slice(0, SHOWN_CHARACTERS)}`);
    else if (isRounded) rounded++;
    for (const node of nodes) roles.set(node, region.role);
  }
  const labels = [...roles].map(([node, role]) => ({ node, role })).sort((a, b) => a.node - b.node);
  return { labels, rounded, lost };
}

const NOWHERE = { nodes: [], isRounded: false };
const SHOWN_CHARACTERS = 80;

function spanOf(document: Document, region: Region, shape: TreeShape): TextSpan | undefined {
  const span = spanByPath(document, region, shape);
  if (span !== undefined && matchesText(document, region, span)) return span;
  return spanByText(document, region.text) ?? span;
}

function spanByPath(
  document: Document,
  { start, end }: Pick<Region, "start" | "end">,
  shape: TreeShape,
): TextSpan | undefined {
  const from = textPosition(document, shape, start);
  const to = textPosition(document, shape, end);
  return from === undefined || to === undefined || to < from ? undefined : { from, to };
}

/** What a browser shows differs from the markup in its white space and in letters that a style sheet makes capitals; Label Studio writes line ends as `\n`. */
function bare(text: string): string {
  return text.replace(/\\n|[\s\u00ad\u200b\ufeff]/g, "").toLowerCase();
}

/** Hidden parts of a region are not in its text, so that its ends decide. */
const END_CHARACTERS = 12;

function matchesText(document: Document, { text, length }: Region, { from, to }: TextSpan): boolean {
  const own = document.text.slice(from, to);
  if (text === undefined || text === "")
    return length === undefined || Math.abs([...own].length - length) <= 1;
  const [stated, found] = [bare(text), bare(own)];
  const start = stated.slice(0, END_CHARACTERS);
  return stated === found || (found.startsWith(start) && found.endsWith(stated.slice(-END_CHARACTERS)));
}

/** A text that is on the page exactly once is there. */
function spanByText(document: Document, text: string | undefined): TextSpan | undefined {
  const wanted = bare(text ?? "");
  if (wanted === "") return undefined;
  const places: number[] = [];
  let whole = "";
  for (const { 0: unit, index } of document.text.matchAll(/[^\s\u00ad\u200b\ufeff]/gu)) {
    const lower = unit.toLowerCase();
    whole += lower;
    for (let at = 0; at < lower.length; at++) places.push(index);
  }
  const at = whole.indexOf(wanted);
  if (at < 0 || whole.indexOf(wanted, at + 1) >= 0) return undefined;
  return { from: places[at]!, to: places[at + wanted.length - 1]! + 1 };
}

/** The shape in which most regions of a page are found at their texts. */
export function findShape(document: Document, regions: readonly Region[]): TreeShape {
  let best = { shape: FRAME_SHAPE, score: -1 };
  for (const shape of SHAPES) {
    let score = 0;
    for (const region of regions) {
      const span = spanByPath(document, region, shape);
      if (span !== undefined) score += matchesText(document, region, span) ? 2 : 1;
    }
    if (score > best.score) best = { shape, score };
  }
  return best.shape;
}

/** A text is labelled if a region covers at least this share of it. */
const MIN_COVERED = 0.5;

/** The nodes that a span covers: the largest that are all inside of it, each as the smallest with the same text. */
function nodesOf(
  document: Document,
  region: Region,
  span: TextSpan,
): { readonly nodes: readonly number[]; readonly isRounded: boolean } {
  const own = region.node === undefined ? -1 : nodeAt(document, region.node);
  if (own > 0 && isSameSpan(inkOf(document, own), shrink(document, span)))
    return { nodes: [own], isRounded: false };
  const { size, kind, end } = document;
  const nodes: number[] = [];
  let isRounded = false;
  for (let node = 1; node < size; ) {
    const ink = inkOf(document, node);
    const isOutside = ink === undefined || ink.to <= span.from || ink.from >= span.to;
    if (!isOutside && ink.from >= span.from && ink.to <= span.to) {
      nodes.push(smallestWith(document, node));
      node = end[node]!;
      continue;
    }
    if (!isOutside && kind[node] === NODE_KIND.text) {
      isRounded = true;
      const covered = Math.min(ink.to, span.to) - Math.max(ink.from, span.from);
      if (covered >= MIN_COVERED * (ink.to - ink.from)) nodes.push(node);
    }
    node = isOutside ? end[node]! : node + 1;
  }
  return { nodes, isRounded };
}

/** The text of a node without the white space around it; undefined where there is none. */
function inkOf(document: Document, node: number): TextSpan | undefined {
  return shrink(document, { from: document.textStart[node]!, to: document.textEnd[node]! });
}

const SPACE = /\s/;

function shrink({ text }: Document, span: TextSpan): TextSpan | undefined {
  let { from, to } = span;
  while (from < to && SPACE.test(text[from]!)) from++;
  while (to > from && SPACE.test(text[to - 1]!)) to--;
  return from === to ? undefined : { from, to };
}

function isSameSpan(a: TextSpan | undefined, b: TextSpan | undefined): boolean {
  return a !== undefined && a.from === b?.from && a.to === b.to;
}

/** The smallest element with all text of a node. */
function smallestWith(document: Document, node: number): number {
  const whole = inkOf(document, node);
  let at = node;
  for (let below = node + 1; below < document.end[node]!; below++) {
    if (document.kind[below] !== NODE_KIND.element) continue;
    if (isSameSpan(inkOf(document, below), whole)) at = below;
    else if (document.textStart[below]! > (whole?.from ?? 0)) break;
  }
  return at;
}

/** The fields that the results of a file share. */
export interface RegionForm {
  readonly fromName: string;
  readonly toName: string;
  /** `hypertextlabels`, or as the labelling interface has it. */
  readonly type: string;
  /** The names of the labels of roles. */
  readonly labelOf: (role: LeafRole) => string;
}

/** Labels as results of Label Studio, in the shape of its frame; those whose nodes have no text are left over. */
export function resultsOfLabels(
  document: Document,
  labels: readonly MadeLabel[],
  { form, by }: { readonly form: RegionForm; readonly by?: string },
): { readonly results: readonly JsonRecord[]; readonly unmarked: readonly MadeLabel[] } {
  const results: JsonRecord[] = [];
  const unmarked: MadeLabel[] = [];
  for (const { node, role } of labels) {
    const value = rangeValue(document, node);
    if (value === undefined) {
      unmarked.push({ node, role });
      continue;
    }
    results.push({
      id: resultId(`${by} ${node} ${role}`),
      from_name: form.fromName,
      to_name: form.toName,
      type: form.type,
      value: { ...value, [form.type]: [form.labelOf(role)] },
      meta: { node: nodePath(document, node), ...(by !== undefined && { by }) },
    });
  }
  return { results, unmarked };
}

function rangeValue(document: Document, node: number): JsonRecord | undefined {
  const ink = node < document.size ? inkOf(document, node) : undefined;
  if (ink === undefined) return undefined;
  const start = pointAt(document, node, ink.from);
  const end = pointAt(document, node, ink.to - 1);
  if (start === undefined || end === undefined) return undefined;
  return {
    start: start.path,
    end: end.path,
    startOffset: start.offset,
    endOffset: end.offset + 1,
    text: foldSpaces(document.text.slice(ink.from, ink.to)),
  };
}

/** The point of a character inside of a node. */
function pointAt(document: Document, inside: number, position: number): ShownPoint | undefined {
  const { kind, end, textStart, textEnd } = document;
  let node = inside;
  while (node < end[inside]! && !(kind[node] === NODE_KIND.text && position < textEnd[node]!)) node++;
  return pointOf(document, FRAME_SHAPE, { node, offset: position - textStart[node]! });
}

/** A name for a result, as long as those of Label Studio and the same in every run. */
export function resultId(text: string): string {
  const half = (seed: string) => (hashText(`${seed}${text}`) >>> 0).toString(36).padStart(7, "0");
  return `${half("a")}${half("b")}`.slice(0, 10);
}
