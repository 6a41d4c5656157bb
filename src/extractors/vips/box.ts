/** A rectangle of the page, in CSS pixels from its left and top. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The smallest box around some boxes, of which there is at least one. */
export function boxAround(boxes: readonly { readonly box: Box }[]): Box {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const { box } of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
}

/** Square pixels. */
export function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
