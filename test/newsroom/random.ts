/** A random number generator that gives the same draws for the same seed. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  readonly next: () => number;
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  /** `count` different members in random order; fewer when the list is shorter. */
  readonly sample: <T>(list: readonly T[], count: number) => T[];
  /** A whole number whose logarithm is normal around `median`. */
  readonly logNormal: (median: number, spread: number) => number;
  /** An independent generator, so that another draw in one place changes nothing elsewhere. */
  readonly fork: (name: string) => Random;
}

const GOLDEN = 0x9e3779b9;

function mix(value: number): number {
  let bits = value >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function hash(seed: string): number {
  let state = GOLDEN;
  for (let i = 0; i < seed.length; i += 1) state = mix(state ^ Math.imul(seed.charCodeAt(i) + i, GOLDEN));
  return state;
}

/** Makes a generator from a seed of any text. */
export function makeRandom(seed: string): Random {
  let state = hash(seed);
  const next = (): number => {
    state = (state + GOLDEN) >>> 0;
    return mix(state) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError("nothing to pick from");
    return list[Math.floor(next() * list.length)] as T;
  };
  const sample = <T>(list: readonly T[], count: number): T[] => {
    const left = [...list];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(Math.floor(next() * left.length), 1));
    }
    return taken;
  };
  const logNormal = (median: number, spread: number): number => {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    return Math.round(median * Math.exp(spread * normal));
  };
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick,
    sample,
    logNormal,
    fork: (name) => makeRandom(`${seed}/${name}`),
  };
}
