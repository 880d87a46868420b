/** Returns a function that accepts each code once while it stays in view. It accepts the same code again after a pause without it. */
export function createRepeatGuard(pauseMs: number) {
  const lastSeenByCode = new Map<string, number>()
  return (code: string, now: number): boolean => {
    const lastSeenAt = lastSeenByCode.get(code)
    lastSeenByCode.set(code, now)
    return lastSeenAt === undefined || now - lastSeenAt > pauseMs
  }
}
