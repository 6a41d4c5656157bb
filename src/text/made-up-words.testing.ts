/** So many strings of one to seven of some pieces, the same each time. */
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
