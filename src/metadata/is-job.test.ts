import { expect, test } from "vitest";
import { isJob } from "./is-job.ts";

test.each([
  "Staff",
  "Ann Lee, Senior Editor",
  "HEAD OF NEWS",
  "Gerichtsreporterin",
  "la rédactrice",
  "fotos: Kim",
  "Envoyée spéciale",
])("%s names a job or a credit", (text) => {
  expect(isJob(text)).toBe(true);
});

test.each(["Ann Lee", "Head Office", "Ahead of Time", "Staffan Berg", "Editorial", "Ephoto", "", "Ö"])(
  "%j names none",
  (text) => {
    expect(isJob(text)).toBe(false);
  },
);
