import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeSite, writeSite } from "../newsroom/index.ts";
import { galley, newFolder } from "./galley.ts";

const LOOKS = ["portal-2008", "floats-2010", "bem-2016"] as const;
let folder = "";

beforeAll(async () => {
  folder = newFolder();
  for (const look of LOOKS)
    await writeSite(
      makeSite({ look, language: "en", seed: 1, articles: 5, hardCases: [] }),
      join(folder, look),
    );
  await writeSite(
    makeSite({ look: "wordpress-2014", language: "en", seed: 2, articles: 5 }),
    join(folder, "held"),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeSet(name: string, records: readonly object[]): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(
    join(folder, name, "index.jsonl"),
    records.map((record) => JSON.stringify(record)).join("\n"),
  );
}

const BODY = "The ferry left at dawn, and by noon the harbour was empty again.";
const record = (id: string) => ({ id, html: `<i>Home</i><p>${BODY}</p>`, body: BODY });

describe("galley train mss", () => {
  test("writes a model and its card, the same bytes every time, and says what comes next", async () => {
    const train = (output: string) => galley(["train", "mss", ...LOOKS, "-o", output], { cwd: folder });
    const { status, stdout, stderr } = await train("models/mss.json.gz");
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(stderr).toMatch(
      /^galley: 15 pages of 3 sites; dropped \d+ without a body; \d+ features; models\/mss\.json\.gz has [\d.]+ kB, its model card is models\/mss\.md\ngalley: measure [^\n]+: galley eval SET --model models\/mss\.json\.gz\n$/,
    );
    const bytes = readFileSync(join(folder, "models/mss.json.gz"));
    const model = JSON.parse(gunzipSync(bytes).toString());
    expect(model).toMatchObject({
      format: "galley model",
      method: "mss",
      training: {
        command: `galley train mss ${LOOKS.join(" ")} --min-sites 3 --max-features 100000 --min-tokens 1 --max-tags 100 --augment 0 --balance pages --seed 1`,
        seed: 1,
        sets: LOOKS.map((name) => ({ name, pages: 5 })),
      },
    });
    expect(readFileSync(join(folder, "models/mss.md"), "utf8")).toContain(`| size | ${bytes.length} bytes |`);
    await train("again.json.gz");
    expect(readFileSync(join(folder, "again.json.gz")).equals(bytes)).toBe(true);
  }, 30_000);

  test("makes a model that finds articles of a site that it never saw", async () => {
    await galley(["train", "mss", ...LOOKS, "-o", "m.json"], { cwd: folder });
    const { stdout, stderr } = await galley(
      ["eval", "held", "--model", "m.json", "--page-type", "article", "--workers", "1"],
      { cwd: folder },
    );
    expect(stderr).toBe("");
    const [, f1] = /\nmss +\d+ +(\S+)/.exec(stdout) ?? [];
    expect(Number(f1)).toBeGreaterThan(0.8);
  }, 30_000);

  test("takes options into account", async () => {
    const args = ["--page-type", "article", "--min-sites", "1", "--max-features", "50", "--seed", "4"];
    const licence = ["--licence", "bem-2016=made up for galley"];
    const { status, stderr } = await galley(
      ["train", "mss", "bem-2016", ...args, ...licence, "-o", "o.json"],
      {
        cwd: folder,
      },
    );
    expect({ status, stderr: stderr.split(";")[0] }).toEqual({
      status: 0,
      stderr: "galley: 5 pages of 1 site",
    });
    const model = JSON.parse(readFileSync(join(folder, "o.json"), "utf8"));
    expect(model.training.seed).toBe(4);
    expect(model.tables.trigram.size).toBe(50);
    expect(readFileSync(join(folder, "o.md"), "utf8")).toContain("| bem-2016 | 5 | made up for galley |");
  }, 20_000);

  test.each([
    [["nowhere"], "FILE_NOT_FOUND"],
    [["empty"], "BAD_SET: The set empty has no page to learn from: 1 without a body"],
    [["one"], "BAD_SET: There is 1 page to learn from; at least 2 are needed"],
    [["twice"], 'BAD_SET: The set twice has two pages called "a"'],
    [["differing"], 'BAD_SET: The page "b" of differing is "a" of differing with another body'],
    [["bem-2016"], "BAD_SET: No feature was seen on 3 sites"],
    [["bem-2016", "bem-2016"], "BAD_OPTION: Two sets are called bem-2016"],
    [["bem-2016", "--min-sites", "4"], "BAD_OPTION"],
    [["bem-2016", "--licence", "free"], "BAD_OPTION"],
    [["bem-2016", "-o", "model.bin"], "BAD_OPTION: The output model.bin"],
    [[], "BAD_OPTION"],
  ])("refuses %j on one line", async (args, expected) => {
    writeSet("empty", [{ id: "a", html: "<p>x", body: null }]);
    writeSet("one", [record("a")]);
    writeSet("twice", [record("a"), record("a")]);
    writeSet("differing", [record("a"), { ...record("b"), body: "The ferry left at dawn" }]);
    const { status, stdout, stderr } = await galley(["train", "mss", "-o", "bad.json", ...args], {
      cwd: folder,
    });
    expect(stderr).toMatch(new RegExp(`^galley: ${expected}`));
    expect(stderr.trimEnd()).not.toContain("\n");
    expect({ status, stdout, isThere: existsSync(join(folder, "bad.json")) }).toEqual({
      status: 1,
      stdout: "",
      isThere: false,
    });
  });

  test("refuses a method that there is not", async () => {
    const { status, stderr } = await galley(["train", "oracle"], { cwd: folder });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: "galley: BAD_OPTION: Unknown command 'oracle'. See --help.\n",
    });
  });
});

