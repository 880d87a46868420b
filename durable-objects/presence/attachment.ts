import type { ServerFrame } from '../../domain/presence/frames.ts'
import type { FrameCount } from '../frames.ts'

/** What a socket keeps through hibernation. `connectedAt` is in the machine's time, like the time of the last ping. */
export type Attachment = {
  id: string
  userId: string
  connectedAt: number
  sessionId: string | null
  frames?: FrameCount
  isWatching?: true
  /** The event whose page the tab shows. */
  eventId?: string | null
  isForgotten?: true
}

export const attachmentOf = (socket: WebSocket): Attachment => socket.deserializeAttachment()

export const attach = (socket: WebSocket, change: Partial<Attachment>): void =>
  socket.serializeAttachment({ ...attachmentOf(socket), ...change } satisfies Attachment)

export const sendFrame = (socket: WebSocket, frame: ServerFrame): void => socket.send(JSON.stringify(frame))
