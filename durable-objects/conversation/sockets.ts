import type { ServerFrame } from '../../domain/messages/frames.ts'
import { maxSockets, tooManySocketsCode } from '../../domain/presence/contract.ts'
import type { Attachment } from './attachment.ts'

/** With those that a client has not confirmed as closed. */
const maxConnections = 2 * maxSockets

export const readAttachment = (socket: WebSocket) => socket.deserializeAttachment() as Attachment

export const attach = (socket: WebSocket, change: Partial<Attachment>): void =>
  socket.serializeAttachment({ ...readAttachment(socket), ...change } satisfies Attachment)

export const sendFrame = (socket: WebSocket, frame: ServerFrame): void => socket.send(JSON.stringify(frame))

export const isOpen = ({ readyState }: WebSocket): boolean => readyState === WebSocket.OPEN

/** Makes room for one more socket of a person: the newest tab gets in, and the oldest one is closed. */
export function makeRoomFor(sockets: readonly WebSocket[]): boolean {
  if (sockets.length >= maxConnections) return false
  const open = sockets.filter(isOpen)
  const oldestFirst = open.sort((a, b) => readAttachment(a).openedAt - readAttachment(b).openedAt)
  for (const socket of oldestFirst.slice(0, Math.max(0, open.length - maxSockets + 1))) socket.close(tooManySocketsCode, 'too many sockets')
  return true
}
