import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ADAPTERS } from "./install.ts";
import type { ToolAnswer, ToolPage } from "./tool-process.ts";
import type { Tool } from "./tools.data.ts";

/** Answers of one tool, kept in a file: the tools are slow, and their answers change only with their versions. */
export class Answers {
  readonly #file: string;
  readonly #salt: string;
  readonly #known = new Map<string, ToolAnswer>();

  constructor(tool: Tool, file: string) {
    this.#file = file;
    const adapter = tool.adapter.map((name) => readFileSync(join(ADAPTERS, name), "utf8"));
    this.#salt = JSON.stringify([tool.packages, adapter]);
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, "utf8").split("\n")) {
      // The last line of a run that was stopped may be half a line.
      if (line.endsWith("}")) this.#remember(line);
    }
  }

  /** The answer to a page from an earlier run, or else from `ask`. */
  async answerTo(page: ToolPage, ask: (page: ToolPage) => Promise<ToolAnswer>): Promise<ToolAnswer> {
    return this.#known.get(this.#key(page)) ?? this.askAnew(page, ask);
  }

  /** The answer from `ask`, kept for later runs without its times; lost ones are asked for again next time. */
  async askAnew(page: ToolPage, ask: (page: ToolPage) => Promise<ToolAnswer>): Promise<ToolAnswer> {
    const answer = await ask(page);
    if (!answer.isLost) {
      const key = this.#key(page);
      const { ms: _, cpuMs: __, ...kept } = answer;
      this.#known.set(key, kept);
      appendFileSync(this.#file, `\n${JSON.stringify({ key, answer: kept })}`);
    }
    return answer;
  }

  #remember(line: string): void {
    try {
      const { key, answer }: { key: string; answer: ToolAnswer } = JSON.parse(line);
      this.#known.set(key, answer);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }

  #key({ url, html }: ToolPage): string {
    return createHash("sha256")
      .update(JSON.stringify([this.#salt, url]))
      .update(html)
      .digest("hex");
  }
}
