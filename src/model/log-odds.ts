/** The probability that log-odds stand for. */
export function toProbability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
