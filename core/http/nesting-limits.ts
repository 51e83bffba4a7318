// How deep things may nest: JSON that is sent here, and blocks in it.

export const JSON_LEVELS = 100;

/** Two levels of JSON for each block inside another, and ten for what a cell of a table holds. */
export const BLOCK_LEVELS = 45;
