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
    0.6, 0.09, 0.24, 0.56, 0.6, 0.13, 0.16, 0.36, -0.02, -0.08, 0.52, 0.3, -0.72, -1.12, 1.62, -2.18, -0.72,
    -0.44, -0.19, -2.44, 0.43, 0.62,
  ],
  neighbours: 1.98,
  heads: 2.1,
  folder: 1.87,
};
