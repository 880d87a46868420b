import * as v from 'valibot'
import type { Env } from '../env.ts'
import { getSettings } from './settings.ts'

/** The offset is stored in a file, so that requests, jobs, chores and objects see the same time, also after a restart. */
const clockFile = 'local/clock.json'
const StoredClock = v.object({ offset: v.number() })

const cacheDuration = 1000
let cached: { offset: number; readAt: number } | undefined

async function readStored(env: Env): Promise<number> {
  const stored = await env.FILES.get(clockFile)
  return stored === null ? 0 : v.parse(StoredClock, await stored.json()).offset
}

/**
 * Returns how far the product's clock is ahead of the machine's clock, in milliseconds. In production it is always 0 and nothing is
 * read. In local development `npm run admin -- clock +30d` moves it, and every isolate sees the change within a second.
 */
export async function readClockOffset(env: Env): Promise<number> {
  if (getSettings(env).environment !== 'local') return 0
  // The difference may be negative, because a test may set the machine's clock back.
  if (cached && Math.abs(Date.now() - cached.readAt) < cacheDuration) return cached.offset
  cached = { offset: await readStored(env), readAt: Date.now() }
  return cached.offset
}

/** The only source of time. Every `now` comes from the function it returns. */
export async function openClock(env: Env): Promise<() => number> {
  const offset = await readClockOffset(env)
  return offset === 0 ? Date.now : () => Date.now() + offset
}

/**
 * Moves the clock forward, in local development only, and returns the new time. It never goes back, because past events would then be
 * in the future. `moveOthers` moves the clocks of other services first: what they sign must not be older than our time.
 */
export async function moveClock(env: Env, forward: number, moveOthers: (time: number) => Promise<void>): Promise<number> {
  if (getSettings(env).environment !== 'local' || forward <= 0) throw new Error('The clock only goes forward, and only locally.')
  const offset = (await readStored(env)) + forward
  await moveOthers(Date.now() + offset)
  await env.FILES.put(clockFile, JSON.stringify({ offset } satisfies v.InferOutput<typeof StoredClock>))
  cached = { offset, readAt: Date.now() }
  return Date.now() + offset
}
