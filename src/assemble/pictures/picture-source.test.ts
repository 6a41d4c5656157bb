import { describe, expect, test } from "vitest";
import { largestCandidate } from "./picture-source.ts";

describe("largestCandidate", () => {
  test("takes the widest candidate", () => {
    expect(largestCandidate("/s.jpg 320w, /l.jpg 1280w, /m.jpg 640w")).toBe("/l.jpg");
  });

  test("takes the densest candidate", () => {
    expect(largestCandidate("/one.jpg, /two.jpg 2x")).toBe("/two.jpg");
  });

  test("keeps commas inside addresses", () => {
    expect(largestCandidate("/w_300,h_200/a.jpg 300w, /w_900,h_600/a.jpg 900w")).toBe("/w_900,h_600/a.jpg");
  });

  test("reads candidates that touch each other", () => {
    expect(largestCandidate("/a.jpg 1x,/b.jpg 3x")).toBe("/b.jpg");
    expect(largestCandidate("/a.jpg,  /b.jpg")).toBe("/a.jpg");
  });

  test("gives nothing for an empty set", () => {
    expect(largestCandidate(" , ")).toBeUndefined();
  });
});
