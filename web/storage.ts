/** Storage can be turned off or full. The app also works without it, but it cannot remember anything. Returns null then. */
export function withStorage<Result>(
  use: (storage: Storage) => Result,
  kind: 'localStorage' | 'sessionStorage' = 'localStorage',
): Result | null {
  try {
    return use(window[kind])
  } catch {
    return null
  }
}
