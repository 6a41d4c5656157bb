/**
 * `npm run label:pictures -- outline FOLDER` writes the chosen pages as labellers read them;
 * `npm run label:pictures -- pack FOLDER A.jsonl B.jsonl DECIDED.jsonl` says how far two labellers agree and writes the labels.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asNewsError, NewsError } from "../src/errors/index.ts";
import { dataPlaces, hashPage } from "../src/sets/index.ts";
import {
  type CaptionPlace,
  choosePages,
  hashAddress,
  type LabelledPicture,
  type PictureLabel,
} from "./experiments/pictures/labelled-pages.ts";
import { outlinePage } from "./experiments/pictures/outline.ts";

/** A labeller's line: pictures by their numbers in the outline, captions by its marks (`t12-15`, `a7:title`). */
interface LabellerLine {
  readonly n: number;
  readonly pictures: readonly {
    readonly g: readonly number[];
    readonly cap?: readonly string[];
    readonly credit?: readonly string[];
  }[];
  readonly optional: readonly number[];
  readonly lead: readonly number[];
}

/** The pictures behind an outline's numbers. */
interface PageKey extends Pick<PictureLabel, "set" | "id" | "site" | "pageHash"> {
  readonly pictures: readonly (readonly string[])[];
}

const LABELS = new URL("experiments/pictures/labels.jsonl", import.meta.url);

async function writeOutlines(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const places = dataPlaces((message) => process.stderr.write(`${message}\n`));
  const outlines = new Map<unknown, ReturnType<typeof outlinePage>>();
  let count = 0;
  const pages = choosePages(places, (page) => {
    const outline = outlinePage({ ...page, truth: page.label.truth.body ?? "" });
    outlines.set(page, outline);
    return outline.pictures.length > 0;
  });
  for await (const page of pages) {
    const { lines, pictures } = outlines.get(page)!;
    const { set, id, url, truth } = page.label;
    const name = String(++count).padStart(3, "0");
    const head = `=== ${name} set=${set} title="${truth.title ?? ""}" url=${url ?? ""}`;
    writeFileSync(join(folder, `${name}.txt`), `${[head, ...lines].join("\n")}\n`);
    const key: PageKey = {
      set,
      id,
      site: page.site,
      pageHash: hashPage(page.label, page.html),
      pictures: pictures.map((own) => [...own]),
    };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(key));
  }
  process.stdout.write(`${count} pages in ${folder}\n`);
}

/** Lines on which both labellers agree are accepted; the others are decided by the third file. */
function packLabels([folder, first, second, decided]: readonly [string, string, string, string]): void {
  const [a, b, c] = [first, second, decided].map(readLines) as [Lines, Lines, Lines];
  process.stdout.write(`${agreement(a, b)}\n`);
  const labels = [...a.keys()].map((number) => {
    const [mine, theirs] = [a.get(number)!, b.get(number)];
    const line = theirs !== undefined && isSame(mine, theirs) ? withDoubts(mine, theirs) : c.get(number);
    if (line === undefined) throw new NewsError("BAD_OPTION", `Nobody has decided about page ${number}.`);
    return JSON.stringify(toLabel(line, readKey(folder, number)));
  });
  writeFileSync(LABELS, `${labels.join("\n")}\n`);
}

/** Labels that one of two labellers is unsure of count as neither right nor wrong. */
function withDoubts(mine: LabellerLine, theirs: LabellerLine): LabellerLine {
  return { ...mine, optional: [...new Set([...mine.optional, ...theirs.optional])] };
}

type Lines = ReadonlyMap<number, LabellerLine>;

function readLines(path: string): Lines {
  const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  const read = lines.map((line) => JSON.parse(line) as LabellerLine).sort((one, other) => one.n - other.n);
  return new Map(read.map((line) => [line.n, line]));
}

