import { KEEP_SCORE, WALL_WORDS } from "../page/index.ts";
import { type Evidence, leafText, type ShownReader } from "./evidence.ts";
import { markTest } from "./marks.ts";
import { isPersonName, isSignature, readNames, untilDetails } from "./read-names.ts";
import { readShownDate } from "./shown-date.ts";
import { BY_LABELS, BY_WORDS } from "./shown-labels.data.ts";

/** Reads writers, dates and paywalls as pages of the main languages show them. */
export const shownReader: ShownReader = {
  readNames: readLabelledNames,
  readDate: readShownDate,
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
