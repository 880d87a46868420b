import { WebSocket } from 'ws'
import type { ServerFrame } from '../../../domain/messages/frames.ts'

type Welcome = Extract<ServerFrame, { type: 'welcome' }>

/** Opens the socket of a conversation, and waits for its first frame. */
export async function openConversation(url: string, cookie: string, conversationId: string) {
  const address = `${url.replace('http', 'ws')}/api/conversations/${conversationId}/socket`
  const socket = new WebSocket(address, { headers: { cookie, origin: url }, perMessageDeflate: false })
  const welcome = await new Promise<Welcome>((resolve, reject) => {
    socket.once('message', (data) => resolve(JSON.parse(String(data))))
    socket.once('unexpected-response', (_, answer) => answer.on('data', (data) => reject(new Error(String(data)))))
    socket.once('error', reject)
  })
  return { welcome, send: (frame: object) => socket.send(JSON.stringify(frame)), socket, close: () => socket.terminate() }
}
