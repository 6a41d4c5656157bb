import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { roundRow, SupportVectorMachine, type SvmParts } from "./svm.ts";

/** What the tests use of libsvm-js, of which it has no types. */
interface Libsvm {
  train(samples: readonly (readonly number[])[], labels: readonly number[]): void;
  serializeModel(): string;
  predictOneProbability(row: readonly number[]): { readonly estimates: readonly { probability: number }[] };
}
interface LibsvmClass {
  new (options: object): Libsvm;
  load(text: string): Libsvm;
}

const Libsvm: LibsvmClass = createRequire(import.meta.url)("libsvm-js/asm.js");
const PARTS: SvmParts = {
  width: 2,
  gamma: 0.5,
  cost: 1,
  rho: 0.25,
  slope: -2,
  offset: 0.5,
  vectors: [Float64Array.of(0, 0), Float64Array.of(1, 2)],
  coefficients: Float64Array.of(1, -0.5),
};

/** Points in a square, those inside a circle positive. */
function circle(count: number): { readonly rows: readonly number[][]; readonly labels: readonly number[] } {
  const rows = Array.from({ length: count }, (_, at) => [
    ((at * 37) % 101) / 101 - 0.5,
    ((at * 53) % 97) / 97 - 0.5,
  ]);
  return { rows, labels: rows.map(([x = 0, y = 0]) => (x * x + y * y < 0.09 ? 1 : -1)) };
}

/** The numbers of libsvm's model text. */
function partsOf(text: string): SvmParts {
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]);
  const lines = text
    .slice(text.indexOf("\nSV\n") + 4)
    .trim()
    .split("\n");
  return {
    width: 2,
    cost: 10,
    gamma: read("gamma"),
    rho: read("rho"),
    slope: read("probA"),
    offset: read("probB"),
    coefficients: Float64Array.from(lines, (line) => Number.parseFloat(line)),
    vectors: lines.map((line) => Float64Array.from(line.matchAll(/:(\S+)/g), ([, value]) => Number(value))),
  };
}

describe("a support vector machine", () => {
  test("gives the probabilities that libsvm gives for the same model", () => {
    const { rows, labels } = circle(400);
    const options = { type: "0", kernel: "2", cost: 10, gamma: 4, probabilityEstimates: true, quiet: true };
    const trained = new Libsvm(options);
    trained.train(rows, labels);
    const text = trained.serializeModel();
    const loaded = Libsvm.load(text);
    const parts = partsOf(text);
    const machine = new SupportVectorMachine(parts);
    const probabilities = rows.map((row) => {
      // Not rounded to steps, as the vectors of this model are not.
      const decision = machine.decide(Float64Array.from(row));
      return 1 / (1 + Math.exp(parts.slope * decision + parts.offset));
    });
    const expected = rows.map((row) => loaded.predictOneProbability(row).estimates[0]?.probability ?? 0);
    expect(Math.min(...expected)).toBeLessThan(0.1);
    expect(Math.max(...expected)).toBeGreaterThan(0.9);
    const errors = probabilities.map((probability, at) => Math.abs(probability - expected[at]!));
    expect(Math.max(...errors)).toBeLessThan(1e-6);
  });

  test("sums kernels of distances and maps the sum to a probability", () => {
    const machine = new SupportVectorMachine(PARTS);
    // Distances² of (1, 0): 1 and 4. exp(-.5) - .5 exp(-2) - .25 = .60653 - .06767 - .25 = .28886
    const decision = Math.exp(-0.5) - 0.5 * Math.exp(-2) - 0.25;
    expect(machine.decide(Float64Array.of(1, 0))).toBeCloseTo(decision, 12);
    expect(machine.probability(Float64Array.of(1, 0))).toBeCloseTo(
      1 / (1 + Math.exp(-2 * decision + 0.5)),
      12,
    );
  });

  test("comes back from a file as it was", () => {
    const rows = circle(20).rows.map((row) => Float64Array.from(row));
    const machine = new SupportVectorMachine({ ...PARTS, vectors: rows.slice(0, 2).map(roundRow) });
    const again = SupportVectorMachine.decode(JSON.parse(JSON.stringify(machine.encode())), 2);
    expect(again?.parts).toEqual(machine.parts);
    expect(again?.probability(rows[5]!)).toBe(machine.probability(rows[5]!));
  });

  const whole = new SupportVectorMachine(PARTS).encode();
  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "svm"],
    ["no kernel", { ...whole, gamma: "wide" }],
    ["a kernel that grows with the distance", { ...whole, gamma: -1 }],
    ["half a vector", { ...whole, vectors: btoa("\0\0") }],
    ["a vector without a weight", { ...whole, coefficients: btoa("\0".repeat(8)) }],
    ["weights that are no base64", { ...whole, coefficients: "?" }],
    ["a weight that is no number", { ...whole, coefficients: btoa("\xff".repeat(16)) }],
  ])("is not made of %s", (_, value) => {
    expect(SupportVectorMachine.decode(value, 2)).toBeUndefined();
  });
});

test("a row is clamped at seven, and rounded to steps of 1/4096", () => {
  expect([...roundRow(Float64Array.of(1e9, -1e9, 0.25, 1 / 8000))]).toEqual([7, -7, 0.25, 1 / 4096]);
});
