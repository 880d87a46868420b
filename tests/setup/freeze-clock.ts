import { vi } from 'vitest'

/**
 * Stops the clock and returns its time. It is two seconds ahead, because the Worker remembers for a second how far an earlier test
 * file has moved its clock.
 */
export function freezeClock(): number {
  const now = Date.now() + 2000
  vi.useFakeTimers({ toFake: ['Date'], now })
  return now
}
