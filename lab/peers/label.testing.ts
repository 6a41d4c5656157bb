import type { Label } from "../../src/sets/index.ts";

/** A label for tests, with the fields given. */
export function labelOf(fields: Partial<Label>, truth: Partial<Label["truth"]> = {}): Label {
  return {
    id: "1",
    set: "made-up",
    site: null,
    url: null,
    language: null,
    pageType: null,
    era: null,
    source: { html: "" },
    encoding: null,
    ...fields,
    truth: {
      title: null,
      authors: [],
      published: null,
      body: "",
      bodyIsPrefix: false,
      with: [],
      without: [],
      ...truth,
    },
  };
}
