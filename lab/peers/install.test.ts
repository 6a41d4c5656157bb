import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ADAPTERS, install } from "./install.ts";
import { TOOLS } from "./tools.data.ts";

const folder = mkdtempSync(join(tmpdir(), "galley-install-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("says what is missing where there is no Python", async () => {
  const tool = TOOLS.find(({ from }) => from === "pip")!;
  await expect(install(tool, folder, { PYTHON: "no-such-python" })).rejects.toThrow(
    /^trafilatura is left out: no-such-python could not make an environment; install Python/,
  );
});

test("every tool has its adapter and one version of each package", () => {
  for (const { adapter, packages } of TOOLS) {
    for (const name of adapter) expect(existsSync(join(ADAPTERS, name)), name).toBe(true);
    for (const [name, version] of packages) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  }
});
