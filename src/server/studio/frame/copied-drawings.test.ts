import { expect, test } from "vitest";
import { timed } from "../../../../test/growth.ts";
import { parseHtml } from "../../../html/index.ts";
import { writeFrame } from "./write-frame.ts";

/** How many copies the written page draws, and how many it leaves out. */
function copiesOf(svg: string): { readonly drawn: number; readonly leftOut: number } {
  const document = parseHtml(`<body><svg>${svg}</svg>`);
  const { xhtml } = writeFrame(document, { picture: () => undefined, sheets: new Map() });
  const uses = xhtml.match(/<use [^>]*>/g) ?? [];
  const drawn = uses.filter((use) => use.includes(" href=")).length;
  return { drawn, leftOut: uses.length - drawn };
}

const tenOf = (id: string) => `<use href="#${id}"/>`.repeat(10);

test("icons are drawn wherever they are used", () => {
  const icon = '<symbol id="ship"><path d="M0 0"/><g id="flag"><path d="M1 1"/></g></symbol>';
  const page = `${icon}${'<use xlink:href="#ship"/>'.repeat(400)}<use href="#flag"/><use href="#none"/>`;
  expect(copiesOf(page)).toEqual({ drawn: 402, leftOut: 0 });
});

test("copies of copies are drawn up to a limit, whichever comes first", () => {
  const levels = Array.from({ length: 12 }, (_, at) => `<g id="l${at + 1}">${tenOf(`l${at}`)}</g>`);
  const first = '<g id="l0"><path d="M0 0"/></g>';
  for (const page of [
    [first, ...levels],
    [...levels.toReversed(), first],
  ]) {
    const { drawn, leftOut } = copiesOf(page.join(""));
    expect(drawn).toBeGreaterThan(0);
    expect(leftOut).toBeGreaterThan(60);
  }
});

test("a drawing that copies itself is left out", () => {
  expect(copiesOf('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')).toEqual({
    drawn: 0,
    leftOut: 2,
  });
});

test("nested targets take no longer to count than the limit allows", () => {
  const depth = 3000;
  const nested = Array.from({ length: depth }, (_, at) => `<g id="n${at}"><use href="#x"/>`).join("");
  const uses = Array.from({ length: depth }, (_, at) => `<use href="#n${at}"/>`).join("");
  const { result, tookMs } = timed(() => copiesOf(`<path id="x"/>${nested}${"</g>".repeat(depth)}${uses}`));
  const { drawn, leftOut } = result;
  expect(tookMs).toBeLessThan(5000);
  expect(drawn + leftOut).toBeLessThanOrEqual(2 * depth);
  expect(leftOut).toBeGreaterThan(0);
});
