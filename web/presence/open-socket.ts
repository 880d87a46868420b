import { ping, pong } from '../../domain/presence/contract.ts'
import { onTick } from './ticker.ts'

const handshakeTimeoutMs = 8000

type SocketHandlers = {
  onText?: (text: string) => void
  onOpen?: () => void
  /**
   * Called once when the socket is lost, with the time it was open in milliseconds and the close code of the server. The time is null if
   * the socket never opened.
   */
  onLost: (openMs: number | null, code?: number) => void
}

export type OpenedSocket = {
  /** False if the socket is not open. */
  send: (text: string) => boolean
  /** Finds out sooner than the next ping whether the socket still works. */
  check: () => void
  /** Closes the socket without calling `onLost`. */
  close: () => void
}

/** How long a check waits for its answer. */
const checkTimeoutMs = 4000

/** Opens a socket of our API and sends its pings. */
export function openSocket(path: string, { onText, onOpen, onLost }: SocketHandlers): OpenedSocket {
  const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + path)
  let openedAt: number | null = null
  let isPongReceived = true
  let isEnded = false
  let checkTimer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    isEnded = true
    clearTimeout(handshakeTimer)
    clearTimeout(checkTimer)
    stopTicking()
    // Without a network it takes long to close a socket, so we do not wait for it.
    socket.close()
  }
  const handleLoss = (code?: number) => {
    if (isEnded) return
    end()
    onLost(openedAt === null ? null : performance.now() - openedAt, code)
  }
  const sendPing = () => {
    isPongReceived = false
    socket.send(ping)
  }
  const handshakeTimer = setTimeout(() => handleLoss(), handshakeTimeoutMs)
  const stopTicking = onTick(() => {
    if (openedAt === null) return
    // Either the last ping got no answer, because the network is gone and the socket has not noticed yet, or the server closed the socket.
    if (!isPongReceived || socket.readyState !== WebSocket.OPEN) return handleLoss()
    sendPing()
  })
  socket.addEventListener('open', () => {
    clearTimeout(handshakeTimer)
    openedAt = performance.now()
    onOpen?.()
  })
  socket.addEventListener('message', ({ data }) => {
    if (data === pong) {
      isPongReceived = true
      clearTimeout(checkTimer)
      checkTimer = undefined
    } else if (!isEnded && typeof data === 'string') onText?.(data)
  })
  socket.addEventListener('close', ({ code }) => handleLoss(code))
  return {
    send: (text) => {
      if (isEnded || socket.readyState !== WebSocket.OPEN) return false
      socket.send(text)
      return true
    },
    check: () => {
      if (isEnded || openedAt === null || checkTimer !== undefined) return
      if (socket.readyState !== WebSocket.OPEN) return handleLoss()
      sendPing()
      checkTimer = setTimeout(() => handleLoss(), checkTimeoutMs)
    },
    close: end,
  }
}
