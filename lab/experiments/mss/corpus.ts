import { createHash } from "node:crypto";
import type { SetSummary } from "../../../src/eval/index.ts";
import { makeForms, type Span, type Tokens, tokenise } from "../../../src/extractors/index.ts";
import type { Page } from "../../../src/page/index.ts";
import {
  type DataPlaces,
  domainOf,
  findSet,
  hashPage,
  type LabelledPage,
  readSet,
} from "../../../src/sets/index.ts";
import { alignTruth, labelExtractions, readPage } from "../../../src/train/index.ts";

/** A labelled page as the experiments of MSS read it. */
export interface Example extends LabelledPage {
  /** Pages of one domain are all trained on or all measured on. */
  readonly domain: string;
  readonly page: Page;
  /** Its tokens, every tag under its own name. */
  readonly tokens: Tokens;
  /** What the paper accepts as the article: the main text alone first. */
  readonly extractions: readonly [Span, ...Span[]];
}

const FORMS = makeForms();

/** The pages of sets whose labelled body is found on them. */
export async function* readExamples(places: DataPlaces, sets: readonly string[]): AsyncGenerator<Example> {
  for (const set of sets) {
    for await (const labelled of readSet(await findSet(set, places))) {
      const example = readExample(labelled);
      if (example !== undefined) yield example;
    }
  }
}

/** The pages and their hash, set by set, for a reader who wants to make the figures again. */
export function describeSets(examples: readonly Example[]): Pick<SetSummary, "name" | "pages" | "hash">[] {
  const sets = Map.groupBy(examples, ({ label }) => label.set);
  return [...sets].map(([name, pages]) => {
    const hash = createHash("sha256");
    for (const { label, html } of pages) hash.update(hashPage(label, html));
    return { name, pages: pages.length, hash: hash.digest("hex") };
  });
}

/** The same as a list. */
export async function listExamples(places: DataPlaces, sets: readonly string[]): Promise<Example[]> {
  const examples: Example[] = [];
  for await (const example of readExamples(places, sets)) examples.push(example);
  return examples;
}

function readExample({ label, html }: LabelledPage): Example | undefined {
  const { body, bodyIsPrefix, title, authors } = label.truth;
  if (body === null || bodyIsPrefix) return undefined;
  const page = readPage(html, label);
  const tokens = tokenise(page, FORMS);
  const main = alignTruth(page, tokens, body);
  if (main === undefined) return undefined;
  const [, ...longer] = labelExtractions(page.document, tokens, main, { title, authors });
  return { label, html, domain: domainOf(label) ?? label.id, page, tokens, extractions: [main, ...longer] };
}
