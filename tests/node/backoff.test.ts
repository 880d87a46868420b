import { describe, expect, it } from 'vitest'
import { waitBeforeRetry } from '../../web/presence/backoff.ts'

describe('the wait before a lost socket reconnects', () => {
  it('is random, so that not all sockets reconnect at once after a deploy', () => {
    expect(waitBeforeRetry(0, 0)).toBe(500)
    expect(waitBeforeRetry(0, 1)).toBe(3000)
  })

  it('grows with each failure, up to a limit that is also random', () => {
    for (const chance of [0, 0.5, 1]) {
      const waits = Array.from({ length: 40 }, (_, failures) => waitBeforeRetry(failures, chance))
      expect(waits).toEqual([...waits].sort((a, b) => a - b))
      expect(waits[1]).toBeGreaterThan(waits[0] ?? 0)
      expect(waits.at(-1)).toBe(20_000 + chance * 20_000)
    }
  })
})
