import { describe, expect, test } from "vitest";
import { PLAIN_JUDGES, PLAIN_MODEL } from "./models.testing.ts";
import { packWrapperModel, readWrapperModel } from "./wrapper-model.ts";

const stored = (change: object = {}) =>
  JSON.parse(JSON.stringify({ ...packWrapperModel(PLAIN_MODEL), ...change }));

describe("a model of the wrapper", () => {
  test("comes back from a file as it was, with or without classifiers for complete layouts", () => {
    const { settings, soft, strict } = readWrapperModel(stored());
    expect(settings).toEqual(PLAIN_MODEL.settings);
    expect(soft.body.parts).toEqual(PLAIN_JUDGES.body.parts);
    expect(strict).toBeUndefined();
    const both = readWrapperModel(
      JSON.parse(JSON.stringify(packWrapperModel({ ...PLAIN_MODEL, strict: PLAIN_JUDGES }))),
    );
    expect(both.strict?.title.parts).toEqual(PLAIN_JUDGES.title.parts);
  });

  test("from a file without the number of screens uses one", () => {
    const { firstScreens: _, ...before } = PLAIN_MODEL.settings;
    expect(readWrapperModel(stored({ settings: before })).settings.firstScreens).toBe("one");
  });

  test("from a file that does not say how titles are chosen goes by their looks", () => {
    const { titles: _, ...before } = PLAIN_MODEL.settings;
    expect(readWrapperModel(stored({ settings: before })).settings.titles).toBe("looks");
  });

  const { settings } = PLAIN_MODEL;
  test.each([
    ["of another method", { method: "mss" }, "of the method mss"],
    ["of other features", { features: ["body RectLeft"] }, "its features are body RectLeft"],
    ["without machines", { soft: {} }, "its machines are damaged"],
    ["with half a pair", { strict: { body: stored().soft.body } }, "its machines are damaged"],
    ["without settings", { settings: null }, "how it measures pages"],
    ["of no screen", { settings: { ...settings, screen: { width: 0, height: 9 } } }, "how it measures pages"],
    ["of unknown tags", { settings: { ...settings, formattingTags: ["blob"] } }, "how it measures pages"],
    ["of unknown screens", { settings: { ...settings, firstScreens: "all" } }, "how it measures pages"],
    ["of unknown titles", { settings: { ...settings, titles: "all" } }, "how it measures pages"],
    ["of unknown features", { settings: { ...settings, features: "some" } }, "how it measures pages"],
  ])("is refused %s", (_, change, problem) => {
    expect(() => readWrapperModel(stored(change))).toThrow(
      expect.objectContaining({ code: "BAD_MODEL", message: expect.stringContaining(problem) }),
    );
  });
});
