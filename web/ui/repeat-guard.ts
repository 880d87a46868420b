/** Lets a code through once for as long as it stays in view: again only after it was away for a while. */
export function createRepeatGuard(pauseMs: number) {
  const lastSeen = new Map<string, number>()
  return (code: string, now: number): boolean => {
    const before = lastSeen.get(code)
    lastSeen.set(code, now)
    return before === undefined || now - before > pauseMs
  }
}
