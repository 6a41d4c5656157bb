import { expect, test } from "vitest";
import { stripArchiveInserts } from "./archive-inserts.ts";

const strip = (html: string) =>
  Buffer.from(stripArchiveInserts(Buffer.from(html, "latin1"))).toString("latin1");

test("what an archive put in is taken out, byte for byte", () => {
  const html =
    '<head><script src="/x.js"></script>\n<script>if (a < b) run();</script>\n<link href="b.css">\n' +
    "<!-- End Wayback Rewrite JS Include --><title>T\xfc</title></head><body>" +
    "<!-- BEGIN WAYBACK TOOLBAR INSERT --><div>go JAN 5</div><!-- END WAYBACK TOOLBAR INSERT --><p>Story\x93</p>";
  expect(strip(html)).toBe("<head><title>T\xfc</title></head><body><p>Story\x93</p>");
});

test("a page without an archive's markers is left as it is", () => {
  const bytes = Buffer.from("<script></script><!-- END WAYBACK TOOLBAR INSERT --><p>x");
  expect(stripArchiveInserts(bytes)).toBe(bytes);
});

test("a toolbar that never ends stays", () => {
  expect(strip("<!-- BEGIN WAYBACK TOOLBAR INSERT --><p>x")).toBe(
    "<!-- BEGIN WAYBACK TOOLBAR INSERT --><p>x",
  );
});
