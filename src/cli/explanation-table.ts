import type { Contribution, Explanation } from "../article/index.ts";
import { alignRows } from "../text/index.ts";
import { oneLine } from "./failure-line.ts";

/** Characters of a leaf's text in a table of any width. */
const TEXT_WIDTH = 60;

/** Features shown for a leaf; the JSON has more of them. */
const STRONGEST = 3;

type Leaf = Explanation["leaves"][number];

/**
 * An explanation as a table: where each field came from, how the method decided, then every leaf with its score, reason and
 * strongest features. On a terminal that is too narrow for a line for each leaf it has up to three, each cut to fit.
 */
export function explanationTable({ fields, notes = {}, leaves }: Explanation, width?: number): string {
  const fieldRows = Object.entries(fields).map(([name, { source, confidence }]) => [
    name,
    source,
    confidence.toFixed(2),
  ]);
  const noteRows = listNotes(notes);
  const wide = leafTable(leaves);
  const isTooWide = width !== undefined && wide.some((line) => columnsOf(line) > width);
  return [
    ...alignRows(["field", "source", "confidence"], fieldRows),
    "",
    ...(noteRows.length > 0 ? [...alignRows(["note", "value"], noteRows), ""] : []),
    ...(isTooWide ? leafLines(leaves, width) : wide),
    "",
  ].join("\n");
}

function leafTable(leaves: readonly Leaf[]): readonly string[] {
  const isWeighed = leaves.some(({ contributions }) => contributions !== undefined);
  const hasRoles = leaves.some(({ role }) => role !== undefined);
  const rows = leaves.map((leaf) => [
    leaf.kept ? "kept" : "dropped",
    leaf.score.toFixed(2),
    leaf.reason,
    ...(hasRoles ? [roleOf(leaf)] : []),
    cutEnd(oneLine(leaf.text), TEXT_WIDTH),
    ...(isWeighed ? [strongest(leaf.contributions)] : []),
    leaf.path,
  ]);
  const columns = [
    "leaf",
    "score",
    "reason",
    ...(hasRoles ? ["role"] : []),
    "text",
    ...(isWeighed ? ["strongest features"] : []),
    "path",
  ];
  return alignRows(columns, rows);
}

/** Leaves for a terminal: first what became of which text, then why, then where it is. */
function leafLines(leaves: readonly Leaf[], width: number): readonly string[] {
  const indent = " ".repeat("dropped  ".length);
  const own = width - indent.length;
  return leaves.flatMap((leaf) => [
    cutEnd(`${leaf.kept ? "kept   " : "dropped"}  ${leaf.score.toFixed(2)}  ${oneLine(leaf.text)}`, width),
    ...[[leaf.reason, roleOf(leaf)].filter(Boolean).join(", "), strongest(leaf.contributions)]
      .filter(Boolean)
      .map((line) => `${indent}${cutEnd(line, own)}`),
    `${indent}${cutStart(leaf.path, own)}`,
  ]);
}

function roleOf({ role, roleChance }: Leaf): string {
  return role === undefined ? "" : `${role} ${roleChance?.toFixed(2) ?? ""}`.trimEnd();
}

/** Notes by name, those of a title one by one. */
function listNotes({ title, ...numbers }: NonNullable<Explanation["notes"]>): readonly (readonly string[])[] {
  return [
    ...Object.entries(numbers).map(([name, value]) => [name, String(Number(value.toPrecision(3)))]),
    ...Object.entries(title ?? {}).map(([name, value]) => [`title.${name}`, String(value)]),
  ];
}

/** The features that moved a score most, up or down, with their values. */
function strongest(contributions: readonly Contribution[] = []): string {
  return contributions
    .filter(({ feature }) => feature !== "base" && feature !== "others")
    .slice(0, STRONGEST)
    .map(
      ({ feature, value, weight }) =>
        `${weight < 0 ? "" : "+"}${weight.toFixed(2)} ${feature}${found(value)}`,
    )
    .join(", ");
}

function found(value: number | null): string {
  return value === null ? "" : `=${Number(value.toPrecision(3))}`;
}

/** The columns of a terminal that a text takes: characters of Chinese, Japanese and Korean, and emoji, take two. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOfOne(character);
  return columns;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;

function columnsOfOne(character: string): number {
  return WIDE.test(character) ? 2 : 1;
}

/** The beginning of a text, in so many columns. */
function cutEnd(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let [kept, left] = ["", width - 1];
  for (const character of text) {
    left -= columnsOfOne(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept}…`;
}

/** The end of a path, which tells leaves apart. */
function cutStart(path: string, width: number): string {
  return path.length <= width ? path : `…${path.slice(path.length - width + 1)}`;
}
