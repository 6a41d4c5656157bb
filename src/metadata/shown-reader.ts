import { attribute } from "../html/index.ts";
import { KEEP_SCORE, type Page, WALL_WORDS } from "../page/index.ts";
import { readDate } from "./dates.ts";
import {
  type DatedPart,
  type DatedTexts,
  type Evidence,
  firstAnswer,
  leafText,
  type ShownReader,
  type Snippet,
} from "./evidence.ts";
import { markTest } from "./marks.ts";
import { isPersonName, isSignature, readNames, untilDetails } from "./read-names.ts";
import { BY_LABELS, BY_WORDS, DATE_LABELS } from "./shown-labels.data.ts";

/** Reads writers, dates and paywalls as pages of the main languages show them. */
export const shownReader: ShownReader = {
  readNames: readLabelledNames,
  datedParts,
  readDate: readShownDate,
  readAnnouncedDate,
  readWall,
};

const WORDS = BY_WORDS.join("|");
const LABELS = [...BY_WORDS, ...BY_LABELS].join("|");

/** What precedes a name, most certain first; each with a cheap test to run before it. */
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

/** Jobs of writers. */
const JOBS =
  "writer|reporter|columnist|journaliste?|correspond[ae]nte?|корреспондент|обозреватель|журналист|[ck]orrespondent|kolumnist|redakt(?:eur|or)(?:in|ka)?|記者";
/** A cheap test before the pattern below, which also takes long to compile. */
const HAS_JOB = new RegExp(JOBS, "iu");
/** "Ann Lee, staff writer". */
const WITH_JOB = new RegExp(
  `^(?<names>[^,|–—:]{3,40}?)(?:\\s*[,|–—]\\s*|\\s+-\\s+|\\s+(?=記者))(?:\\p{L}+\\s+){0,2}(?:${JOBS})(?!\\p{L})`,
  "iu",
);
/** The next label and its text. */
const NEXT_LABEL = /\s\S{1,12}[:：].*$/u;

/** The names in a short text with a label: "Автор: Иван Петров", "2024-05-03 作者：张三", "홍길동 기자". */
function readLabelledNames(text: string): readonly string[] {
  for (const [sign, begins] of BEFORE_NAME) {
    const label = sign.test(text) ? begins.exec(text) : null;
    if (label === null) continue;
    const stated = text.slice(label.index + label[0].length).replace(NEXT_LABEL, "");
    return readNames(untilDetails(stated)).filter(isSignature);
  }
  const names = HAS_JOB.test(text) ? WITH_JOB.exec(text)?.groups?.names : undefined;
  return names === undefined ? readReporters(text) : readNames(names).filter(isPersonName);
}

const HAN = "\\p{Script=Han}{2,4}?";

/** "本报记者 张三 李四", "（记者张三）": "reporter" after a newspaper's name or a bracket, at the start, or before a space. */
const CHINESE = new RegExp(
  `(?:(?:^|[^\\p{Script=Han}]|[报報社网網台刊闻聞席约習习体])[记記]者[\\s：:]+|[报報社网網台刊闻聞(（][记記]者)(?<names>${HAN}(?:[\\s、]+${HAN})*?)(?=\\s*(?:$|[^\\p{Script=Han}\\s、]|报道|報[道導]|[摄攝]|发自|通[讯訊]))`,
  "u",
);
/** "홍길동·김영희 기자": the names are before the word. */
const KOREAN =
  /(?<!\p{Script=Hangul})(?<names>\p{Script=Hangul}{2,4}(?:\s?[·ㆍ]\s?\p{Script=Hangul}{2,4})*)\s*(?:선임|인턴|전문)?\s?(?:기자|특파원|논설위원)(?!\p{Script=Hangul})/gu;
/** Other words before the Korean word: the kind of reporter. */
const NO_NAMES: ReadonlySet<string> = new Set(
  "담당 취재 사진 영상 시민 객원 수습 인턴 선임 전문 본지 현장 다른 관련".split(" "),
);
const REPORTER = /[记記]者|기자|특파원|논설위원/;
/** Sentences mention reporters too. */
const SENTENCE = /[。，,]|다\./;

/** The reporters named in a short Chinese or Korean text; none in a sentence. */
function readReporters(text: string): readonly string[] {
  if (!REPORTER.test(text) || SENTENCE.test(text)) return [];
  const chinese = CHINESE.exec(text)?.groups?.names?.split(/[\s、]+/);
  if (chinese !== undefined) return chinese;
  const korean = [...text.matchAll(KOREAN)].flatMap(({ groups }) => groups!.names!.split(/\s?[·ㆍ]\s?/));
  return korean.filter((name) => !NO_NAMES.has(name));
}

