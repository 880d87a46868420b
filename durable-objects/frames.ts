import * as v from 'valibot'

/** Close codes of the WebSocket standard: the client broke a rule, or its frame is too long. */
export const policyViolationCode = 1008
const frameTooLongCode = 1009

/** With `closeCode` the socket must be closed. */
type ReadFrame<Frame> = { ok: true; frame: Frame } | { ok: false; reason: string; closeCode?: number }

/** Reads a frame that a client sent. */
export function readFrame<Frame>(
  message: string | ArrayBuffer,
  schema: v.GenericSchema<unknown, Frame>,
  maxLength: number,
): ReadFrame<Frame> {
  const length = typeof message === 'string' ? message.length : message.byteLength
  if (length > maxLength) return { ok: false, reason: 'This frame is too long.', closeCode: frameTooLongCode }
  if (typeof message !== 'string') return { ok: false, reason: 'Frames must be text.' }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), message)
  return parsed.success ? { ok: true, frame: parsed.output } : { ok: false, reason: 'This frame is invalid.' }
}

/** How many frames somebody has sent since `start`. */
export type FrameCount = { start: number; count: number }

/** Counts one more frame in a window of this length. */
export const countFrame = (before: FrameCount | undefined, now: number, window: number): FrameCount =>
  before && now - before.start < window ? { ...before, count: before.count + 1 } : { start: now, count: 1 }
