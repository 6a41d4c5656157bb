import { expect, test } from "vitest";
import { keptTexts } from "../../../test/kept-text.ts";
import { everything } from "./index.ts";

test("keeps all that is shown and nothing that is hidden", () => {
  const text = "Enough text for a page that hides nothing it needs ".repeat(5).trim();
  const html = `<nav>Menu</nav><p>${text}</p><p hidden>Secret</p><script>code()</script>`;
  expect(keptTexts(everything, html)).toEqual(["Menu", text]);
});
