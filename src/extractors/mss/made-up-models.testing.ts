import { parseHtml } from "../../html/index.ts";
import { CountTable, type FeatureCount, type ModelFile, type Training } from "../../model/index.ts";
import { Page } from "../../page/index.ts";
import {
  FEATURE_READERS,
  FEATURES,
  type Feature,
  type MssModel,
  packMssModel,
  TokenFeatures,
} from "./features.ts";
import { tokenise } from "./tokenise.ts";
import { makeForms, type Tokens } from "./tokens.ts";

/** A training page: its article begins with a word and ends after another and its full stop, or with the page. */
interface TrainingPage {
  readonly html: string;
  readonly tags: readonly string[];
  readonly firstWord: string;
  readonly lastWord?: string;
}

/** The supervised model of one made-up page. */
export function onePageModel({ html, tags, firstWord, lastWord }: TrainingPage): MssModel {
  const page = new Page(parseHtml(html));
  const tokens = tokenise(page, makeForms(new Set(tags)));
  const tokenOf = (word: string) => tokens.start.indexOf(page.document.text.indexOf(word), 1);
  const first = tokenOf(firstWord);
  const last = lastWord === undefined ? tokens.count - 1 : tokenOf(lastWord) + 1;
  const inside = last - first + 1;
  const features = new TokenFeatures(tokens);
  const tally = (feature: Feature) => {
    const counts = new Map<number, FeatureCount>();
    for (let at = 0; at < tokens.count; at++) {
      const hash = FEATURE_READERS[feature](features, at);
      const before = counts.get(hash) ?? { inside: 0, outside: 0 };
      const isInside = at >= first && at <= last;
      counts.set(hash, {
        hash,
        inside: before.inside + Number(isInside),
        outside: before.outside + Number(!isInside),
      });
    }
    return new CountTable([...counts.values()]);
  };
  return {
    training: { command: "made up", seed: 1, sets: [], domains: ["harbour.example"] },
    tags,
    totals: { inside, outside: tokens.count - inside },
    tables: Object.fromEntries(FEATURES.map((feature) => [feature, tally(feature)])) as MssModel["tables"],
  };
}

const TAGS = ["p", "hr"];
const STORY = "<p>the tide came in, and the boats went out.</p>";

/** The file of a model that has seen nothing but paragraphs of articles: to it, a whole page of them is the article. */
export function tinyModelFile(domains: readonly string[] = []): ModelFile {
  const page = new Page(parseHtml(`${STORY}<hr>${STORY}`));
  const tokens = tokenise(page, makeForms(new Set(TAGS)));
  const tables = FEATURES.map((feature) => [feature, tableOf(tokens, feature)] as const);
  const training: Training = { command: "a test", seed: 1, sets: [], domains };
  return packMssModel({
    training,
    tags: TAGS,
    totals: { inside: 1, outside: 1 },
    tables: Object.fromEntries(tables) as MssModel["tables"],
  });
}

/** The features of one kind, each seen inside an article only. */
function tableOf(tokens: Tokens, feature: Feature): CountTable {
  const features = new TokenFeatures(tokens);
  const hashes = Array.from(tokens.kind, (_, at) => FEATURE_READERS[feature](features, at));
  return new CountTable([...new Set(hashes)].map((hash) => ({ hash, inside: 1, outside: 0 })));
}

const WORDS =
  "ferry harbour winter council lantern orchard bridge market river letter morning station garden";

/** A notice on every page of the site, after the article. */
export const NOTICE =
  "Readers who wish to write to the editors find the address of our house below and should say which story of which day they mean so that nobody has to ask";

/** A page of a made-up site; with links between the article and the notice, supervised MSS leaves the notice out. */
export function siteMarkup(number: number, shape: { readonly isApart: boolean }): string {
  const links = "<ul><li><a>Home news</a></li><li><a>Sport news</a></li></ul>";
  const body = `<p>${sentence(number, 14)}</p><p>${sentence(number + 5, 14)}</p>`;
  return `${links}${body}${shape.isApart ? links.repeat(3) : ""}<div>${NOTICE}</div>${links}`;
}

/** A page of the made-up site. */
export function sitePage(...page: Parameters<typeof siteMarkup>): Page {
  return new Page(parseHtml(siteMarkup(...page)));
}

/** Words that no other number has in this order. */
export function sentence(number: number, length: number): string {
  const words = WORDS.split(" ");
  const chosen = Array.from({ length }, (_, at) => words[(number * 7 + at * (number + 2)) % words.length]);
  return `${chosen.join(" ")}.`;
}

/** A model of one made-up page of another site, where the paragraphs are the article. */
export function supervisedModel(): MssModel {
  const links = "<ul><li><a>Home page</a></li><li><a>Other page</a></li></ul>";
  const prose = "<p>One two three four five six seven eight.</p><p>Nine ten more words to come.</p>";
  return onePageModel({
    html: `${links}${prose}${links}`,
    tags: ["body", "p", "a", "li", "ul", "div"],
    firstWord: "One",
    lastWord: "come",
  });
}
