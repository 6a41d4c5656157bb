const DESCRIPTOR = /^(\d+(?:\.\d+)?)[wx]$/;

/** The address of the largest candidate of a `srcset`, undefined where it holds none. */
export function largestCandidate(srcset: string): string | undefined {
  let best: string | undefined;
  let bestSize = -1;
  let at = 0;
  const nextAddress = /[\s,]*(\S*)/y;
  while (at < srcset.length) {
    nextAddress.lastIndex = at;
    // Addresses may hold commas; only those at the end of an address separate candidates.
    let address = nextAddress.exec(srcset)?.[1] ?? "";
    const end = nextAddress.lastIndex;
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
