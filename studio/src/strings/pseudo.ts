import { en, type Strings } from "./en.data.ts";

/** Letters that look like those of English, so that a tester can read them and see what was never translated. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: "ȧ",
  e: "ē",
  i: "ī",
  o: "ø",
  u: "ū",
  n: "ñ",
  s: "ş",
  t: "ŧ",
};

/** Right-to-left, with lookalike letters and a third longer: texts outside of the file of strings become visible. */
export function makePseudo(): Strings {
  return { ...(translated(en) as Strings), language: "he", direction: "rtl" };
}

function translated(value: unknown): unknown {
  if (typeof value === "string") return pseudo(value);
  if (typeof value === "function") return (...given: unknown[]) => pseudo(String(value(...given)));
  if (Array.isArray(value)) return value.map(translated);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, translated(inner)]));
}

function pseudo(text: string): string {
  const letters = text.replace(/[aeionstu]/g, (letter) => LOOKALIKES[letter] ?? letter);
  return `⟦${letters}${"~".repeat(Math.ceil(text.length / 3))}⟧`;
}
