import type { Extractor } from "../../src/extractors/index.ts";
import type { Label } from "../../src/sets/index.ts";
import { hashText, seededRandom } from "../../src/text/index.ts";
import type { Variant } from "./relevance-trials.ts";

/** A way to spoil a title; `others` are titles of other pages in the same language. */
interface Damage {
  readonly name: string;
  spoil(title: string, label: Label, others: readonly string[]): string;
}

/** From the true title down to one of another page. */
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

/** An extractor with titles that are spoilt more and more. */
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
