/**
 * How long to wait before the next try. A deploy closes every socket at once: each waits its own while before it comes
 * back, and longer after each failure. `chance` is from 0 to 1.
 */
export function waitBeforeRetry(failures: number, chance: number): number {
  const first = 500 + chance * 2500
  const longest = 20_000 + chance * 20_000
  return Math.min(first * 1.8 ** failures, longest)
}
