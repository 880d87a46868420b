export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** UTC milliseconds, from `start` up to but not including `end`. */
export type Interval = { start: number; end: number }
