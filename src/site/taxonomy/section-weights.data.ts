/**
 * Weights of `placeFeatures`, learned by `npm run experiments -- site-truth --only learn` on the sites of the even half. `neighbours` is
 * the weight of the mean score of the other entries of a place's menus, less a half.
 */
export const SECTION_WEIGHTS: {
  readonly bias: number;
  readonly own: readonly number[];
  readonly neighbours: number;
} = {
  bias: -1.4,
  own: [
    0.55, 0.72, 0.74, 0.79, 1.02, -0.58, -0.18, 0.39, 0.57, -0.93, 0.09, 0.42, 0.13, -1.75, 1.81, -2.1, -0.72,
    -0.55, -0.74, 1.14, 0.32,
  ],
  neighbours: 3.66,
};