describe("galley label", () => {
  const RULE = { site: "wexley.example", start: ".article-body > p", end: ".article-body > p", title: "h1" };

  test("makes a set that can be measured and trained on, and says what was dropped", async () => {
    writeFileSync(join(folder, "rule.json"), JSON.stringify(RULE));
    const { status, stdout, stderr } = await galley(["label", "rule.json", "floats-2010", "-o", "set"], {
      cwd: folder,
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(stderr).toMatch(
      /^galley: 5 pages labelled in set; dropped \d+ without a match of start\ngalley: check [^\n]+ galley train mss set OTHER-SETS… -o my-mss\.json\.gz\n$/,
    );
    const { stdout: table } = await galley(["eval", "set", "--workers", "1"], { cwd: folder });
    expect(table).toContain("set  5 pages");
  }, 20_000);

  test.each([
    ["{}", ["floats-2010"], 'BAD_RULE: The rule cannot be used: it has no "site"'],
    [
      JSON.stringify({ ...RULE, end: "p[" }),
      ["floats-2010"],
      'BAD_RULE: The rule cannot be used: "end" is not a CSS selector',
    ],
    [JSON.stringify({ ...RULE, start: ".none" }), ["floats-2010"], "BAD_RULE: The rule labelled no page"],
    [JSON.stringify(RULE), ["nowhere"], "FILE_NOT_FOUND"],
    [JSON.stringify(RULE), ["floats-2010", "--max-tags", "101"], "BAD_OPTION"],
    [JSON.stringify(RULE), ["floats-2010", "-o", "floats-2010"], "BAD_OPTION: There is floats-2010/"],
    [JSON.stringify(RULE), [], "BAD_OPTION"],
  ])("refuses the rule %s with %j on one line", async (rule, args, expected) => {
    writeFileSync(join(folder, "bad-rule.json"), rule);
    const { status, stdout, stderr } = await galley(["label", "-o", "bad-set", "bad-rule.json", ...args], {
      cwd: folder,
    });
    expect(stderr).toContain(`galley: ${expected}`);
    expect(stderr.trimEnd()).not.toContain("\n");
    expect({ status, stdout, isThere: existsSync(join(folder, "bad-set")) }).toEqual({
      status: 1,
      stdout: "",
      isThere: false,
    });
  });

  test("sends a set to Label Studio and reads it back", async () => {
    writeSet("sea", [record("a"), record("b")]);
    const sent = await galley(
      ["label", "--export", "sea", "-o", "tasks.json", "--interface", "interface.xml"],
      { cwd: folder },
    );
    expect(sent).toEqual({ status: 0, stdout: "", stderr: "galley: 2 tasks in tasks.json\n" });
    expect(readFileSync(join(folder, "interface.xml"), "utf8")).toContain('<Label value="headline"');
    const tasks = JSON.parse(readFileSync(join(folder, "tasks.json"), "utf8")) as {
      annotations: unknown[];
      predictions: { result: { value: Record<string, unknown> }[] }[];
    }[];
    // The person who corrects the first guess calls the body otherwise, and skips the second page.
    const [{ result }] = tasks[0]!.predictions as [{ result: { value: Record<string, unknown> }[] }];
    for (const { value } of result)
      if (String(value.hypertextlabels) === "body") value.hypertextlabels = ["Body Text"];
    tasks[0]!.annotations = [{ completed_by: 3, result }];
    tasks[1]!.annotations = [{ completed_by: 3, result: [], was_cancelled: true }];
    writeFileSync(join(folder, "project-1.json"), JSON.stringify(tasks));
    const read = await galley(["label", "--import", "project-1.json", "sea", "--role", "Body Text=body"], {
      cwd: folder,
    });
    expect(read).toEqual({
      status: 0,
      stdout: "",
      stderr: "galley: 2 pages labelled in sea, from 2 tasks\n",
    });
    const lines = readFileSync(join(folder, "sea/labels/user-3.jsonl"), "utf8").trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { state: string }).state)).toEqual(["done", "skipped"]);
    const made = await galley(["label", "--import", "project-1.json", "-o", "new-sea"], { cwd: folder });
    expect(made.stderr).toMatch(
      /^galley: 2 pages labelled in new-sea.*\ngalley: labels that are no roles, kept as they are: Body Text/,
    );
  }, 20_000);

  test.each([
    [["--import", "none.json", "sea"], "FILE_NOT_FOUND"],
    [["--import", "bad.json", "sea"], "BAD_TASKS: The file bad.json is not JSON"],
    [
      ["--import", "other.json", "sea"],
      "BAD_TASKS: No task of other.json belongs to a page of sea: elsewhere",
    ],
    [["--import", "other.json", "-o", "made"], "BAD_TASKS: Task 1 holds no page"],
    [["--import", "other.json", "-o", "sea"], "BAD_OPTION: There is sea/index.jsonl already"],
    [["--import", "other.json"], "BAD_OPTION"],
    [["--import", "other.json", "sea", "sea"], "BAD_OPTION"],
    [
      ["--import", "other.json", "sea", "--role", "Lead=lede"],
      'BAD_OPTION: The role "Lead=lede" is not LABEL=ROLE',
    ],
    [["--import", "other.json", "nowhere"], "FILE_NOT_FOUND"],
    [["--export", "sea"], "BAD_OPTION"],
    [["--export", "sea", "-o", "x.json.gz"], "BAD_OPTION"],
    [["--export", "sea", "--import", "x", "-o", "x.json"], "BAD_OPTION"],
    [["--export", "floats-2010/none", "-o", "x.json"], "FILE_NOT_FOUND"],
    [["--interface", "x.xml"], "BAD_OPTION: The option --interface needs"],
  ])("refuses %j on one line", async (args, expected) => {
    writeSet("sea", [record("a")]);
    writeFileSync(join(folder, "bad.json"), "{");
    writeFileSync(join(folder, "other.json"), JSON.stringify([{ data: { id: "elsewhere" } }]));
    const { status, stdout, stderr } = await galley(["label", ...args], { cwd: folder });
    expect(stderr).toContain(`galley: ${expected}`);
    expect(stderr.trimEnd()).not.toContain("\n");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  });

  test("says that a rule is missing", async () => {
    const { stderr } = await galley(["label", "no-rule.json", "floats-2010", "-o", "x"], { cwd: folder });
    expect(stderr).toMatch(/^galley: FILE_NOT_FOUND: Cannot find no-rule\.json\./);
  });
});
