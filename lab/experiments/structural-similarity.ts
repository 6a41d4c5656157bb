/** A picture in shades of grey, row by row, 0 for black to 255 for white. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly shades: Uint8Array;
}

/** The side of a window in pixels, and the way from one to the next. */
const WINDOW = 8;
const STEP = 4;
const WHITE = 255;
/** The constants of Wang et al. 2004 ("Image quality assessment"), which keep dark and flat windows from dividing by nothing. */
const LUMINANCE_FLOOR = (0.01 * WHITE) ** 2;
const CONTRAST_FLOOR = (0.03 * WHITE) ** 2;

/**
 * The mean structural similarity of two pictures, 1 for the same; the smaller one is extended by white. Windows that are one flat
 * shade in both are left out: most of a page is blank, and would hide what is written on it.
 */
export function structuralSimilarity(a: GreyPicture, b: GreyPicture): number {
  const width = Math.max(a.width, b.width);
  const height = Math.max(a.height, b.height);
  let sum = 0;
  let windows = 0;
  // One window at least: pictures smaller than it are extended by white too.
  for (let top = 0; top === 0 || top + WINDOW <= height; top += STEP) {
    for (let left = 0; left === 0 || left + WINDOW <= width; left += STEP) {
      const similarity = windowSimilarity(a, b, { left, top });
      if (similarity === undefined) continue;
      sum += similarity;
      windows++;
    }
  }
  return windows === 0 ? 1 : sum / windows;
}

function windowSimilarity(
  a: GreyPicture,
  b: GreyPicture,
  { left, top }: { readonly left: number; readonly top: number },
): number | undefined {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + WINDOW; y++) {
    for (let x = left; x < left + WINDOW; x++) {
      const shadeA = shadeAt(a, x, y);
      const shadeB = shadeAt(b, x, y);
      sumA += shadeA;
      sumB += shadeB;
      squaresA += shadeA * shadeA;
      squaresB += shadeB * shadeB;
      products += shadeA * shadeB;
    }
  }
  const count = WINDOW * WINDOW;
  const [meanA, meanB] = [sumA / count, sumB / count];
  const varianceA = squaresA / count - meanA * meanA;
  const varianceB = squaresB / count - meanB * meanB;
  if (varianceA === 0 && varianceB === 0 && meanA === meanB) return undefined;
  const covariance = products / count - meanA * meanB;
  const luminance = (2 * meanA * meanB + LUMINANCE_FLOOR) / (meanA * meanA + meanB * meanB + LUMINANCE_FLOOR);
  return (luminance * (2 * covariance + CONTRAST_FLOOR)) / (varianceA + varianceB + CONTRAST_FLOOR);
}

function shadeAt({ width, height, shades }: GreyPicture, x: number, y: number): number {
  return x < width && y < height ? shades[y * width + x]! : WHITE;
}
