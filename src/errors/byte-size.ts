const KIB = 1024;
const MIB = KIB * KIB;
const MB = 1_000_000;

/** A number of bytes as people write it: 64 MiB, 20 MB, 1.5 MB, 500 bytes. */
export function describeBytes(bytes: number): string {
  if (bytes < KIB) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  if (bytes % MIB === 0) return `${bytes / MIB} MiB`;
  if (bytes % KIB === 0) return `${bytes / KIB} KiB`;
  return bytes < MB ? `${rounded(bytes / 1000)} kB` : `${rounded(bytes / MB)} MB`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
