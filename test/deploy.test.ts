import { expect, test } from "vitest";
import { parse } from "yaml";
import { read } from "./layers/sources.ts";

test("the container runs as a user without rights, with a health check, from pinned stages", () => {
  const last =
    read("deploy/Containerfile")
      .split(/^FROM /m)
      .at(-1) ?? "";
  expect(last).toMatch(/^USER node$/m);
  expect(last.indexOf("USER node")).toBeLessThan(last.indexOf("ENTRYPOINT"));
  expect(last).toMatch(/^HEALTHCHECK .*\\\n\s+CMD \["node"/m);
  expect(last).not.toMatch(/--no-auth|:latest|npm (?:ci|install)/);
  for (const name of last.match(/(?<=\/app\/)[a-z_]+(?= \.)/g) ?? [])
    expect(["dist", "models", "node_modules"]).toContain(name);
});

test("the compose example has a read-only root, no capabilities, and no password of its own", () => {
  const text = read("deploy/compose.yaml");
  const { services } = parse(text);
  expect(services.galley).toMatchObject({
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    ports: ["127.0.0.1:7420:7420"],
    depends_on: { store: { condition: "service_healthy" } },
  });
  expect(services.galley.build).toEqual({ context: "..", dockerfile: "deploy/Containerfile" });
  expect(text).not.toMatch(/PASSWORD[^\n]*: *["']?\w+["']?$/m);
});