/** Classes and ids of a paywall. */
const isWall = markTest(
  /pay-?wall|reg-?wall|subscription-?(?:wall|barrier)|premium-?(?:wall|barrier)|piano-?(?:offer|template|inline)|subscriber-?only/i,
);
/** A paywall is this many leaves after the last kept one at most. */
const WALL_REACH = 30;
const MAX_CLIMB = 5;
/** Longer texts are whole articles with an offer below; about 300 words. */
const MAX_TEASER_CHARACTERS = 1_800;

/** Whether a short text is followed by an element or words that ask for a subscription. */
function readWall({ page, extraction: { scores } }: Pick<Evidence, "page" | "extraction">): true | undefined {
  const { document, leaves } = page;
  let last = -1;
  let length = 0;
  for (let leaf = 0; leaf < scores.length && length <= MAX_TEASER_CHARACTERS; leaf++) {
    if (scores[leaf]! < KEEP_SCORE) continue;
    const node = leaves.node[leaf]!;
    last = leaf;
    length += document.textEnd[node]! - document.textStart[node]!;
  }
  if (length === 0 || length > MAX_TEASER_CHARACTERS) return undefined;
  for (let leaf = last + 1; leaf < Math.min(leaves.count, last + WALL_REACH); leaf++) {
    if (WALL_WORDS.test(leafText(document, leaves.node[leaf]!))) return true;
    let at = document.parent[leaves.node[leaf]!]!;
    for (let climbed = 0; climbed < MAX_CLIMB && at > 0; climbed++, at = document.parent[at]!) {
      if (isWall(document, at)) return true;
    }
  }
  return undefined;
}

type Kind = DatedPart["kind"];

const KINDS = Object.keys(DATE_LABELS) as Kind[];
const LABEL = new RegExp(KINDS.map((kind) => `(?<${kind}>${DATE_LABELS[kind].join("|")})`).join("|"), "giu");
const HAS_YEAR = /(?:19|20)\d\d/;
/** "Updated:" above a date; other texts with such a word are about something else. */
const IS_LABEL = /^.{0,30}(?:[:：]|ed)$/;

/** The first date of a kind near the headline or at the end of the article, as readers see it. */
function readShownDate(kind: Kind, texts: DatedTexts): string | undefined {
  const { parts } = texts;
  if (parts.length === 0) return undefined;
  const language = texts.language ?? "en";
  const order = dayOrder(texts);
  const own = parts.filter((part) => part.kind === kind);
  return firstAnswer(own, ({ text }) => dateInText(text, language, order));
}

const DAY_MS = 86_400_000;

/** The date on the page that a list stated, in either order of day and month: of other dates it shows, some are of other stories. */
function readAnnouncedDate(
  page: Page,
  { parts, language }: DatedTexts,
  announced: readonly string[],
): string | undefined {
  const days = announced.map(dayOf);
  const wanted = (date: string | undefined) =>
    date !== undefined && days.some((day) => Math.abs(dayOf(date) - day) <= DAY_MS) ? date : undefined;
  const time = firstAnswer(page.landmarks.times, (node) =>
    wanted(readDate(attribute(page.document, node, "datetime") ?? "")),
  );
  if (time !== undefined) return time;
  const own = parts.filter(({ kind }) => kind === "published");
  return firstAnswer(own, ({ text }) =>
    firstAnswer(["day-first", "month-first"] as const, (order) =>
      wanted(dateInText(text, language ?? "en", order)),
    ),
  );
}

function dayOf(date: string): number {
  return Date.parse(date.slice(0, "2024-05-03".length));
}

function datedParts(snippets: readonly Snippet[]): readonly DatedPart[] {
  const parts: DatedPart[] = [];
  let kind: Kind | undefined;
  for (const { text: shown } of snippets) {
    const text = withPlainDigits(shown);
    const isLabel = IS_LABEL.test(text);
    // Without a year, only a label matters, which belongs to the next text.
    if (!isLabel && !HAS_YEAR.test(text)) {
      kind = undefined;
      continue;
    }
    const first = parts.length;
    let at = 0;
    for (const { groups, index } of text.matchAll(LABEL)) {
      add(text.slice(at, index));
      kind = KINDS.find((name) => groups![name] !== undefined);
      at = index;
    }
    add(text.slice(at));
    const last = parts.at(-1);
    // A label with nothing after it belongs to the date before: "4 May 2024 (updated)".
    if (last && kind && parts.length === first + 1 && at > 0 && !/\d/.test(text.slice(at))) {
      parts[first] = { ...last, kind };
    }
    if (parts.length > first || !isLabel) kind = undefined;
  }
  return parts;

  function add(text: string): void {
    if (HAS_YEAR.test(text)) parts.push({ text, kind: kind ?? "published" });
  }
}

