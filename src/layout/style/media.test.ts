import { describe, expect, test } from "vitest";
import { mediaHolds } from "./media.ts";

const screen = { width: 1280, height: 1024 };

describe("a media query", () => {
  test.each([
    "",
    "all",
    "screen",
    "only screen and (min-width: 600px)",
    "(min-width:40em) and (max-width:90em)",
    "print, screen",
    "not print",
    "(width >= 600px)",
    "(600px <= width < 1300px)",
    "(min-width: calc(40em + 1px))",
    "(prefers-color-scheme: light)",
    "(orientation: landscape)",
  ])("%s holds on a desktop", (query) => {
    expect(mediaHolds(query, screen)).toBe(true);
  });
  test.each([
    "print",
    "screen and (max-width: 600px)",
    "not screen",
    "(width < 600px)",
    "(prefers-color-scheme: dark)",
    "(min-resolution: 2dppx)",
    "(-webkit-min-device-pixel-ratio: 2)",
    "(min-width: wide)",
    `(min-width:1px)${" and (min-width:1px)".repeat(1000)}`,
  ])("%s does not", (query) => {
    expect(mediaHolds(query, screen)).toBe(false);
  });
});
