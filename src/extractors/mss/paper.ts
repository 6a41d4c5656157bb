/** The paper that the methods of this folder follow. */
export const PAPER =
  "Pasternack & Roth: Extracting Article Text from the Web with Maximum Subsequence Segmentation. WWW 2009";
