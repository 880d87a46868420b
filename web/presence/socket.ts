import ReconnectingWebSocket from 'partysocket/ws'
import { ping, pingEvery, pong } from '../../domain/presence/contract.ts'

/** A deploy closes every socket at once: each waits its own while before it comes back, longer after each failure. */
const reconnecting = () => ({
  minReconnectionDelay: 500 + Math.random() * 2500,
  reconnectionDelayGrowFactor: 1.6 + Math.random() * 0.4,
  maxReconnectionDelay: 20_000 + Math.random() * 20_000,
  connectionTimeout: 8000,
})

/** The one socket of this tab. While it is open the person is online. */
export function connectPresence(): ReconnectingWebSocket {
  const socket = new ReconnectingWebSocket(() => `${location.origin.replace(/^http/, 'ws')}/api/presence/socket`, [], reconnecting())
  let heard = true
  setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return
    // The last ping went unanswered: the network is gone though the socket does not know yet.
    if (!heard) return socket.reconnect()
    heard = false
    socket.send(ping)
  }, pingEvery)
  socket.addEventListener('open', () => {
    heard = true
  })
  socket.addEventListener('message', ({ data }) => {
    if (data === pong) heard = true
  })
  // A phone that slept, or came back into reach, does not wait for its turn.
  const hurry = () => {
    if (document.visibilityState === 'visible' && navigator.onLine && socket.readyState === WebSocket.CLOSED) socket.reconnect()
  }
  document.addEventListener('visibilitychange', hurry)
  addEventListener('online', hurry)
  return socket
}
