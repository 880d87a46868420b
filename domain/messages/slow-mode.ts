import * as v from 'valibot'

/** In slow mode, everybody who does not keep order writes one message in this time. */
export const slowPauses = [10_000, 60_000, 300_000] as const

export const slowPauseNames: Record<(typeof slowPauses)[number], string> = {
  10000: 'One message in 10 seconds',
  60000: 'One message in a minute',
  300000: 'One message in 5 minutes',
}

/** Null turns it off. */
export const SetSlowMode = v.object({ pause: v.nullable(v.picklist(slowPauses)) })

/** `waitMs`: how long this person has to wait for their next message. It is a duration, because the clock of a device may be wrong. */
export const SlowMode = v.object({ pause: v.nullable(v.picklist(slowPauses)), waitMs: v.number() })
export type SlowMode = v.InferOutput<typeof SlowMode>

const maxSeconds = 90

/** "42 seconds" or "5 minutes" */
export function writeWait(waitMs: number): string {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  if (seconds > maxSeconds) return `${Math.ceil(seconds / 60)} minutes`
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
