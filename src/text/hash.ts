/** Where a running hash starts; each unit is mixed in with `Math.imul(hash ^ unit, HASH_STEP)`. */
export const HASH_START = 0x811c9dc5 | 0;
/** What a running hash is multiplied by at each unit. */
export const HASH_STEP = 0x01000193;

/** A 32-bit hash of a text, the same on every machine. */
export function hashText(text: string): number {
  let hash = HASH_START;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), HASH_STEP);
  return spread(hash);
}

/** One 32-bit hash of two in their order. */
export function joinHashes(first: number, second: number): number {
  return spread((Math.imul(first ^ HASH_START, 0x85ebca6b) + second) | 0);
}

/** Makes every bit depend on every other, so that any part of a hash can index a table. */
function spread(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}
