import type { CollectEvent, SourceRun } from "../../collect/index.ts";
import type { OutcomeName } from "../../store/index.ts";
import { counted } from "../progress.ts";
import { describeCounts, describeSource } from "./collect-report.ts";

/** Where a run is told: a block of lines that is drawn again and again, lines with times, or nowhere. */
type LogMode = "live" | "lines" | "silent";

/** What a log needs of a stream and of the clock. */
export interface LogOutput {
  write(text: string): void;
  now(): number;
  /** Of the terminal. */
  readonly columns: number;
  readonly rows: number;
}

/** Time between two drawings of a block. */
const DRAW_MS = 100;
/** Time between two lines that say how far a run is. */
const LINE_MS = 60_000;
const UP_AND_ERASE = (lines: number) => (lines === 0 ? "" : `\u001b[${lines}A\u001b[0J`);

/** Tells a run while it happens: of each source what was stored, changed, seen or failed, and why. */
export class RunLog {
  readonly #mode: LogMode;
  readonly #output: LogOutput;
  /** The latest last; counts of a source grow while its pages are looked at. */
  readonly #sources = new Map<string, SourceRun>();
  readonly #outcomes = new Map<OutcomeName, number>();
  #pages = 0;
  #drawn = 0;
  #toldMs: number;

  constructor(mode: LogMode, output: LogOutput) {
    this.#mode = mode;
    this.#output = output;
    this.#toldMs = output.now();
  }

  readonly onEvent = (event: CollectEvent): void => {
    if (event.kind === "source") this.#addSource(event.source);
    else this.#addPage(event);
    if (this.#mode === "live" && this.#isTime(DRAW_MS)) this.#draw();
    if (this.#mode === "lines" && this.#isTime(LINE_MS)) this.say(this.#sum());
  };

  #addSource(source: SourceRun): void {
    this.#sources.set(source.id, source);
    // The end of the run tells what could not be read, and of an article all there is to say.
    const hasNews = source.fresh > 0 && source.failure === undefined && source.kind !== "article";
    if (this.#mode === "lines" && hasNews) this.say(describeSource(source)[0] ?? "");
  }

  #addPage({ source, outcome }: Extract<CollectEvent, { kind: "candidate" }>): void {
    this.#pages++;
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
    const own = this.#sources.get(source);
    if (own === undefined) return;
    this.#sources.delete(source);
    this.#sources.set(source, own);
  }

  #isTime(ms: number): boolean {
    if (this.#output.now() - this.#toldMs < ms) return false;
    this.#toldMs = this.#output.now();
    return true;
  }

  #sum(): string {
    const counts = describeCounts(Object.fromEntries(this.#outcomes));
    const sources = counted(this.#sources.size, "source");
    return `${sources} read, ${counted(this.#pages, "page")} looked at${counts === "" ? "" : `: ${counts}`}`;
  }

  #draw(): void {
    const { columns, rows } = this.#output;
    const all = [...this.#sources.values()].toReversed().map((source) => describeSource(source)[0] ?? "");
    const shown = all.slice(0, Math.max(1, rows - 3));
    const more = all.length - shown.length;
    const lines = [...shown, ...(more > 0 ? [`and ${counted(more, "more source")}`] : []), this.#sum()];
    const fitting = lines.map((line) => `${[...line].slice(0, columns - 1).join("")}\n`).join("");
    this.#output.write(`${UP_AND_ERASE(this.#drawn)}${fitting}`);
    this.#drawn = lines.length;
  }

  /** Writes lines that stay; each with the time where no terminal shows them as they come. */
  say(text: string): void {
    if (this.#mode === "silent") return;
    this.#output.write(UP_AND_ERASE(this.#drawn));
    this.#drawn = 0;
    const time = this.#mode === "lines" ? `${timeOf(this.#output.now())} ` : "";
    for (const line of text.trimEnd().split("\n")) this.#output.write(`${time}${line}\n`);
  }
}

/** A moment in words: 2026-11-17T12:00:00Z. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+/, "");
}
