import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { checkInput } from "./check-input.ts";
import { FILE_SIGNATURES } from "./file-signatures.data.ts";

const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

describe("what is refused", () => {
  test.each([
    ["no bytes", new Uint8Array()],
    ["an empty string", ""],
    ["only white space", latin(" \r\n\t ")],
    ["only a byte-order mark", latin("\xef\xbb\xbf\n")],
    ["a string of white space and a byte-order mark", "\ufeff \n"],
  ])("%s is EMPTY_INPUT", (_, input) => {
    expect(() => checkInput(input)).toThrow(expect.objectContaining({ code: "EMPTY_INPUT" }));
  });
  test.each([
    ["nothing", undefined],
    ["null", null],
    ["an ArrayBuffer", new ArrayBuffer(8)],
    ["an object", { length: 3 }],
  ])("%s is a bad call", (_, input) => {
    expect(() => checkInput(input as unknown as string)).toThrow(
      expect.objectContaining({ code: "BAD_OPTION" }),
    );
  });
  test.each(FILE_SIGNATURES)("$name is NOT_HTML", ({ offset, bytes }) => {
    const file = new Uint8Array(256).fill(0x41);
    file.set(bytes, offset);
    expect(() => checkInput(file)).toThrow(expect.objectContaining({ code: "NOT_HTML" }));
  });
  test("gzip is NOT_HTML with a word on unpacking", () => {
    expect(() => checkInput(gzipSync("<p>Harbour"))).toThrow(/unpack/);
  });
  test("a PDF that was read as a string is NOT_HTML", () => {
    expect(() => checkInput("%PDF-1.7\n%âãÏÓ")).toThrow(expect.objectContaining({ code: "NOT_HTML" }));
  });
  test("NULs alone and random bytes are NOT_HTML", () => {
    const noise = Uint8Array.from({ length: 4096 }, (_, index) => (index * index * 31 + index * 7) % 251);
    for (const input of [new Uint8Array(500), noise]) {
      expect(() => checkInput(input)).toThrow(expect.objectContaining({ code: "NOT_HTML" }));
    }
  });
  test("bytes or characters over the limit are INPUT_TOO_LARGE", () => {
    for (const input of [new Uint8Array(101).fill(0x41), "x".repeat(101)]) {
      expect(() => checkInput(input, { maxBytes: 100 })).toThrow(
        expect.objectContaining({ code: "INPUT_TOO_LARGE" }),
      );
    }
  });
});

describe("what passes", () => {
  test.each([
    ["a page", "<!doctype html><p>Harbour"],
    ["plain text", "MZ is how this sentence starts."],
    ["JSON", '{"title":"Harbour"}'],
    ["a page with NULs in it", `<html><body>${"\0".repeat(200)}<p>Harbour`],
  ])("%s", (_, source) => {
    expect(() => checkInput(latin(source))).not.toThrow();
    expect(() => checkInput(source)).not.toThrow();
  });
  test("UTF-16 with and without its mark", () => {
    for (const source of ["<html><p>Harbour", "\ufeff<p>港口今天早上重新开放</p>"]) {
      expect(() => checkInput(Buffer.from(source, "utf16le"))).not.toThrow();
      expect(() => checkInput(Buffer.from(source, "utf16le").swap16())).not.toThrow();
    }
  });
  test("UTF-16 of few ASCII characters where the caller says so", () => {
    const page = Buffer.from(`<p>${"港口今天早上重新开放一".repeat(40)}`, "utf16le");
    expect(() => checkInput(page)).toThrow(expect.objectContaining({ code: "NOT_HTML" }));
    expect(() => checkInput(page, { encoding: "utf-16" })).not.toThrow();
    expect(() => checkInput(new Uint8Array(500), { encoding: "utf-16" })).toThrow();
  });
  test("ISO-2022-JP, whose escapes are control characters", () => {
    expect(() => checkInput(latin("\x1b$B9A\x1b(B".repeat(50)))).not.toThrow();
  });
});
