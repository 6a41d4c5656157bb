import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { read } from "../layers/sources.ts";
import { galley } from "./galley.ts";
import { serveGalley } from "./server.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The instructions of the container file, continued lines joined. */
function instructions(): readonly { readonly name: string; readonly value: string }[] {
  return read("deploy/Containerfile")
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name = "", value = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name, value };
    });
}

const KNOWN = [
  "FROM",
  "WORKDIR",
  "COPY",
  "RUN",
  "ENV",
  "USER",
  "VOLUME",
  "EXPOSE",
  "HEALTHCHECK",
  "ENTRYPOINT",
  "CMD",
];

/** The last stage. */
function finalStage() {
  const all = instructions();
  const at = all.findLastIndex(({ name }) => name === "FROM");
  const stage = all.slice(at);
  const lastOf = (name: string) => stage.findLast((each) => each.name === name)?.value ?? "";
  return { stage, lastOf };
}

test("every line of the container file is an instruction, and bases are pinned to a version", () => {
  expect(instructions().filter(({ name }) => !KNOWN.includes(name))).toEqual([]);
  const bases = instructions().filter(({ name }) => name === "FROM");
  const { engines } = JSON.parse(read("package.json"));
  for (const { value } of bases) {
    const [, major] = /^node:(\d+)\.\d+\.\d+-bookworm-slim(?: AS build)?$/.exec(value) ?? [];
    expect(Number(major), value).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]));
  }
  expect(new Set(bases.map(({ value }) => value.replace(" AS build", ""))).size).toBe(1);
});

test("the container runs as a user without rights, who owns nothing but the data, with a health check", () => {
  const { stage, lastOf } = finalStage();
  const names = stage.map(({ name }) => name);
  expect(lastOf("USER")).toBe("node");
  expect(names.indexOf("USER")).toBeGreaterThan(names.lastIndexOf("COPY"));
  expect(names.indexOf("USER")).toBeGreaterThan(names.lastIndexOf("RUN"));
  for (const { value } of stage.filter(({ name }) => name === "COPY"))
    expect(value).toMatch(/^--from=build --chown=root:root /);
  // The only place that it may write to, as its root is read-only.
  expect(lastOf("WORKDIR")).toBe("/data");
  expect(lastOf("VOLUME")).toBe("/data");
  expect(lastOf("RUN")).toBe("mkdir /data /run/keys && chown node:node /data /run/keys");
  expect(lastOf("HEALTHCHECK")).toMatch(
    /--interval=\d+s --timeout=\d+s --start-period=\d+s CMD \["node", "-e", /,
  );
  expect(read("deploy/Containerfile")).not.toMatch(/--no-auth|:latest|curl|sudo|chmod 777/);
});

/** The files that the container copies, in a folder of their own, with only the packages that a production install leaves. */
function containerFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-container-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const copied = finalStage()
    .stage.filter(({ name }) => name === "COPY")
    .map(({ value }) => /\/app\/(\S+) \.\//.exec(value)?.[1] ?? value);
  expect(copied).toEqual(["package.json", "dist", "models", "node_modules"]);
  for (const name of copied.slice(0, 3)) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const { dependencies } = JSON.parse(read("package.json"));
  for (const name of Object.keys(dependencies)) {
    const to = join(folder, "node_modules", name);
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), to);
  }
  return folder;
}

test("what the container copies is enough to serve, and its health check tells whether it does", async () => {
  // Where no engine is at hand the files themselves are started as the container starts them.
  const folder = containerFolder();
  const { lastOf } = finalStage();
  const [node, main = ""]: string[] = JSON.parse(lastOf("ENTRYPOINT"));
  expect([node, main]).toEqual(["node", "/app/dist/cli/main.js"]);
  const command: string[] = JSON.parse(lastOf("CMD"));
  const file = join(folder, main.replace("/app/", ""));
  // Without keys a server that others can reach does not start.
  const refused = await galley([...command, "--port", "0"], { cwd: folder, main: file });
  expect(refused.stderr).toMatch(/^galley: OPEN_SERVER: /);
  const served = await serveGalley([...command.slice(1), "--no-auth"], folder, file);
  const page = "<h1>Quay repaired</h1><p>The quay was repaired, the port said on Friday.</p>";
  const headers = { "content-type": "text/html" };
  const answer = await fetch(`${served.url}/extract`, { method: "POST", headers, body: page });
  expect(await answer.json()).toMatchObject({ title: "Quay repaired" });
  const [, script = ""] = /CMD \["node", "-e", "(.*)"\]/.exec(lastOf("HEALTHCHECK")) ?? [];
  expect(script).toContain(`http://127.0.0.1:${lastOf("EXPOSE")}/health`);
  const check = () => spawnStatus(script.replace(lastOf("EXPOSE"), String(served.port)));
  expect(await check()).toBe(0);
  served.process.kill("SIGTERM");
  expect(await served.ended).toBe(0);
  expect(await check()).toBe(1);
});

function spawnStatus(script: string): Promise<number | null> {
  return new Promise((done) => spawn(process.execPath, ["-e", script]).on("close", done));
}

test("the build gets no data, keys or installed packages of the machine it runs on", () => {
  const ignored = read("deploy/Containerfile.dockerignore").split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".git", "data", "deploy/keys", "dist", "node_modules"]));
});

test("the compose example has a read-only root, no capabilities, and no password of its own", () => {
  const text = read("deploy/compose.yaml");
  const { services, volumes } = parse(text);
  expect(services.galley).toMatchObject({
    read_only: true,
    tmpfs: ["/tmp"],
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    ports: ["127.0.0.1:7420:7420"],
    depends_on: { store: { condition: "service_healthy" } },
  });
  expect(services.galley.build).toEqual({ context: "..", dockerfile: "deploy/Containerfile" });
  expect(
    existsSync(join(ROOT, "deploy", services.galley.build.context, services.galley.build.dockerfile)),
  ).toBe(true);
  expect(services.store.image).toMatch(/^postgres:\d+$/);
  expect(services.galley.volumes).toContain("files:/data");
  for (const volume of [...services.store.volumes, "files:/data"])
    expect(Object.keys(volumes)).toContain(volume.split(":")[0]);
  expect(text).not.toMatch(/PASSWORD[^\n]*: *["']?\w+["']?$/m);
});
