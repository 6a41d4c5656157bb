import { describe, expect, test } from "vitest";
import { parsePage } from "../../default-extract.ts";
import { layoutFor, MeasuredPage, WRAPPER_DEFAULTS } from "../../extractors/index.ts";
import { nodePath } from "../../html/index.ts";
import { parseLabel } from "../../sets/index.ts";
import { findTruthNodes } from "./examples.ts";

const HTML = `<body><a href=/story>Ferry leaves at last</a><p>Ferry leaves at last</p>
<div><h1><span>Ferry “leaves” at last</span></h1><div><p>One two three four five.</p><p>Six seven eight nine ten.</p></div></div>
<footer>Ferry leaves at last</footer></body>`;

function truthOf(label: object): unknown {
  const page = parsePage(HTML);
  const reading = new MeasuredPage(page, layoutFor(page, WRAPPER_DEFAULTS.screen), WRAPPER_DEFAULTS, "soft");
  const line = JSON.stringify({ id: "a", html: HTML, ...label });
  const found = findTruthNodes(
    reading,
    parseLabel(line, { set: "s", lineNumber: 1 }, (path) => path),
  );
  if (typeof found === "string") return found;
  const path = (node: number | undefined) =>
    node === undefined ? undefined : nodePath(page.document, node).replaceAll("[1]", "");
  return [path(found.title), path(found.body)];
}

const BODY = "One two three four five. Six seven eight nine ten.";

describe("the nodes of a label", () => {
  test("are those that were pointed at", () => {
    expect(truthOf({ titlePath: "/html/body/p", bodyPath: "/html/body/div" })).toEqual([
      "/html/body/p",
      "/html/body/div",
    ]);
  });

  test("are the smallest subtrees with the texts, the title in the largest font", () => {
    expect(truthOf({ title: "Ferry 'leaves' at last", body: BODY })).toEqual([
      "/html/body/div/h1/span",
      "/html/body/div/div",
    ]);
  });

  test("have no title where the page does not show it or the label has none", () => {
    expect(truthOf({ title: "Another story", body: BODY })).toEqual([undefined, "/html/body/div/div"]);
    expect(truthOf({ body: BODY })).toEqual([undefined, "/html/body/div/div"]);
  });

  test("are missed where a node is gone or the page has another text", () => {
    expect(truthOf({ bodyPath: "/html/body/article", body: BODY })).toBe("without the labelled node");
    expect(truthOf({ titlePath: "/html/body/h1", body: BODY })).toBe("without the labelled node");
    expect(truthOf({ body: "Quite another story that is told elsewhere." })).toBe(
      "without the labelled body",
    );
  });
});
