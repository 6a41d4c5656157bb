import { untilDetails } from "./byline.ts";
import { BY_LABELS, BY_WORDS } from "./byline-labels.data.ts";
import { isPersonName, isSignature, readNames } from "./read-names.ts";
import { readReporters } from "./reporter.ts";

const WORDS = BY_WORDS.join("|");
const LABELS = [...BY_WORDS, ...BY_LABELS].join("|");

/** Where a name begins, most certain first; with a sign that is there too, and looked for in a fraction of the time. */
const BEFORE_NAME: readonly (readonly [sign: RegExp, begins: RegExp])[] = [
  [/\s|[:：]/u, new RegExp(`^(?:${WORDS})(?:\\s*[:：]\\s*|\\s+)`, "iu")],
  [/[:：=＝/／–-]/u, new RegExp(`(?<!\\p{L})(?:${LABELS})(?:\\s*[:：=＝/／]|\\s+[–-]\\s)\\s*`, "iu")],
  // "3 May 2024 by Ann Lee": a date, a separator or a word of publishing comes before.
  [
    /[\d|·•●]|posted|published|written|created/iu,
    new RegExp(
      `(?:\\d|[|·•●]|(?<!\\p{L})(?:posted|published|written|created))\\s*,?\\s+(?:by|von|par|por|${WORDS})\\s+`,
      "iu",
    ),
  ],
];

/** Jobs of those who write. */
const JOBS =
  "writer|reporter|columnist|journaliste?|correspond[ae]nte?|корреспондент|обозреватель|журналист|[ck]orrespondent|kolumnist|redakt(?:eur|or)(?:in|ka)?|記者";
/** A look for them alone is a fraction of the search below, and of what the engine takes to prepare that. */
const HAS_JOB = new RegExp(JOBS, "iu");
/** "Ann Lee, staff writer": who writes by profession signs so. */
const WITH_JOB = new RegExp(
  `^(?<names>[^,|–—:]{3,40}?)(?:\\s*[,|–—]\\s*|\\s+-\\s+|\\s+(?=記者))(?:\\p{L}+\\s+){0,2}(?:${JOBS})(?!\\p{L})`,
  "iu",
);
/** Another label and what it speaks of. */
const NEXT_LABEL = /\s\S{1,12}[:：].*$/u;

/** The names in a short text that says whose they are: "Автор: Иван Петров", "2024-05-03 作者：张三", "홍길동 기자". */
export function readLabelledNames(text: string): readonly string[] {
  for (const [sign, begins] of BEFORE_NAME) {
    const label = sign.test(text) ? begins.exec(text) : null;
    if (label === null) continue;
    const stated = text.slice(label.index + label[0].length).replace(NEXT_LABEL, "");
    return readNames(untilDetails(stated)).filter(isSignature);
  }
  const names = HAS_JOB.test(text) ? WITH_JOB.exec(text)?.groups?.names : undefined;
  return names === undefined ? readReporters(text) : readNames(names).filter(isPersonName);
}
