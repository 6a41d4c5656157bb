import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FileFinder, makeFileFinder } from "./render-source.ts";

const PAGE = "https://harbour.example/news/quay%201.html";
let top = "";
let find: FileFinder;

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), "galley-saved-"));
  mkdirSync(join(top, "pages/quay files"), { recursive: true });
  writeFileSync(join(top, "pages/quay files/look.css"), "p { color: red }");
  writeFileSync(join(top, "pages/notes.txt"), "private");
  writeFileSync(join(top, "beside.css"), "p { color: blue }");
  symlinkSync(join(top, "beside.css"), join(top, "pages/link.css"));
  find = makeFileFinder(join(top, "pages"), PAGE);
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

describe("the files of a saved page", () => {
  test("are found below its folder, with their type", () => {
    const file = find("https://harbour.example/news/quay%20files/look.css?v=2#top");
    expect(file?.contentType).toBe("text/css");
    expect(file?.bytes.toString()).toBe("p { color: red }");
  });

  test("need a folder that is there", () => {
    expect(() => makeFileFinder(join(top, "gone"), PAGE)).toThrow(
      expect.objectContaining({ code: "FILE_NOT_FOUND" }),
    );
  });

  test.each([
    ["above its folder", "https://harbour.example/beside.css"],
    ["above its folder by another spelling", "https://harbour.example/news/%2e%2e%2fbeside.css"],
    ["above its folder by way of a link", "https://harbour.example/news/link.css"],
    ["of another site", "https://other.example/news/quay%20files/look.css"],
    ["of a kind that pages do not show", "https://harbour.example/news/notes.txt"],
    ["that are not there", "https://harbour.example/news/gone.css"],
    ["that are folders", "https://harbour.example/news/quay%20files"],
    ["with a name that is no text", "https://harbour.example/news/%ff.css"],
    ["with a name that ends early", "https://harbour.example/news/quay%00.css"],
  ])("are not those %s", (_, url) => {
    expect(find(url)).toBeUndefined();
  });
});
