import { extract } from "../../src/default-extract.ts";
import { formatShare } from "../../src/eval/index.ts";
import type { Extractor } from "../../src/extractors/index.ts";
import {
  type DataPlaces,
  findSet,
  type Label,
  loadPage,
  readLabels,
  wordOverlap,
} from "../../src/sets/index.ts";
import { hashText, seededRandom, words } from "../../src/text/index.ts";
import { makePages } from "../../test/newsroom/index.ts";
import { plainTable } from "./experiment.ts";
import type { Variant } from "./relevance-trials.ts";

/** A way to spoil a title; `others` are titles of other pages in the same language. */
interface Damage {
  readonly name: string;
  spoil(title: string, label: Label, others: readonly string[]): string;
}

/** Titles from the true one down to one of another page. */
export const DAMAGES: readonly Damage[] = [
  { name: "true", spoil: (title) => title },
  {
    name: "with the site's name added",
    spoil: (title, { site }) => `${title} | ${site ?? "Daily Example News"}`,
  },
  { name: "first half of its words", spoil: (title) => firstHalf(title) },
  { name: "half of its words dropped", spoil: (title, label) => drop(title, 0.5, label.id) },
  { name: "a quarter replaced", spoil: (title, label, others) => replace(title, 0.25, label.id, others) },
  { name: "half replaced", spoil: (title, label, others) => replace(title, 0.5, label.id, others) },
  {
    name: "three quarters replaced",
    spoil: (title, label, others) => replace(title, 0.75, label.id, others),
  },
  { name: "of another page", spoil: (_, label, others) => pick(others, label.id) },
];

/** Titles of a set by language, so that a replaced word is a word of the page's language. */
function titlesByLanguage(labels: readonly Label[]): ReadonlyMap<string | null, readonly string[]> {
  const groups = Map.groupBy(labels, ({ language }) => language);
  return new Map(
    [...groups].map(([language, own]) => [language, own.flatMap(({ truth }) => truth.title ?? [])]),
  );
}

/** Chinese, Japanese and Thai titles have no spaces: their characters are what can be dropped. */
function pieces(title: string): string[] {
  const parts = title.split(/\s+/).filter((part) => part !== "");
  return parts.length > 2 ? parts : [...title];
}

function join(title: string, parts: readonly string[]): string {
  return parts.join(title.split(/\s+/).length > 2 ? " " : "");
}

function firstHalf(title: string): string {
  const parts = pieces(title);
  return join(title, parts.slice(0, Math.ceil(parts.length / 2)));
}

function drop(title: string, share: number, seed: string): string {
  const random = seededRandom(hashText(seed));
  const kept = pieces(title).filter(() => random() >= share);
  return kept.length === 0 ? firstHalf(title) : join(title, kept);
}

function replace(title: string, share: number, seed: string, others: readonly string[]): string {
  const random = seededRandom(hashText(seed));
  const words = others.flatMap(pieces);
  const spoilt = pieces(title).map((part) =>
    random() < share ? (words[Math.floor(random() * words.length)] ?? part) : part,
  );
  return join(title, spoilt);
}

function pick(others: readonly string[], seed: string): string {
  return others[Math.floor(seededRandom(hashText(seed))() * others.length)] ?? "";
}

/** An extractor with more and more damaged titles. */
export function spoiltTitles(extractor: Extractor, labels: readonly Label[]): readonly Variant[] {
  const titles = titlesByLanguage(labels);
  return DAMAGES.map(({ name, spoil }) => ({
    name,
    extractor,
    hints: (label) => {
      const { title } = label.truth;
      const others = (titles.get(label.language) ?? []).filter((other) => other !== title);
      return title === null ? {} : { collectedTitle: spoil(title, label, others) };
    },
  }));
}

/** Two titles under which lists announced a page, the first of another page, as front pages put wrong links beside headlines. */
export function severalTitles(extractor: Extractor, labels: readonly Label[]): readonly Variant[] {
  const titles = titlesByLanguage(labels);
  const ofOther = ({ id, language, truth }: Label) =>
    pick(
      (titles.get(language) ?? []).filter((other) => other !== truth.title),
      id,
    );
  const announced = (...list: readonly (string | null)[]) => ({
    collectedTitle: list[0] ?? "",
    announced: list.map((title) => ({ title })),
  });
  return [
    { name: "true", hints: ({ truth }: Label) => announced(truth.title) },
    { name: "of another page", hints: (label: Label) => announced(ofOther(label)) },
    {
      name: "of another page, then true",
      hints: (label: Label) => announced(ofOther(label), label.truth.title),
    },
  ].map((variant) => ({ ...variant, extractor }));
}

const MADE_UP = { count: 300, seed: 700_000 };

/** The same on made-up pages: mean word F1 of each variant. */
export function severalMadeUp(extractor: Extractor): readonly number[] {
  const pages = makePages(MADE_UP);
  const sums = [0, 0, 0];
  for (const [at, { html, truth }] of pages.entries()) {
    const own = truth.collectedTitle ?? truth.title;
    const other = pages[(at + 1) % pages.length]!.truth.title;
    for (const [variant, titles] of [[own], [other], [other, own]].entries()) {
      const { text } = extract(html, { extractor, announced: titles.map((title) => ({ title })) });
      sums[variant]! += wordOverlap(words(truth.body ?? ""), words(text)).f1;
    }
  }
  return sums.map((sum) => sum / pages.length);
}

/** The share of pages whose day of publication is right, by the date that a list states: none, the true one, one of 30 days later. */
export async function dateTable(names: readonly string[], places: DataPlaces): Promise<string> {
  const rows: string[][] = [];
  for (const name of names) {
    const right = new Map<string, number>(Object.keys(STATED).map((stated) => [stated, 0]));
    let pages = 0;
    for await (const label of readLabels(await findSet(name, places))) {
      const { published } = label.truth;
      if (published === null || Number.isNaN(Date.parse(published))) continue;
      pages++;
      const html = loadPage(label);
      for (const [stated, dateOf] of Object.entries(STATED)) {
        const article = extract(html, {
          ...(label.url !== null && { url: label.url }),
          ...(label.encoding !== null && { encoding: label.encoding }),
          announced: [{ published: dateOf(published) }],
        });
        if (article.published?.slice(0, 10) === published.slice(0, 10))
          right.set(stated, right.get(stated)! + 1);
      }
    }
    if (pages > 0)
      rows.push([
        `\`${name}\``,
        String(pages),
        ...[...right.values()].map((count) => formatShare(count / pages)),
      ]);
  }
  return plainTable(["set", "pages", ...Object.keys(STATED)], rows, 1);
}

const LATE_MS = 30 * 24 * 60 * 60 * 1000;

const STATED: Readonly<Record<string, (published: string) => string | undefined>> = {
  "no date": () => undefined,
  "true date": (published) => published,
  "30 days late": (published) => new Date(Date.parse(published) + LATE_MS).toISOString(),
};
