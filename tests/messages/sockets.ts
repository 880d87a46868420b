import { afterEach } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { ClientFrame, ServerFrame } from '../../domain/messages/frames.ts'
import { pong } from '../../domain/presence/contract.ts'
import { ask } from '../setup/client.ts'

export type Chat = {
  socket: WebSocket
  /** Everything that arrived so far. */
  frames: ServerFrame[]
  /** Waits for the next frame of this type, or takes one that has arrived already. */
  next: <Type extends ServerFrame['type']>(type: Type) => Promise<Extract<ServerFrame, { type: Type }>>
  send: (frame: ClientFrame) => void
  /** The code with which the server closed the socket. */
  closed: Promise<number>
}

const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) if (socket.readyState === WebSocket.OPEN) socket.close(1000)
})

const isOfType = <Type extends ServerFrame['type']>(frame: ServerFrame, type: Type): frame is Extract<ServerFrame, { type: Type }> =>
  frame.type === type

/** Opens the socket of a conversation through the Worker, as the web does. */
export async function openChat(viewer: Viewer, conversationId: string, query = ''): Promise<Chat> {
  const answer = await ask(`/api/conversations/${conversationId}/socket${query}`, { viewer, headers: { upgrade: 'websocket' } })
  const { webSocket: socket } = answer
  if (!socket) throw new Error(`Got no socket, but ${answer.status} ${await answer.text()}`)
  open.push(socket)
  const frames: ServerFrame[] = []
  const taken = new Set<ServerFrame>()
  const waiting = new Set<() => void>()
  socket.addEventListener('message', ({ data }) => {
    if (data === pong) return
    frames.push(JSON.parse(String(data)))
    for (const wake of waiting) wake()
    waiting.clear()
  })
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  socket.accept()
  return {
    socket,
    frames,
    closed,
    send: (frame) => socket.send(JSON.stringify(frame)),
    next: async (type) => {
      for (;;) {
        const found = frames.filter((frame) => isOfType(frame, type)).find((frame) => !taken.has(frame))
        if (found) {
          taken.add(found)
          return found
        }
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
    },
  }
}
