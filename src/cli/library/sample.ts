import { type Command, Option } from "commander";
import { readFileBytes, writeWhole } from "../../archive/index.ts";
import { answerTo, type DrawnPage, drawSample, tableToMarkdown, tabulate } from "../../collect/index.ts";
import { NewsError } from "../../errors/index.ts";
import type { SampleAnswer, SampleBy, SourceKind, Store } from "../../store/index.ts";
import { wholeNumber } from "../options.ts";
import { counted } from "../progress.ts";
import { libraryCommand, type StoreOptions, withLibrary } from "./store-option.ts";

interface Options extends StoreOptions {
  readonly by: SampleBy;
  readonly n: number;
  readonly seed: number;
  readonly kind?: SourceKind;
  readonly answers?: string;
  readonly questions?: string;
  readonly format: "markdown" | "json";
}

const EXAMPLES = `
On a terminal each drawn article is shown with its title, address, first and last lines: y is right, n wrong, u unclear, q stops.
Answers are kept in the library; the same command goes on where it stopped, and a larger -n holds the smaller sample.
Without a terminal, --questions writes what is to be judged and --answers reads lines such as {"id": "12", "right": true}.
By topic, pages that could not be obtained are in the sum, as in the paper; by source and month they are not drawn.

Examples:
  galley sample --by month -n 50
  galley sample --by topic -n 250 --seed 7
  galley sample --by source --kind feed -n 500 --questions questions.jsonl
  galley sample --by source --kind feed -n 500 --answers answers.jsonl --format json`;

/** `galley sample`: how many articles of a library are right, judged by a person. */
export function makeCommand(): Command {
  return libraryCommand("sample")
    .description("Draws articles at random, asks whether they are right, and prints the table of accuracy.")
    .addOption(
      new Option("--by <what>", "the rows of the table")
        .choices(["source", "month", "topic"])
        .makeOptionMandatory(),
    )
    .option("-n <count>", "how many pages to draw", wholeNumber, 50)
    .option("--seed <number>", "another seed draws other pages", wholeNumber, 1)
    .addOption(
      new Option("--kind <kind>", "only what sources of this kind found").choices([
        "feed",
        "sitemap",
        "front",
        "section",
        "search",
        "list",
      ]),
    )
    .option("--answers <file>", "answers as JSON lines {id, right}; right is true, false or null for unclear")
    .option("--questions <file>", "write the pages that are not judged yet as JSON lines, and ask nothing")
    .addOption(
      new Option("-f, --format <format>", "of the table").choices(["markdown", "json"]).default("markdown"),
    )
    .addHelpText("after", EXAMPLES)
    .action((options: Options) => withLibrary(options, "must-exist", (store) => run(store, options)));
}

async function run(store: Store, options: Options): Promise<void> {
  const { by, n: count, seed, kind } = options;
  const pages = await drawSample(store, { by, count, seed, kind });
  if (pages.length === 0) throw new NewsError("BAD_OPTION", NOTHING[by]);
  if (options.answers !== undefined) await takeAnswers(store, pages, options.answers);
  const open = await unanswered(store, pages);
  if (options.questions !== undefined) return writeQuestions(store, open, options.questions);
  if (process.stdin.isTTY && process.stderr.isTTY)
    await askAll(store, open, {
      read: readKey,
      write: (text) => void process.stderr.write(text),
      now: () => Date.now(),
    });
  const answers = await answersOf(store, pages);
  if (answers.size === 0 && open.length > 0 && !process.stdin.isTTY)
    throw new NewsError(
      "BAD_OPTION",
      "Nothing is judged yet, and there is no terminal to ask on; --questions FILE writes what to judge, --answers FILE reads it.",
    );
  const table = tabulate(by, pages, answers);
  process.stdout.write(
    options.format === "json"
      ? `${JSON.stringify({ seed, count, ...table }, undefined, 2)}\n`
      : tableToMarkdown(table),
  );
}

const NOTHING: Readonly<Record<SampleBy, string>> = {
  source: "No article of the library is one to draw from.",
  month: "No article of the library is one to draw from.",
  topic: "No article has a topic; galley collect --search stores keywords as topics.",
};

async function answersOf(
  store: Store,
  pages: readonly DrawnPage[],
): Promise<ReadonlyMap<string, SampleAnswer>> {
  const answers = await store.getAnswers(pages.map(({ id }) => id));
  return new Map(answers.map((answer) => [answer.id, answer]));
}

