import { describe, expect, test } from "vitest";
import { dropUnseen } from "./drop-unseen.ts";

describe("dropUnseen", () => {
  test("drops control characters, lone surrogates and code points that are no characters", () => {
    expect(dropUnseen("a\u0000b\u001fc\ud800d\udc00e\ufffef\u0085g\ufdd0h")).toBe("abcdefgh");
    for (let plane = 1; plane <= 16; plane++) {
      const [last, before] = [plane * 0x10000 + 0xffff, plane * 0x10000 + 0xfffe];
      expect(dropUnseen(`a${String.fromCodePoint(before, last)}b`)).toBe("ab");
    }
  });

  test("drops what turns the direction of the text after it", () => {
    expect(dropUnseen("\u202egpj.exe\u202c \u2066a\u2069")).toBe("gpj.exe a");
  });

  test("keeps joiners, marks of direction, astral characters and line ends", () => {
    expect(dropUnseen("می\u200cخواهم 👩\u200d🚀 a\u200fb\u200e")).toBe(
      "می\u200cخواهم 👩\u200d🚀 a\u200fb\u200e",
    );
    expect(dropUnseen("🙂\n𠮷")).toBe("🙂\n𠮷");
  });
});
