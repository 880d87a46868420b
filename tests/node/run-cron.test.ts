import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minute } from '../../domain/time/spans.ts'
import { startCron } from '../../scripts/run-cron.ts'

describe('the cron of the local product', () => {
  const startedAt = 1000 * minute + 20_000
  const lines: string[] = []
  let runs: { time: number; signal: AbortSignal; end: PromiseWithResolvers<void> }[] = []
  let stop = async () => {}

  /** Starts a cron whose runs end when the test says so. */
  const start = () => {
    stop = startCron(
      (time, signal) => {
        const end = Promise.withResolvers<void>()
        runs.push({ time, signal, end })
        return end.promise
      },
      (line) => lines.push(line),
    )
  }

  beforeEach(() => {
    runs = []
    lines.length = 0
    vi.useFakeTimers({ now: startedAt })
  })
  afterEach(() => vi.useRealTimers())

  it('runs at once, then at the start of every minute, until it is stopped', async () => {
    start()
    for (let count = 1; count <= 4; count++) {
      runs.at(-1)?.end.resolve()
      await vi.advanceTimersByTimeAsync(minute)
    }
    expect(runs.map(({ time }) => time)).toEqual([startedAt, 1001 * minute, 1002 * minute, 1003 * minute, 1004 * minute])
    runs.at(-1)?.end.resolve()
    await stop()
    await vi.advanceTimersByTimeAsync(5 * minute)
    expect(runs).toHaveLength(5)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not run twice at a time', async () => {
    start()
    await vi.advanceTimersByTimeAsync(3 * minute)
    expect(runs).toHaveLength(1)
    runs[0]?.end.resolve()
    await vi.advanceTimersByTimeAsync(minute)
    expect(runs).toHaveLength(2)
    runs[1]?.end.resolve()
    await stop()
  })

  it('reports a failed run and goes on', async () => {
    start()
    runs[0]?.end.reject(new Error('status 500: no such table'))
    await vi.advanceTimersByTimeAsync(minute)
    expect(lines).toEqual(['The cron failed: status 500: no such table'])
    expect(runs).toHaveLength(2)
    runs[1]?.end.resolve()
    await stop()
  })

  it('ends an unfinished run when it is stopped, without an error', async () => {
    start()
    const stopped = stop()
    expect(runs[0]?.signal.aborted).toBe(true)
    runs[0]?.end.reject(new Error('aborted'))
    await stopped
    expect(lines).toEqual([])
  })
})
