import * as v from 'valibot'
import type { Settings } from '../platform/settings.ts'

const Clock = v.object({ now: v.number() })

/** Brings the Stripe of the sandbox to this time. It never goes back, so it stays as it is if it is ahead. */
export async function moveStripeClock({ stripe }: Settings, time: number): Promise<void> {
  if (!stripe?.sandboxUrl) return
  const url = `${stripe.sandboxUrl}/stripe`
  const { now } = await readClock(fetch(`${url}/settings`))
  const seconds = Math.floor(time / 1000) - now
  const headers = { 'content-type': 'application/json' }
  if (seconds > 0) await readClock(fetch(`${url}/clock`, { method: 'POST', body: JSON.stringify({ seconds }), headers }))
}

async function readClock(request: Promise<Response>): Promise<v.InferOutput<typeof Clock>> {
  const answer = await request
  if (!answer.ok) throw new Error(`The clock of the sandbox answered ${answer.status}: ${await answer.text()}`)
  return v.parse(Clock, await answer.json())
}
