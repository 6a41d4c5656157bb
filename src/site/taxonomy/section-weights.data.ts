/**
 * Weights of `placeFeatures`, learned by `npm run experiments -- site-truth --only learn` on the sites of the even half. `neighbours` is
 * the weight of the mean score of the other entries of a place's menus, less a half.
 */
export const SECTION_WEIGHTS: {
  readonly bias: number;
  readonly own: readonly number[];
  readonly neighbours: number;
} = {
  bias: -1.46,
  own: [
    0.64, 0.62, 0.83, 0.79, 1.03, -0.4, 0.06, 0.52, 0.44, -0.97, 0.08, 0.27, -0.05, -1.72, 1.82, -2.41, -0.04,
    -0.5, -0.61, 0.73, 0.54,
  ],
  neighbours: 4.15,
};
