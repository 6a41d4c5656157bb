/** `count` strings of one to seven pieces each, from a fixed seed. */
export function madeUpWords(count: number, pieces: readonly string[]): string[] {
  let state = 7;
  const below = (limit: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + below(7) }, () => pieces[below(pieces.length)]!).join(""),
  );
}
