/** Storage can be switched off or full. The app works without it; only what it would have remembered is gone. */
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