function readKey(folder: string, number: number): PageKey {
  return JSON.parse(readFileSync(join(folder, `${String(number).padStart(3, "0")}.json`), "utf8")) as PageKey;
}

function toLabel(line: LabellerLine, { pictures, ...page }: PageKey): PictureLabel {
  const hashes = (numbers: readonly number[]) => [
    ...new Set(numbers.flatMap((number) => pictures[number] ?? []).map(hashAddress)),
  ];
  const toPicture = ({ g, cap, credit }: LabellerLine["pictures"][number]): LabelledPicture => ({
    addresses: hashes(g),
    ...(cap?.length && { caption: cap.map(toPlace) }),
    ...(credit?.length && { credit: credit.map(toPlace) }),
  });
  return {
    ...page,
    pictures: line.pictures.map(toPicture),
    optional: hashes(line.optional),
    lead: hashes(line.lead),
  };
}

function toPlace(mark: string): CaptionPlace {
  const [, from, to] = /^t(\d+)-(\d+)$/.exec(mark) ?? [];
  if (from !== undefined) return [Number(from), Number(to)];
  const [, node, name] = /^a(\d+):(.+)$/.exec(mark) ?? [];
  if (name === undefined)
    throw new NewsError("BAD_OPTION", `The mark ${mark} is neither text nor attribute.`);
  return [Number(node), name];
}

function isSame(a: LabellerLine, b: LabellerLine): boolean {
  const isOf = (line: LabellerLine) =>
    JSON.stringify(
      line.pictures.map(({ g, cap = [], credit = [] }) => [
        [...g].sort((x, y) => x - y),
        [...cap, ...credit].sort(),
      ]),
    ) + JSON.stringify([...line.lead].sort((x, y) => x - y));
  return isOf(a) === isOf(b);
}

/** Agreement before any decision: F1 of one labeller's pictures against the other's, leads, captions of common pictures. */
function agreement(a: Lines, b: Lines): string {
  let [both, mine, theirs, leads, captioned, sameCaption, whole] = [0, 0, 0, 0, 0, 0, 0];
  for (const [number, line] of a) {
    const other = b.get(number)!;
    const find = (g: readonly number[]) =>
      other.pictures.find((picture) => picture.g.some((n) => g.includes(n)));
    mine += line.pictures.length;
    theirs += other.pictures.length;
    for (const { g, cap = [], credit = [] } of line.pictures) {
      const twin = find(g);
      if (twin === undefined) continue;
      both++;
      captioned++;
      const words = (marks: readonly string[]) => [...marks].sort().join();
      sameCaption += Number(
        words([...cap, ...credit]) === words([...(twin.cap ?? []), ...(twin.credit ?? [])]),
      );
    }
    const isLeadSame =
      line.lead.some((n) => other.lead.includes(n)) || line.lead.length + other.lead.length === 0;
    leads += Number(isLeadSame);
    whole += Number(isSame(line, other));
  }
  const share = (part: number, all: number) => (part / all).toFixed(3);
  return [
    `pages ${a.size}, labelled alike as a whole ${share(whole, a.size)}`,
    `pictures ${mine} and ${theirs}, F1 ${share(2 * both, mine + theirs)}`,
    `leads alike ${share(leads, a.size)}, captions of common pictures alike ${share(sameCaption, captioned)}`,
  ].join("\n");
}

try {
  const [task, folder, a, b, decided] = process.argv.slice(2);
  if (task === "outline" && folder !== undefined) await writeOutlines(folder);
  else if (task === "pack" && folder && a && b && decided) packLabels([folder, a, b, decided]);
  else
    throw new NewsError(
      "BAD_OPTION",
      "The tasks are: outline FOLDER; pack FOLDER A.jsonl B.jsonl DECIDED.jsonl.",
    );
} catch (error) {
  const { code, message } = asNewsError(error);
  process.stderr.write(`label:pictures: ${code}: ${message}\n`);
  process.exitCode = 1;
}
