import * as v from 'valibot'
import { Presence, silentAfter } from '../../domain/presence/contract.ts'

const longestFrame = 1024

/** Names the session in the request that the Worker hands on. */
export const sessionHeader = 'x-session-id'

/** What a client may say. */
export const ClientFrame = v.variant('type', [v.object({ type: v.literal('status') })])
export type ClientFrame = v.InferOutput<typeof ClientFrame>

/** What the object says. */
export const ServerFrame = v.variant('type', [
  v.object({ type: v.literal('presence'), presence: Presence }),
  v.object({ type: v.literal('refused'), reason: v.string() }),
])
export type ServerFrame = v.InferOutput<typeof ServerFrame>

export type ReadFrame = { ok: true; frame: ClientFrame } | { ok: false; reason: string }

export function readClientFrame(message: string | ArrayBuffer): ReadFrame {
  if (typeof message !== 'string') return { ok: false, reason: 'Frames are text.' }
  if (message.length > longestFrame) return { ok: false, reason: 'This frame is too long.' }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ClientFrame), message)
  return parsed.success ? { ok: true, frame: parsed.output } : { ok: false, reason: 'This frame is not understood.' }
}

/** Whether a socket still stands for a person: open, and heard of lately. */
export const isLive = (socket: { open: boolean; lastHeard: number }, now: number) => socket.open && now - socket.lastHeard < silentAfter
