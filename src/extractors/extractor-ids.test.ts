import { expect, test } from "vitest";
import { EXTRACTOR_IDS } from "./extractor-ids.ts";
import { EXTRACTORS } from "./index.ts";

test("the ids are those of the registry, each extractor under its own", () => {
  expect(Object.keys(EXTRACTORS)).toEqual([...EXTRACTOR_IDS]);
  expect(Object.values(EXTRACTORS).map(({ id }) => id)).toEqual([...EXTRACTOR_IDS]);
});
