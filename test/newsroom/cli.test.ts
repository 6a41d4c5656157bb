import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../free-port.ts";

const CLI = fileURLToPath(new URL("cli.ts", import.meta.url));

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [CLI, ...args], { encoding: "utf8" });
}

test("help shows examples and every look", () => {
  const { status, stdout } = run("--help");
  expect(status).toBe(0);
  expect(stdout).toContain("npm run newsroom -- write out/site");
  expect(stdout).toContain("tables-2005");
});

test("write puts a site into the folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "newsroom-cli-"));
  try {
    expect(run("write", folder, "--look", "bem-2016", "--language", "pl", "--articles", "2").status).toBe(0);
    expect(readdirSync(folder)).toContain("index.jsonl");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("write makes the given number of sites of a press", () => {
  const folder = mkdtempSync(join(tmpdir(), "newsroom-cli-"));
  try {
    expect(run("write", folder, "--press", "--sites", "2").status).toBe(0);
    expect(readdirSync(folder)).toHaveLength(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  [["write"], "write needs a folder"],
  [["print"], "no command print"],
  [["write", "x", "--look", "cubist"], "--look cubist is not one of"],
  [["write", "x", "--seed", "-"], "is not a whole number"],
  [["serve", "--colour"], "Unknown option"],
  [["write", "x", "--sites", "3"], "add --press"],
  [["write", "x", "--press", "--sites", "99"], "is not a whole number from 1 to 15"],
  [["write", "x", "--press", "--look", "bem-2016"], "--press goes with"],
  [["write", "x", "--web"], "--web is served"],
  [["serve", "--web", "--look", "bem-2016"], "--web goes with"],
])("%j ends with one line that says what is wrong", (args, message) => {
  const { status, stderr } = run(...args);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});

test("serves a web of papers with a search and an aggregator, and their next day", async () => {
  const port = await freePort();
  const child = spawn(process.execPath, [CLI, "serve", "--web", "--sites", "2", "--port", `${port}`]);
  onTestFinished(() => void child.kill());
  let told = "";
  const until = async (word: string) => {
    while (!told.includes(word)) told += (await once(child.stdout, "data"))[0];
  };
  await until("an aggregator");
  expect(told).toContain(`http://paper-2.localhost:${port}/  a paper`);
  const storiesOf = async () =>
    (await (await fetch(`http://127.0.0.1:${port}/feed.xml`)).text()).match(/<item>/g)?.length;
  expect(await storiesOf()).toBe(12);
  child.stdin.write("\n");
  await until("day 2");
  expect(await storiesOf()).toBe(24);
});
