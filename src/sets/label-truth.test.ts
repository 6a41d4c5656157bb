import { describe, expect, test } from "vitest";
import { LEAF_ROLES, type LeafRole } from "../article/index.ts";
import { parsePage } from "../default-extract.ts";
import type { Page } from "../page/index.ts";
import { ANY_ROLE, fewestLabels } from "./guess-labels.ts";
import {
  anchorLabels,
  comparePage,
  leafRolesOf,
  moveLabels,
  NO_ROLE,
  summariseAgreement,
  truthOfLabels,
} from "./label-truth.ts";
import type { MadeLabel } from "./made-labels.ts";

/** A label at the smallest element with a class. */
function at(page: Page, name: string, role: LeafRole): MadeLabel {
  const { document } = page;
  for (let node = 0; node < document.size; node++) {
    const from = document.attributeStart[node]!;
    if (document.attributeStart[node + 1]! > from && document.attributes.valueAt(from) === name)
      return { node, role };
  }
  throw new Error(`no ${name}`);
}

/** The roles of leaves by their letters: b body, h headline, . none, * any. */
function rolesOf(letters: string): Int8Array {
  const codes: Readonly<Record<string, number>> = {
    b: LEAF_ROLES.indexOf("body"),
    h: LEAF_ROLES.indexOf("headline"),
    ".": NO_ROLE,
    "*": ANY_ROLE,
  };
  return Int8Array.from(letters, (letter) => codes[letter]!);
}

describe("the truth of labels", () => {
  test("an inner label counts before an outer one", () => {
    const page = parsePage("<div class=b>One <i class=n>two</i> three</div>");
    const labels = [at(page, "n", "boilerplate"), at(page, "b", "body")];
    expect(truthOfLabels(page, labels).body).toBe("One three");
  });

  test("several nodes of the body have a text and no path", () => {
    const page = parsePage("<p class=a>One</p><p>No</p><p class=c>Two</p>");
    const { body, nodes } = truthOfLabels(page, [at(page, "a", "body"), at(page, "c", "body")]);
    expect(body).toBe("One\n\nTwo");
    expect(nodes.body).toBeUndefined();
  });

  test("a standfirst is part of the text, captions and bylines are not", () => {
    const page = parsePage(
      "<p class=s>Short</p><p class=y>By Ann</p><p class=b>Long</p><p class=c>Photo</p>",
    );
    const labels = [
      at(page, "s", "standfirst"),
      at(page, "y", "byline"),
      at(page, "b", "body"),
      at(page, "c", "caption"),
    ];
    expect(truthOfLabels(page, labels).body).toBe("Short\n\nLong");
  });
});

describe("labels of an older copy", () => {
  const old = parsePage(
    "<div class=b><p>The ferry came back on Monday after a long winter in the north.</p></div><p class=d>Monday</p>",
  );
  const labels = anchorLabels(old, [at(old, "b", "body"), at(old, "d", "date")]);

  test("are found by their text elsewhere", () => {
    const now = parsePage(
      "<nav>Menu</nav><main class=b><p>The ferry came back on Monday after a long winter in the north.</p></main><p class=d>Monday</p>",
    );
    const { moved, lost, labels: found } = moveLabels(now, labels);
    expect({ moved, lost }).toEqual({ moved: 2, lost: [] });
    expect(truthOfLabels(now, found).body).toBe(
      "The ferry came back on Monday after a long winter in the north.",
    );
  });

  test("are found by their beginning where the text grew", () => {
    const now = parsePage(
      "<div class=b><p>The ferry came back on Monday after a long winter in the north.</p><p>Added.</p></div><p class=d>Monday</p>",
    );
    expect(moveLabels(now, labels)).toMatchObject({ lost: [] });
  });

  test("are lost where their text is gone", () => {
    const now = parsePage("<p>Something else entirely</p><p class=d>Monday</p>");
    expect(moveLabels(now, labels).lost).toEqual([
      "body: The ferry came back on Monday after a long winter in the north.",
    ]);
  });
});

describe("the fewest labels", () => {
  test.each([
    ["<div><p>1</p><p>2</p><p>3</p></div><p>4</p>", "bbb.", 1],
    ["<div><p>1</p><p>2</p><p>3</p><p>4</p></div>", "bb.b", 2],
    ["<h1>1</h1><div><p>2</p><p>3</p></div>", "hbb", 2],
    ["<div><p>1</p><p>2 <i>3</i></p></div>", "b**", 1],
    ["<p>1</p>", ".", 0],
  ])("%s as %s takes %i and gives back the roles", (html, letters, count) => {
    const page = parsePage(html);
    const wanted = rolesOf(letters);
    const labels = fewestLabels(page, wanted);
    expect(labels).toHaveLength(count);
    const given = leafRolesOf(page, labels);
    for (const [leaf, role] of wanted.entries()) {
      const isNone = role === NO_ROLE && [NO_ROLE, LEAF_ROLES.indexOf("boilerplate")].includes(given[leaf]!);
      expect(role === ANY_ROLE || isNone || given[leaf] === role, `leaf ${leaf}`).toBe(true);
    }
  });

  test("a text that is all of its element is labelled by the element", () => {
    const page = parsePage("<p>1</p><p>2</p>");
    const [label] = fewestLabels(page, rolesOf("b."));
    expect(page.document.tag[label!.node]).toBe(
      page.document.tag[page.document.parent[page.leaves.node[0]!]!],
    );
  });
});

describe("agreement", () => {
  const page = parsePage("<h1 class=h>1</h1><p class=a>2</p><p class=b>3</p><p class=c>4</p>");

  test("is exact and 1 where two people say the same", () => {
    const labels = [at(page, "h", "headline"), at(page, "a", "body")];
    const { fields, conflicts } = summariseAgreement([comparePage("one", page, [labels, labels])]);
    expect(fields).toEqual([
      { role: "body", exact: 1, kappa: 1, pages: 1 },
      { role: "headline", exact: 1, kappa: 1, pages: 1 },
    ]);
    expect(conflicts).toEqual([]);
  });

  test("is Cohen's kappa over the leaves", () => {
    const first = [at(page, "a", "body"), at(page, "b", "body")];
    const second = [at(page, "a", "body"), at(page, "c", "body")];
    const { fields, conflicts } = summariseAgreement([comparePage("one", page, [first, second])]);
    // Both agree on 2 of 4 leaves; each calls half of them body, so that chance alone gives half.
    expect(fields).toEqual([{ role: "body", exact: 0, kappa: 0, pages: 1 }]);
    expect(conflicts).toEqual([{ page: "one", roles: ["body"] }]);
  });
});
