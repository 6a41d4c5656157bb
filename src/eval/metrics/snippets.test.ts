import { describe, expect, test } from "vitest";
import { words } from "../../text/index.ts";
import { snippetsDropped, snippetsKept } from "./snippets.ts";

describe("snippets", () => {
  test("are kept word for word, whatever the case and the punctuation", () => {
    // "the quay opened" is there, "reopened on" is not a run of whole words ("opened on" is): 1 of 2
    const text = words("Yesterday the “quay” opened on time.");
    expect(snippetsKept(["The quay opened", "reopened on"], text)).toBe(0.5);
  });

  test("do not match half a word", () => {
    expect(snippetsKept(["port"], words("a report"))).toBe(0);
  });

  test("say nothing where no snippet has words", () => {
    expect(snippetsKept([], ["a"])).toBeNull();
    expect(snippetsKept(["—"], ["a"])).toBeNull();
  });

  test("count as dropped when absent, and are not asked for when the truth has them", () => {
    // truth says "home", so "Home" is not asked for; of "Log in" and "Share this", "share this" was kept: 1 of 2 dropped
    const truth = words("They went home by boat");
    const kept = words("They went home by boat. Share this");
    expect(snippetsDropped(["Home", "Log in", "Share this"], kept, truth)).toBe(0.5);
    expect(snippetsDropped(["Home"], kept, truth)).toBeNull();
  });
});
