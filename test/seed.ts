import fc from "fast-check";

/** One recorded seed for all property tests, so that a run can be repeated; GALLEY_SEED hunts with another. */
fc.configureGlobal({ seed: Number(process.env.GALLEY_SEED ?? 20_261_115) });
