const SPACE = /\s/;
const DESCRIPTOR = /^(\d+(?:\.\d+)?)[wx]$/;

/** The address of the largest candidate of a `srcset`, undefined where it holds none. */
export function largestCandidate(srcset: string): string | undefined {
  let best: string | undefined;
  let bestSize = -1;
  let at = 0;
  while (at < srcset.length) {
    while (at < srcset.length && (SPACE.test(srcset[at]!) || srcset[at] === ",")) at++;
    let end = at;
    while (end < srcset.length && !SPACE.test(srcset[end]!)) end++;
    // Addresses may hold commas; only those at the end of an address separate candidates.
    let address = srcset.slice(at, end);
    let size = 1;
    at = end;
    if (address.endsWith(",")) {
      address = address.replace(/(?<!,),+$/, "");
    } else {
      const comma = srcset.indexOf(",", end);
      at = comma < 0 ? srcset.length : comma;
      size = Number(DESCRIPTOR.exec(srcset.slice(end, at).trim())?.[1] ?? 1);
    }
    if (address !== "" && size > bestSize) {
      best = address;
      bestSize = size;
    }
  }
  return best;
}
