/**
 * Weights of `placeFeatures`, learned by `npm run experiments -- site-truth --only learn` on all sites but those kept closed. The others
 * are weights of `nearScores`.
 */
export const SECTION_WEIGHTS: {
  readonly bias: number;
  readonly own: readonly number[];
  readonly neighbours: number;
  readonly heads: number;
  readonly folder: number;
} = {
  bias: -0.77,
  own: [
    0.6, 0.07, 0.24, 0.6, 0.56, 0.11, 0.15, 0.35, -0.02, -0.08, 0.52, 0.29, -0.72, -1.12, 1.61, -2.17, -0.72,
    -0.44, -0.2, -2.44, 0.43, 0.6,
  ],
  neighbours: 1.99,
  heads: 2.1,
  folder: 1.86,
};
