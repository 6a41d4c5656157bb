import { spawn } from "node:child_process";
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, type TestContext, test } from "vitest";
import { makeEnvironment, type PythonEnvironment } from "../../scripts/python-environment.ts";
import { MAIN } from "./galley.ts";

const ROOT = join(import.meta.dirname, "../..");
const PACKAGE = join(ROOT, "integrations/python");

let environment: PythonEnvironment | undefined;
let missing = "";
/** A copy of what the tests of the package read, with the wheel and, in `installed`, what it holds. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "galley-python-"));
  try {
    environment = await makeEnvironment("python");
  } catch (error) {
    missing = (error as Error).message;
    return;
  }
  for (const name of ["integrations/python", "examples", "dist/article.schema.json"])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  await python(["-m", "build", "--wheel", "--no-isolation", "--outdir", folder], PACKAGE);
  const [wheel] = globSync("galley-*-py3-none-any.whl", { cwd: folder });
  const where = ["--no-deps", "--no-index", "--no-compile", "--quiet", "--target", join(folder, "installed")];
  await python(["-m", "pip", "install", ...where, join(folder, wheel!)]);
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function needPython(context: TestContext): void {
  context.skip(environment === undefined, `there is no Python environment: ${missing}`);
}

/** Runs Python with the installed wheel and nothing of the checkout; what it says. */
async function python(args: readonly string[], cwd = folder): Promise<string> {
  const child = spawn(environment!.python, args, {
    cwd,
    env: {
      ...process.env,
      PYTHONPATH: join(folder, "installed"),
      MYPYPATH: join(folder, "installed"),
      PYTHONDONTWRITEBYTECODE: "1",
      GALLEY_COMMAND: `${process.execPath} ${MAIN}`,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const status = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  expect(status, said).toBe(0);
  return said;
}

test("the wheel holds its types and needs nothing but Python", async (context) => {
  needPython(context);
  const files = globSync("galley/**/*.*", { cwd: join(folder, "installed") }).sort();
  expect(files).toEqual([
    "galley/__init__.py",
    "galley/article.py",
    "galley/client.py",
    "galley/langchain.py",
    "galley/process.py",
    "galley/py.typed",
    "galley/scrapy.py",
  ]);
  const loaded = "print(galley.__file__, [name for name in sys.modules if name.split('.')[0] in others])";
  const others = "others = {'scrapy', 'twisted', 'langchain_core', 'pydantic', 'typing_extensions'}";
  expect(await python(["-c", `import sys, galley; ${others}; ${loaded}`])).toBe(
    `${join(folder, "installed/galley/__init__.py")} []\n`,
  );
});

test("its own tests pass on the wheel", async (context) => {
  needPython(context);
  const said = await python(["-m", "pytest", "-p", "no:cacheprovider"], join(folder, "integrations/python"));
  expect(said).toMatch(/^\d+ passed in/m);
});

test("its code is formatted and typed, and so are its callers", async (context) => {
  needPython(context);
  const types = ["-m", "mypy", "--cache-dir", join(folder, "mypy")];
  await python(["-m", "ruff", "check", "--no-cache", "."], PACKAGE);
  await python(["-m", "ruff", "format", "--no-cache", "--check", "."], PACKAGE);
  await python(types, PACKAGE);
  const caller = [
    "import galley",
    "from typing import assert_type",
    "assert_type(galley.extract(b'', url='https://bay.example/').title, str | None)",
    "for result in galley.extract_many(['']):",
    "    assert_type(result, galley.Result)",
    "galley.Galley(speed=1)  # type: ignore[call-arg]",
  ];
  writeFileSync(join(folder, "caller.py"), caller.join("\n"));
  await python([...types, "--strict", "--config-file=", "caller.py"], folder);
});
