/**
 * Weights of `placeFeatures`, learned by `npm run experiments -- site-truth --only learn` on the sites of the even half. `neighbours` is
 * the weight of the mean score of the other entries of a place's menus, less a half.
 */
export const SECTION_WEIGHTS: {
  readonly bias: number;
  readonly own: readonly number[];
  readonly neighbours: number;
} = {
  bias: -1.44,
  own: [
    0.93, 0.55, 0.82, 0.79, 1.04, -0.42, 0.12, 0.54, 1.02, -0.91, 0.17, 0.24, -0.13, -1.74, 1.77, -2.23, -0.3,
    -0.62, -0.57, -2.64, 0.44, 0.59,
  ],
  neighbours: 4.33,
};
