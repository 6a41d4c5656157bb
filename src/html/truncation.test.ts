import { expect, test } from "vitest";
import { isTruncated } from "./truncation.ts";

test.each([
  "<p>Harbour</p><a href='/sto",
  "<p>Harbour</p><di",
  "<p>Harbour</",
  "<p>Harbour <!-- the rest of",
  "<p>Harbour<script>let a = 1; b",
  "<p>Harbour<STYLE>p { color",
  "<p>Harbour<script>document.write('<b>Quay</b>",
  "<p>Harbour<!-- <b>Quay</b>",
  "<p>Harbour</p><a href='/sto \r\n\t\f ",
  "<p>Harbour</p><script>let a = 1;</html>\u00a0",
])("%s is cut short", (source) => {
  expect(isTruncated(source)).toBe(true);
});

test.each([
  "",
  "Harbour",
  "1 < 2 and 3 < 4",
  "<p>Harbour</p>\n",
  "<p>Harbour",
  "<script>if (a < b) c</script> done",
  "<!-- note --> text",
  "a <3 you",
  "<script>let a</html>\n",
])("%j is whole", (source) => {
  expect(isTruncated(source)).toBe(false);
});
