import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { NewsError } from "../../errors/index.ts";
import { run } from "../extract-worker.ts";
import { answerLines, type BatchTools } from "./batch-lines.ts";

const tools: BatchTools = {
  // The worker's own code, in this thread.
  pool: {
    runLine: async (task) => {
      const answer = run({ inputs: [task], shared: { maxBytes: 100_000 } });
      if ("failure" in answer) throw new NewsError(answer.failure.code, answer.failure.message);
      return answer;
    },
  },
  fetchPage: async (url) => {
    throw new NewsError("ADDRESS_REFUSED", `The address ${url} is refused.`);
  },
  maxLineBytes: 2000,
  idleTimeoutMs: 200,
};

async function answersTo(body: Readable): Promise<readonly Record<string, unknown>[]> {
  const parts: Uint8Array[] = [];
  for await (const part of answerLines(body, { extractor: "econ" }, tools)) parts.push(part);
  return Buffer.concat(parts)
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

const page = (id: string) =>
  JSON.stringify({ id, html: `<p>The ${id} comes at eight, as it did nine years ago.</p>` });

describe("the lines of a batch", () => {
  test("are answered in their order, with bad ones in the middle", async () => {
    const lines = [
      page("tide"),
      "{broken",
      "[]",
      "",
      '{"id":"path","htmlPath":"/etc/passwd"}',
      '{"id":"away","url":"http://10.0.0.1/"}',
      '{"id":"none"}',
      '{"id":"wrong","html":7}',
      `{"id":"long","html":"${"x".repeat(3000)}"}`,
      page("ebb"),
    ];
    const answers = await answersTo(Readable.from([Buffer.from(lines.join("\n"))]));
    const brief = answers.map(({ id, error, text }) => [
      id,
      (error as { code: string } | undefined)?.code ?? String(text).slice(0, 8),
    ]);
    expect(brief).toEqual([
      ["tide", "The tide"],
      ["2", "BAD_RECORD"],
      ["3", "BAD_RECORD"],
      ["path", "BAD_RECORD"],
      ["away", "ADDRESS_REFUSED"],
      ["none", "BAD_RECORD"],
      ["wrong", "BAD_RECORD"],
      ["9", "INPUT_TOO_LARGE"],
      ["ebb", "The ebb "],
    ]);
  });

  test("read no file, and tell nothing of which there are", async () => {
    const paths = ["/etc/passwd", "/nowhere/at/all", "../x", "package.json"];
    const body = paths.map((path) => JSON.stringify({ id: "a", htmlPath: path })).join("\n");
    const answers = await answersTo(Readable.from([Buffer.from(body)]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test("a body that pauses ends with the reason, after what came before", async () => {
    const body = new Readable({ read: () => undefined });
    body.push(`${page("tide")}\n`);
    const answers = await answersTo(body);
    expect(answers).toMatchObject([{ id: "tide" }, { error: { code: "BODY_TIMEOUT" } }]);
  });

  test("a client that leaves in the middle ends the reading of its body", async () => {
    const body = new Readable({ read: () => undefined });
    body.push(`${page("tide")}\n`);
    const answers = answerLines(body, {}, tools);
    await answers.next();
    await answers.return();
    expect(body.destroyed).toBe(true);
  });
});
