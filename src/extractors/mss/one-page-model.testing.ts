import { parseHtml } from "../../html/index.ts";
import { CountTable, type FeatureCount } from "../../model/index.ts";
import { Page } from "../../page/index.ts";
import { FEATURE_READERS, FEATURES, type Feature, TokenFeatures } from "./features.ts";
import { makeForms } from "./forms.ts";
import type { MssModel } from "./mss-model.ts";
import { tokenise } from "./tokenise.ts";

/** A page to learn from: its article begins with a word and ends after another and the full stop behind it, or with the page. */
export interface Lesson {
  readonly html: string;
  readonly tags: readonly string[];
  readonly firstWord: string;
  readonly lastWord?: string;
}

/** The supervised model of one made-up page. */
export function onePageModel({ html, tags, firstWord, lastWord }: Lesson): MssModel {
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
