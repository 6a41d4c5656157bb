/** The stamp of the tables that the build writes for this code; none in the sources, which have no tables. */
export const FUSED_STAMP: number | undefined = undefined;