/** Arabic, Persian and Urdu digits as European ones. */
function withPlainDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** Regions that write the month first; English without a region is mostly theirs. */
const MONTH_FIRST = /^en$|-(?:US|PH)$/;
/** Countries that do not; the other short suffixes are those that sites of any country take. */
const DAY_FIRST_HOST =
  /^https?:\/\/[^/?#]*\.(?!us|ph|ca|ai|cc|co|fm|gg|io|ly|me|so|to|tv|ws)[a-z]{2}(?::\d+)?(?:[/?#]|$)/i;
const MONTH_IN_PATH = /\/((?:19|20)\d\d)[/-](\d\d?)(?=[/-])/;

/** As in another date on the page that can be read one way only, else as usual for the address's or the language's region. */
function dayOrder({ parts, language, address = "" }: DatedTexts): DayOrder {
  const proven = firstAnswer(parts, ({ text }) => provenOrder(text, address));
  const isMonthFirst =
    MONTH_FIRST.test(language ?? "en") && (language === "en-US" || !DAY_FIRST_HOST.test(address));
  return proven ?? (isMonthFirst ? "month-first" : "day-first");
}

/** The order in which a page writes day and month. */
type DayOrder = "day-first" | "month-first";

const CLOCK =
  "(?:[\\s,·|–—-]*(?:at|um|à|a las|alle|kl\\.?|o|в|-)?\\s*(?<time>\\d{1,2}(?:[:.h]|[時时點点시]\\s?)\\d{2}(?!\\d)(?:\\s*[ap]\\.?m\\b\\.?)?)(?:\\s*(?<zone>[a-z]{2,5}\\b|[+-]\\d\\d:?\\d\\d))?)?";
const YEAR = "(?<year>(?:19|20)\\d{2})(?!\\d)";
const DAY = "(?<!\\d)(?<day>\\d{1,2})";
/** A word that can name a month, in three letters at least. Not `\p{L}`, which with the i flag takes long to compile. */
const WORD = "(?<month>[^\\s\\d.,]{3,14})";
const LETTERS = /^\p{L}+$/u;

/** Cheap tests before the formats without names of months. */
const NUMBERED_SHAPE = /(?:19|20)\d\d\s?[-/.年년]/;
const TWO_NUMBERS_SHAPE = /\d[./-]\s?\d{1,2}[./-]\s?(?:19|20)\d/;

/** Dates as people write them; the year is required, so that times of day and scores do not match. */
const NUMBERED = new RegExp(
  `(?<!\\d)${YEAR}\\s?[-/.年년]\\s?(?<month>\\d{1,2})\\s?[-/.月월]\\s?(?<day>\\d{1,2})(?!\\d)[日일.]?${CLOCK}`,
  "iu",
);
const DAY_NAMED = new RegExp(
  `${DAY}(?:\\.|st|nd|rd|th|er|º|ª)?\\s+(?:de\\s+|of\\s+)?${WORD}\\.?,?\\s+(?:de\\s+|del\\s+)?${YEAR}${CLOCK}`,
  "gi",
);
const MONTH_NAMED = new RegExp(`${WORD}\\.?\\s+${DAY}(?:st|nd|rd|th)?,?\\s+${YEAR}${CLOCK}`, "gi");
const TWO_NUMBERS = new RegExp(
  `(?<!\\d)(?<first>\\d{1,2})(?<mark>[./-])\\s?(?<second>\\d{1,2})\\k<mark>\\s?${YEAR}${CLOCK}`,
  "iu",
);

const FORMATS: readonly ((text: string) => Parts | undefined)[] = [
  (text) => (NUMBERED_SHAPE.test(text) ? NUMBERED.exec(text)?.groups : undefined),
  (text) => namedParts(DAY_NAMED, text),
  (text) => namedParts(MONTH_NAMED, text),
];

/** The date inside a short text, in ISO 8601; `order` decides if the numbers do not. */
function dateInText(text: string, language: string, order: DayOrder): string | undefined {
  for (const read of FORMATS) {
    const parts = read(text);
    const month = parts && monthNumber(parts.month!, language);
    if (parts && month) return isoDate(parts, month, Number(parts.day));
  }
  const parts = twoNumbers(text);
  if (parts === undefined) return undefined;
  const [first, second] = [Number(parts.first), Number(parts.second)];
  const isDayFirst = (impliedOrder(first, second, parts.mark!) ?? order) === "day-first";
  return isDayFirst ? isoDate(parts, second, first) : isoDate(parts, first, second);
}

/** The order of day and month that a date in a text proves, alone or by the month in the address; undefined if it could be either. */
function provenOrder(text: string, address: string): DayOrder | undefined {
  const parts = twoNumbers(text);
  if (parts === undefined) return undefined;
  const [first, second] = [Number(parts.first), Number(parts.second)];
  const [, year, month] = MONTH_IN_PATH.exec(address) ?? [];
  const isOfAddress = year === parts.year && first !== second;
  if (isOfAddress && Number(month) === first) return "month-first";
  if (isOfAddress && Number(month) === second) return "day-first";
  return impliedOrder(first, second, parts.mark!);
}

function twoNumbers(text: string): Parts | undefined {
  return TWO_NUMBERS_SHAPE.test(text) ? TWO_NUMBERS.exec(text)?.groups : undefined;
}

/** With dots, the day comes first. */
function impliedOrder(first: number, second: number, mark: string): DayOrder | undefined {
  if (first > 12 || mark === ".") return "day-first";
  return second > 12 ? "month-first" : undefined;
}

type Parts = Readonly<Record<string, string | undefined>>;

/** The first date in a text whose month is a word of letters alone. */
function namedParts(format: RegExp, text: string): Parts | undefined {
  format.lastIndex = 0;
  for (let match = format.exec(text); match !== null; match = format.exec(text)) {
    if (LETTERS.test(match.groups!.month!)) return match.groups;
    format.lastIndex = match.index + 1;
  }
  return undefined;
}

function isoDate(parts: Parts, month: number, day: number): string | undefined {
  const date = `${parts.year}-${month}-${day}`;
  const time = parts.time?.replace(/^(\d+)(?:[.h]|[時时點点시]\s?)/, "$1:");
  // In capitals, since "est" is a word of other languages.
  const zone = /^[+-]|^[A-Z]+$/.test(parts.zone ?? "") ? parts.zone : "";
  return (time && readDate(`${date} ${time} ${zone}`)) ?? readDate(date);
}

/** English is on pages of every language. Written out, since the first call of `Intl` takes long. */
const ENGLISH_MONTHS =
  "january february march april may june july august september october november december".split(" ");
const ENGLISH = /^en(?:-|$)/;

function monthNumber(word: string, language: string): number | undefined {
  if (/^\d/.test(word)) return Number(word);
  const stated = word.toLocaleLowerCase(language);
  const english = ENGLISH_MONTHS.findIndex((name) => name.startsWith(stated));
  if (english >= 0 || ENGLISH.test(language)) return english + 1 || undefined;
  const index = monthNames(language).findIndex((names) => names.some((name) => name.startsWith(stated)));
  return index + 1 || undefined;
}

/** Languages whose names are cached: pages can declare any, and `Intl` takes half a millisecond for one. */
const MAX_LANGUAGES = 64;
const namesOf = new Map<string, readonly (readonly string[])[]>();

/** A language's names of the months, alone and inside a date. */
function monthNames(language: string): readonly (readonly string[])[] {
  let names = namesOf.get(language);
  if (names === undefined) {
    names = askMonthNames(language);
    if (namesOf.size >= MAX_LANGUAGES) namesOf.clear();
    namesOf.set(language, names);
  }
  return names;
}

function askMonthNames(language: string): readonly (readonly string[])[] {
  const options = { month: "long", timeZone: "UTC" } as const;
  const alone = new Intl.DateTimeFormat(language, options);
  const inDate = new Intl.DateTimeFormat(language, { ...options, day: "numeric" });
  return Array.from({ length: 12 }, (_, month) => {
    const date = new Date(Date.UTC(2024, month, 15));
    const inflected = inDate.formatToParts(date).find(({ type }) => type === "month")?.value ?? "";
    return [alone.format(date), inflected].map((name) => name.toLocaleLowerCase(language));
  });
}
