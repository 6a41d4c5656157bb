import { type LanguageCode, LOOKS } from "../names.ts";
import { makeSite, type NewsSite } from "./make-site.ts";

/** The languages of a press, in turn; names are the same in all of them. */
const PRESS_LANGUAGES: readonly LanguageCode[] = ["en", "de", "en", "fr", "es", "en"];
const USUAL_SITES = 12;

/** The parts of a press. */
export interface PressOrder {
  readonly seed: number;
  readonly sites?: number | undefined;
}

/** Makes sites that name, order and address their sections each in its own way, and that print stories of one agency. */
export function makePress({ seed, sites = USUAL_SITES }: PressOrder): NewsSite[] {
  return Array.from({ length: sites }, (_, index) =>
    makeSite({
      look: LOOKS[index % LOOKS.length] ?? LOOKS[0],
      language: PRESS_LANGUAGES[index % PRESS_LANGUAGES.length] ?? "en",
      seed: seed * 1000 + index,
      agency: `agency ${seed}`,
    }),
  );
}
