import * as v from 'valibot'
import { Presence, socketTimeout } from '../../domain/presence/contract.ts'

const maxFrameLength = 1024
/** A socket may send this many frames in this time. Pings do not count, because the runtime answers them. */
export const maxFrames = 20
const frameWindow = 10_000

/** Close codes of the WebSocket standard: the client broke a rule, or its frame is too long. */
export const policyViolationCode = 1008
const frameTooLongCode = 1009

/** The Worker puts the session id into this header when it forwards the request. */
export const sessionHeader = 'x-session-id'

/** A message from the client. */
export const ClientFrame = v.variant('type', [v.object({ type: v.literal('status') })])
export type ClientFrame = v.InferOutput<typeof ClientFrame>

/** A message from the Durable Object. */
export const ServerFrame = v.variant('type', [
  v.object({ type: v.literal('presence'), presence: Presence }),
  v.object({ type: v.literal('refused'), reason: v.string() }),
])
export type ServerFrame = v.InferOutput<typeof ServerFrame>

/** With `closeCode` the socket must be closed. */
export type ReadFrame = { ok: true; frame: ClientFrame } | { ok: false; reason: string; closeCode?: number }

export function readClientFrame(message: string | ArrayBuffer): ReadFrame {
  const length = typeof message === 'string' ? message.length : message.byteLength
  if (length > maxFrameLength) return { ok: false, reason: 'This frame is too long.', closeCode: frameTooLongCode }
  if (typeof message !== 'string') return { ok: false, reason: 'Frames must be text.' }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ClientFrame), message)
  return parsed.success ? { ok: true, frame: parsed.output } : { ok: false, reason: 'This frame is invalid.' }
}

/** How many frames a socket has sent since `start`. */
export type FrameCount = { start: number; count: number }

/** Counts one more frame. */
export const countFrame = (before: FrameCount | undefined, now: number): FrameCount =>
  before && now - before.start < frameWindow ? { ...before, count: before.count + 1 } : { start: now, count: 1 }

/** Whether a socket counts as online: it is open, and it sent something recently. */
export const isLive = (socket: { open: boolean; lastHeard: number }, now: number) => socket.open && now - socket.lastHeard < socketTimeout