async function unanswered(store: Store, pages: readonly DrawnPage[]): Promise<readonly DrawnPage[]> {
  const answers = await answersOf(store, pages);
  return pages.filter((page) => page.isObtained && answerTo(page, answers) === undefined);
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Keeps the answers of a file; an id that was not drawn is a mistake. */
async function takeAnswers(store: Store, pages: readonly DrawnPage[], path: string): Promise<void> {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const lines = new TextDecoder().decode(readFileBytes(path, MAX_ANSWER_BYTES)).split("\n");
  const answers = lines.flatMap((line, at): readonly SampleAnswer[] => {
    if (line.trim() === "") return [];
    const read = readAnswer(line);
    const page = read && byId.get(read.id);
    if (page)
      return [{ id: page.id, version: page.version, verdict: verdictOf(read.right), atMs: Date.now() }];
    const fault = read
      ? `has the id ${read.id}, which was not drawn; by, n, seed and kind must be those of the questions`
      : `is no JSON {"id": "12", "right": true}, with true, false or null`;
    throw new NewsError("BAD_OPTION", `Line ${at + 1} of ${path} ${fault}.`);
  });
  await store.putAnswers(answers);
}

interface FileAnswer {
  readonly id: string;
  readonly right: boolean | null;
}

function readAnswer(line: string): FileAnswer | undefined {
  try {
    const read: unknown = JSON.parse(line);
    if (typeof read !== "object" || read === null || !("id" in read && "right" in read)) return undefined;
    const { id, right } = read;
    return right === null || typeof right === "boolean" ? { id: String(id), right } : undefined;
  } catch {
    return undefined;
  }
}

function verdictOf(right: boolean | null): SampleAnswer["verdict"] {
  return right === null ? "unclear" : right ? "right" : "wrong";
}

async function writeQuestions(store: Store, pages: readonly DrawnPage[], path: string): Promise<void> {
  const lines: string[] = [];
  for (const { id, url, articleId } of pages) {
    const article = articleId === null ? undefined : (await store.getArticle(articleId))?.article;
    lines.push(`${JSON.stringify({ id, url, title: article?.title ?? null, text: article?.text ?? "" })}\n`);
  }
  await writeWhole(path, lines.join(""));
  process.stderr.write(`galley: ${counted(lines.length, "question")} in ${path}\n`);
}

const KEYS: Readonly<Record<string, SampleAnswer["verdict"] | "quit">> = {
  y: "right",
  n: "wrong",
  u: "unclear",
  q: "quit",
};

/** Shows one page after the other and keeps each answer at once, until `q` or the last. */
export async function askAll(
  store: Pick<Store, "getArticle" | "putAnswers">,
  pages: readonly DrawnPage[],
  { read, write, now }: Asking,
): Promise<void> {
  for (const [at, page] of pages.entries()) {
    const article = page.articleId === null ? undefined : (await store.getArticle(page.articleId))?.article;
    write(`\n${at + 1} of ${pages.length}  ${page.url}\n${article?.title ?? "(no title)"}\n\n`);
    write(`${endsOf(article?.text ?? "")}\n\nRight? y yes, n no, u unclear, q quit `);
    let verdict = KEYS[await read()];
    while (verdict === undefined) verdict = KEYS[await read()];
    write(`${verdict}\n`);
    if (verdict === "quit") return;
    await store.putAnswers([{ id: page.id, version: page.version, verdict, atMs: now() }]);
  }
}

interface Asking {
  read(): Promise<string>;
  write(text: string): void;
  now(): number;
}

const SHOWN_LINES = 3;
const LINE_WIDTH = 300;

function endsOf(text: string): string {
  if (text === "") return "(nothing was extracted)";
  const lines = text
    .split(/\n+/)
    .map((line) => (line.length > LINE_WIDTH ? `${line.slice(0, LINE_WIDTH)}…` : line));
  if (lines.length <= 2 * SHOWN_LINES) return lines.join("\n");
  const left = lines.length - 2 * SHOWN_LINES;
  return [...lines.slice(0, SHOWN_LINES), `  … ${left} more …`, ...lines.slice(-SHOWN_LINES)].join("\n");
}

/** The next key of the terminal; Ctrl-C and Ctrl-D are `q`. */
function readKey(): Promise<string> {
  const { stdin } = process;
  stdin.setRawMode(true);
  stdin.resume();
  return new Promise((resolve) => {
    stdin.once("data", (bytes: Buffer) => {
      stdin.setRawMode(false);
      stdin.pause();
      const key = bytes.toString("utf8");
      resolve(key === "\u0003" || key === "\u0004" ? "q" : key.toLowerCase());
    });
  });
}
