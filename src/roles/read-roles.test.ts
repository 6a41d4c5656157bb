import { expect, test } from "vitest";
import { CONTRACT_PAGES, pageOf } from "../../test/contract/contract-pages.ts";
import { LEAF_ROLES } from "../article/index.ts";
import { extract } from "../default-extract.ts";
import { EXTRACTORS, shippedRoles } from "../extractors/index.ts";
import { makeRoleReader } from "./read-roles.ts";
import { roleChances } from "./role-model.ts";

const prose = (count: number, first: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `<p>On day ${first + at} the ferry left at dawn, and by noon the harbour was empty again, said captain ${first + at} of the boat.</p>`,
  ).join("");
const PAGE = `<html lang=en><title>Ferry returns to Wexley</title><body>
<header><nav><a href=/>Home</a> <a href=/news>News</a> <a href=/sport>Sport</a></nav></header>
<main><article><h1>Ferry returns to Wexley</h1>
<div class=byline>By <a href=/a rel=author>Marta Ellingsworth</a> <time datetime=2026-03-12>12 March 2026</time></div>
${prose(8, 1)}
<figure><img src=a.jpg width=600 height=400><figcaption>The quay at dawn. <span class=credit>Photo: Ines Vale</span></figcaption></figure>
${prose(6, 9)}
<blockquote class=twitter-tweet><p>It is back!</p></blockquote></article>
<section class=related-stories><h3>Related stories</h3><ul><li><a href=/1>Tram line opens in Upper Tarn</a><li><a href=/2>Library roof is saved</a></ul></section>
<section id=comments class=comments><h3>2 Comments</h3><ol class=comment-list><li class=comment><b>Ann</b> <time>13 March 2026 10:00</time><p>What good news for all of us on the island.</p><a href=#>Reply</a><li class=comment><b>Bo</b> <time>13 March 2026 11:00</time><p>I shall be on the first boat.</p><a href=#>Reply</a></ol></section>
</main><footer>© Harbour Courier. All rights reserved.</footer>`;

/** The roles of leaves by their texts. */
function rolesOf(html: string): ReadonlyMap<string, string | undefined> {
  const { explanation } = extract(html, { explain: true });
  return new Map(explanation?.leaves.map(({ text, role }) => [text, role]));
}

test("every kind of leaf gets its role, kept or not", () => {
  const roles = rolesOf(PAGE);
  expect(Object.fromEntries(roles)).toMatchObject({
    "Ferry returns to Wexley": "headline",
    "Marta Ellingsworth": "byline",
    "12 March 2026": "date",
    "The quay at dawn.": "caption",
    "Photo: Ines Vale": "credit",
    "It is back!": "embed",
    "Tram line opens in Upper Tarn": "related",
    "What good news for all of us on the island.": "comment",
    News: "boilerplate",
    "© Harbour Courier. All rights reserved.": "boilerplate",
  });
  const text = [...roles].filter(([own]) => own.startsWith("On day"));
  expect(text.map(([, role]) => role)).toEqual(Array(14).fill("body"));
});

test("links to other stories are found by the model alone", () => {
  const page = pageOf(PAGE);
  const extraction = EXTRACTORS.fused.extract(page, {});
  const shown = { headline: [], standfirst: [], byline: [] };
  const count = (reader: ReturnType<typeof makeRoleReader>) =>
    reader(page, extraction, shown).roles.filter((role) => LEAF_ROLES[role] === "related").length;
  expect(count(makeRoleReader())).toBe(0);
  expect(count(makeRoleReader(shippedRoles))).toBeGreaterThan(0);
});

test.each(Object.entries(CONTRACT_PAGES))(
  "%s has one role a leaf, and chances of blocks that add up",
  (_, html) => {
    const page = pageOf(html);
    const extraction = EXTRACTORS.econ.extract(page, {});
    const { roles, chances } = makeRoleReader(shippedRoles)(page, extraction, {
      headline: [],
      standfirst: [],
      byline: [],
    });
    expect(roles).toHaveLength(page.leaves.count);
    expect(chances.every((chance) => chance >= 0 && chance <= 1)).toBe(true);
    const ofBlocks = roleChances(page, shippedRoles()) ?? new Float32Array(0);
    for (let block = 0; block < page.blocks.count; block++) {
      const own = ofBlocks.subarray(block * LEAF_ROLES.length, (block + 1) * LEAF_ROLES.length);
      const sum = own.reduce((all, chance) => all + chance, 0);
      expect(sum === 0 || Math.abs(sum - 1) < 1e-5).toBe(true);
    }
  },
);

test("what is asked for is added by its role, and what is not wanted is left out", () => {
  const related = extract(PAGE, { include: { related: true } });
  expect(related.text).toContain("Tram line opens in Upper Tarn");
  expect(extract(PAGE).text).not.toContain("Tram line opens");
  expect(extract(PAGE, { include: { comments: true } }).text).toContain("I shall be on the first boat.");
  expect(extract(PAGE, { include: { embeds: false } }).text).not.toContain("It is back!");
});
