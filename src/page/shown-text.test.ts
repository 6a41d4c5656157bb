import { describe, expect, test } from "vitest";
import { parseHtml, TAG } from "../html/index.ts";
import { shownText } from "./shown-text.ts";

const textOfHeading = (html: string) => {
  const document = parseHtml(html);
  return shownText(document, document.tag.indexOf(TAG.h1));
};

describe("shownText", () => {
  test("leaves out hidden parts, scripts and drawings", () => {
    const html =
      "<h1>Tide <span hidden>secret</span><script>x()</script><svg><title>t</title></svg>rises</h1>";
    expect(textOfHeading(html)).toBe("Tide rises");
  });

  test("puts a space where a line breaks, and none where only an inline tag ends", () => {
    expect(textOfHeading("<h1>High<br>tide <b>to</b>day</h1>")).toBe("High tide today");
  });

  test("reads a heading that is hidden as a whole", () => {
    expect(textOfHeading("<h1 hidden>Tide</h1>")).toBe("Tide");
  });
});
