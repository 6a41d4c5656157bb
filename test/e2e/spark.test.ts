import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSpark } from "../spark.ts";
import { MAIN } from "./galley.ts";

const JOB = join(import.meta.dirname, "../../integrations/spark");

const spark = await findSpark({ mayInstall: false });
if ("missing" in spark) console.warn(`The tests of the Spark job are skipped: ${spark.missing}.`);

function python(args: readonly string[]): string {
  if ("missing" in spark) throw new Error(spark.missing);
  const { status, stdout, stderr } = spawnSync(spark.environment.python, args, {
    cwd: JOB,
    encoding: "utf8",
    env: {
      ...process.env,
      PYTHONDONTWRITEBYTECODE: "1",
      GALLEY_COMMAND: `${process.execPath} ${MAIN}`,
    },
  });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
  return stdout;
}

test("tasks give every page its row or fail", (context) => {
  context.skip("missing" in spark, "missing" in spark ? spark.missing : "");
  expect(python(["-m", "pytest", "-p", "no:cacheprovider"])).toMatch(/^\d+ passed in/m);
}, 600_000);

test("the code of the job is formatted and typed", (context) => {
  context.skip("missing" in spark, "missing" in spark ? spark.missing : "");
  python(["-m", "ruff", "check", "--no-cache", "."]);
  python(["-m", "ruff", "format", "--no-cache", "--check", "."]);
  python(["-m", "mypy", "--cache-dir=/dev/null"]);
});
