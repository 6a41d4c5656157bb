import { expect, test } from "vitest";
import { keptTexts } from "../../../test/kept-text.ts";
import { everything } from "./index.ts";

test("keeps all that is shown and nothing that is hidden", () => {
  expect(
    keptTexts(everything, "<nav>Menu</nav><p>Text</p><p hidden>Secret</p><script>code()</script>`),
  ).toEqual(["Menu", text]);
});
