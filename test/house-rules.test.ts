import { describe, expect, test } from "vitest";
import { completeLock, withoutIntegrity } from "../scripts/lock-platforms.ts";
import { ownFiles, read, withoutComments } from "./layers/sources.ts";

const MAX_LINES = 400;
const FILES = ownFiles();
const CODE = FILES.filter((file) => /\.(?:ts|tsx|mjs|js)$/.test(file));
const TEXTS = FILES.filter((file) => !/\.(?:png|jpg|webp|gif|gz|ico|pdf)$/.test(file));

/** Names of the writer's machine; assembled, so that this file does not hold them. */
const MACHINE = [
  [
    "an absolute path of a machine",
    new RegExp(`(?<![\\w.:/])/(?:${["work", "root", "home", "Users"].join("|")})/\\w`),
  ],
  ["a folder of unpacked data", new RegExp(["/tmp", "galley-data"].join("/"))],
  ["a package registry", new RegExp(["registry", "npmjs"].join("\\."))],
  ["a number of an issue", new RegExp(`\\b${"issue"} #?\\d`, "i")],
] as const;

describe("the house rules", () => {
  test("code files end before line 400, tables and tests apart", () => {
    const long = CODE.filter((file) => !/\.(?:data|test)\.ts$/.test(file)).filter(
      (file) => read(file).trimEnd().split("\n").length > MAX_LINES,
    );
    expect(long).toEqual([]);
  });

  test("no type is any", () => {
    expect(CODE.filter((file) => /(?:[:<|&,(]|\bas|=)\s*any\b\s*[\])>,;|&={]/.test(bareCode(file)))).toEqual(
      [],
    );
  });

  test("every export has a name", () => {
    const nameless = CODE.filter(
      (file) => !file.endsWith(".config.ts") && /^export default\b/m.test(read(file)),
    );
    expect(nameless).toEqual([]);
  });

  test("nothing is left to do later", () => {
    const later = new RegExp(`\\b(?:${["TO" + "DO", "FIX" + "ME", "XX" + "X"].join("|")})\\b`);
    expect(CODE.filter((file) => later.test(read(file)))).toEqual([]);
  });

  test("no file knows the machine it was written on", () => {
    const leaks = TEXTS.flatMap((file) => {
      const text = read(file);
      return MACHINE.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${file} holds ${what}`);
    });
    expect(leaks).toEqual([]);
  });

  test("only .ci/run names a place outside of the repository for labelled pages", () => {
    const outside = new RegExp(["shared", "data"].join("/"));
    expect(TEXTS.filter((file) => outside.test(read(file)))).toEqual([".ci/run"]);
  });

  test("the lockfile names no address to fetch packages from", () => {
    expect(read("package-lock.json")).not.toMatch(/"resolved": "[a-z+]+:\/\//);
  });

  test("the lockfile knows the builds for every platform, without which npm ci refuses it", () => {
    const { packages } = JSON.parse(read("package-lock.json"));
    expect(Object.keys(completeLock(packages))).toEqual(Object.keys(packages));
  });

  test("the lockfile has the integrity of every package that a registry gives", () => {
    const { packages } = JSON.parse(read("package-lock.json"));
    expect(withoutIntegrity(packages)).toEqual([]);
    expect(withoutIntegrity({ ...packages, "node_modules/tide": { version: "1.0.0" } })).toHaveLength(1);
  });

  test("dependencies are pinned to one version each", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json"));
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, range]) => !/^(?:\d+\.\d+\.\d+(?:-(?:beta|r)\.\d+)?|file:.+)$/.test(String(range)),
    );
    expect(loose).toEqual([]);
  });
});

test("NOTICE names every package that comes with galley", () => {
  const { packages } = JSON.parse(read("package-lock.json"));
  const names = Object.entries<{ dev?: boolean; optional?: boolean; link?: boolean }>(packages)
    .filter(
      ([path, { dev, optional, link }]) => path.startsWith("node_modules/") && !dev && !optional && !link,
    )
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  const notice = read("NOTICE");
  expect(names.filter((name) => !notice.includes(` ${name}`))).toEqual([]);
  expect(names.length).toBeGreaterThan(10);
});

describe("skipped tests", () => {
  test("end their name with the reason in brackets, and none is skipped for good", () => {
    const silent = FILES.filter((file) => file.endsWith(".test.ts")).flatMap((file) =>
      unexplainedSkips(read(file)).map((skip) => `${file}: ${skip}`),
    );
    expect(silent).toEqual([]);
  });

  test("are seen in every form", () => {
    const call = (rest: string) => `test${rest}`;
    expect(unexplainedSkips(call('.skip("reads", () => {})'))).toHaveLength(1);
    expect(unexplainedSkips(call('.only("reads", () => {})'))).toHaveLength(1);
    expect(unexplainedSkips(call('.skipIf(!data)("reads", () => {})'))).toHaveLength(1);
    expect(
      unexplainedSkips(call('.skipIf(!data)("reads (needs the labelled pages)", () => {})')),
    ).toHaveLength(0);
    expect(unexplainedSkips('context.skip("no data")')).toHaveLength(0);
  });
});

/** Skips whose reason is not in the test's name; `context.skip("why")` carries its own. */
function unexplainedSkips(code: string): readonly string[] {
  const forGood = code.match(/^\s*(?:test|it|describe)\.(?:skip|only|todo)\(.*/gm) ?? [];
  const conditional = code.match(/\b(?:test|it|describe)\.(?:skipIf|runIf)\([\s\S]{0,200}/g) ?? [];
  return [...forGood, ...conditional.filter((call) => !/["'`][^"'`]* \([^()]+\)["'`]/.test(call))].map(
    (call) => call.split("\n")[0]?.trim() ?? "",
  );
}

function bareCode(file: string): string {
  return withoutComments(read(file)).replace(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, '""');
}
