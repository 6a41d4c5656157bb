import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

import { fitProse } from "./command-line.ts";

const MODULE = join(import.meta.dirname, "command-line.ts");

/** What a process prints that does some things, and then ends if it is idle. */
function printed(work: string): string {
  const script = `
    import { endIfIdle } from ${JSON.stringify(MODULE)};
    process.on("beforeExit", () => console.log("ended by itself"));
    ${work};
    await endIfIdle();`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  expect(status).toBe(3);
  return stdout;
}

test("nothing of a long output is lost", () => {
  const work = 'process.exitCode = 3; process.stdout.write("a line of text\\n".repeat(50_000))';
  expect(printed(work)).toContain("a line of text\n".repeat(50_000));
});

test("a process that waits for nothing ends at once, with its own status", () => {
  const work = 'process.exitCode = 3; console.log("all"); console.error("else")';
  expect(printed(work)).toBe("all\n");
});

test("what a process still waits for is not cut off", () => {
  const work = 'process.exitCode = 3; setTimeout(() => console.log("late"), 20)';
  expect(printed(work)).toBe("late\nended by itself\n");
});

test("help fits the terminal: long prose is wrapped, examples and short lines stay", () => {
  const prose = `${"a word or two ".repeat(9).trim()}\nand more.`;
  const examples = `Examples:\n  galley collect ${"x".repeat(90)}`;
  const shown = fitProse(`\n${prose}\n\n${examples}\n`, 80);
  expect(
    Math.max(
      ...shown
        .split("\n\n")[0]!
        .split("\n")
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(80);
  expect(shown.replace(/\s+/g, " ")).toBe(`\n${prose}\n\n${examples}\n`.replace(/\s+/g, " "));
  expect(shown.endsWith(`\n\n${examples}\n`)).toBe(true);
  expect(shown.startsWith("\na word")).toBe(true);
  expect(fitProse("One.\nTwo.\n", 80)).toBe("One.\nTwo.\n");
});
