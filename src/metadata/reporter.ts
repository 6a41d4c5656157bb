const HAN = "\\p{Script=Han}{2,4}?";

/** "本报记者 张三 李四", "（记者张三）": the word for a reporter after a paper's name or a bracket, at the start, or before a space. */
const CHINESE = new RegExp(
  `(?:(?:^|[^\\p{Script=Han}]|[报報社网網台刊闻聞席约習习体])[记記]者[\\s：:]+|[报報社网網台刊闻聞(（][记記]者)(?<names>${HAN}(?:[\\s、]+${HAN})*?)(?=\\s*(?:$|[^\\p{Script=Han}\\s、]|报道|報[道導]|[摄攝]|发自|通[讯訊]))`,
  "u",
);
/** "홍길동·김영희 기자": the names stand before the word. */
const KOREAN =
  /(?<!\p{Script=Hangul})(?<names>\p{Script=Hangul}{2,4}(?:\s?[·ㆍ]\s?\p{Script=Hangul}{2,4})*)\s*(?:선임|인턴|전문)?\s?(?:기자|특파원|논설위원)(?!\p{Script=Hangul})/gu;
/** What else stands before the Korean word: which reporter it is. */
const NO_NAMES: ReadonlySet<string> = new Set(
  "담당 취재 사진 영상 시민 객원 수습 인턴 선임 전문 본지 현장 다른 관련".split(" "),
);
const REPORTER = /[记記]者|기자|특파원|논설위원/;
/** Sentences speak of reporters too. */
const SENTENCE = /[。，,]|다\./;

/** The reporters whom a short Chinese or Korean text names as such; a sentence names none. */
export function readReporters(text: string): readonly string[] {
  if (!REPORTER.test(text) || SENTENCE.test(text)) return [];
  const chinese = CHINESE.exec(text)?.groups?.names?.split(/[\s、]+/);
  if (chinese !== undefined) return chinese;
  const korean = [...text.matchAll(KOREAN)].flatMap(({ groups }) => groups!.names!.split(/\s?[·ㆍ]\s?/));
  return korean.filter((name) => !NO_NAMES.has(name));
}
