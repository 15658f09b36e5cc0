// Milliseconds until one thing appears, and until a whole match is over, on a machine that builds as well. Only faults wait so long.
export const PATIENCE = 120_000;
export const WHOLE = 4 * PATIENCE;
