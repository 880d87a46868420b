/**
 * How long to wait before the next attempt to connect. A deploy closes every socket at once, so each browser waits a random
 * time, and longer after each failure. `chance` is a random number from 0 to 1.
 */
export function waitBeforeRetry(failures: number, chance: number): number {
  const minWait = 500 + chance * 2500
  const maxWait = 20_000 + chance * 20_000
  return Math.min(minWait * 1.8 ** failures, maxWait)
}
