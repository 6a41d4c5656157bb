import { expect, test } from "vitest";
import { econClass } from "./econ-class.ts";

test("a page is correct when whole and alone, wrong when whole with noise, missed when not whole", () => {
  expect(econClass(0.95, 0.95)).toBe("correctly");
  expect(econClass(0.949, 0.95)).toBe("wrongly");
  expect(econClass(0.1, 1)).toBe("wrongly");
  expect(econClass(1, 0.949)).toBe("missed");
  expect(econClass(0, 0)).toBe("missed");
});
