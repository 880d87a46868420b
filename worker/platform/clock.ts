import * as v from 'valibot'
import type { Env } from '../env.ts'
import { settingsOf } from './settings.ts'

/** A file, so that requests, jobs, chores and objects of one product see the same time, also after a restart. */
const file = 'local/clock.json'
const Stored = v.object({ offset: v.number() })

const knownFor = 1000
let known: { offset: number; readAt: number } | undefined

async function readStored(env: Env): Promise<number> {
  const stored = await env.FILES.get(file)
  return stored === null ? 0 : v.parse(Stored, await stored.json()).offset
}

/**
 * How far the product's clock is ahead of the machine's, in milliseconds. In production it never is, and nothing is read. On this
 * machine `npm run admin -- clock +30d` moves it, and every isolate sees that within a second.
 */
export async function readClockOffset(env: Env): Promise<number> {
  if (settingsOf(env).environment !== 'local') return 0
  // A test may set the machine's clock back.
  if (known && Math.abs(Date.now() - known.readAt) < knownFor) return known.offset
  known = { offset: await readStored(env), readAt: Date.now() }
  return known.offset
}

/** The one source of time: what it answers is what `now` is everywhere. */
export async function openClock(env: Env): Promise<() => number> {
  const offset = await readClockOffset(env)
  return offset === 0 ? Date.now : () => Date.now() + offset
}

/** Moves the clock on, on this machine only. It never goes back: what has happened would lie ahead. Answers the new time. */
export async function moveClock(env: Env, forward: number): Promise<number> {
  if (settingsOf(env).environment !== 'local' || forward <= 0) throw new Error('The clock only goes forward, and only locally.')
  const offset = (await readStored(env)) + forward
  await env.FILES.put(file, JSON.stringify({ offset } satisfies v.InferOutput<typeof Stored>))
  known = { offset, readAt: Date.now() }
  return Date.now() + offset
}
