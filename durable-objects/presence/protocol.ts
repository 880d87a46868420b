import * as v from 'valibot'
import { Presence, socketTimeout } from '../../domain/presence/contract.ts'

const maxFrameLength = 1024

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

export type ReadFrame = { ok: true; frame: ClientFrame } | { ok: false; reason: string }

export function readClientFrame(message: string | ArrayBuffer): ReadFrame {
  if (typeof message !== 'string') return { ok: false, reason: 'Frames must be text.' }
  if (message.length > maxFrameLength) return { ok: false, reason: 'This frame is too long.' }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ClientFrame), message)
  return parsed.success ? { ok: true, frame: parsed.output } : { ok: false, reason: 'This frame is invalid.' }
}

/** Whether a socket counts as online: it is open, and it sent something recently. */
export const isLive = (socket: { open: boolean; lastHeard: number }, now: number) => socket.open && now - socket.lastHeard < socketTimeout
