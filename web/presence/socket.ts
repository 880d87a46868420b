import { hc } from 'hono/client'
import { ping, pingInterval, pong, sessionEndedCode, tooManySocketsCode } from '../../domain/presence/contract.ts'
import type { SessionRoutes } from '../../worker/access/routes.ts'
import { isSessionEnding, reloadSignedOut } from '../accounts/session-end.ts'
import { readAnswer } from '../api.ts'
import { waitBeforeRetry } from './backoff.ts'

const handshakeTimeoutMs = 8000
/** A socket that closes earlier than this counts as a failed attempt. */
const minOpenMs = 5000

/** Keeps one socket open for this tab, which makes the user online. When the user is no longer signed in, it stops and reloads the page. */
export function connectPresence(): void {
  const abortController = new AbortController()
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  /** Too many other tabs are open. They keep the user online, so this tab waits until the user comes back to it. */
  let isOneTooMany = false

  const connect = () => {
    isOneTooMany = false
    clearTimeout(retryTimer)
    retryTimer = undefined
    // The server would refuse a socket while the user is being signed out.
    if (isSessionEnding()) return abortController.abort()
    openSocket((openMs, code) => {
      if (code === tooManySocketsCode) isOneTooMany = true
      else void reconnect(openMs)
    })
  }
  const reconnect = async (openMs: number | null) => {
    // Browsers do not tell scripts why a handshake was refused, so we ask the server.
    if (openMs === null && (await isSignedOut())) {
      abortController.abort()
      return reloadSignedOut()
    }
    failures = openMs !== null && openMs > minOpenMs ? 0 : failures + 1
    retryTimer = setTimeout(connect, waitBeforeRetry(failures, Math.random()))
  }
  // A phone that wakes up or gets its network back reconnects at once.
  const reconnectAtOnce = () => {
    if ((retryTimer !== undefined || isOneTooMany) && document.visibilityState === 'visible' && navigator.onLine) connect()
  }
  document.addEventListener('visibilitychange', reconnectAtOnce, { signal: abortController.signal })
  addEventListener('online', reconnectAtOnce, { signal: abortController.signal })
  connect()
}

/**
 * Calls `onLost` once when the socket is lost, with the time it was open in milliseconds and the close code of the server. The time is
 * null if the socket never opened.
 */
function openSocket(onLost: (openMs: number | null, code?: number) => void): void {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/presence/socket`)
  let openedAt: number | null = null
  let isPongReceived = true
  let isLost = false
  const handleLoss = (code?: number) => {
    if (isLost) return
    isLost = true
    clearTimeout(handshakeTimer)
    clearInterval(pingTimer)
    // Without a network it takes long to close a socket, so we do not wait for it.
    socket.close()
    onLost(openedAt === null ? null : performance.now() - openedAt, code)
  }
  const handshakeTimer = setTimeout(() => handleLoss(), handshakeTimeoutMs)
  const pingTimer = setInterval(() => {
    if (openedAt === null) return
    // Either the last ping got no answer, because the network is gone and the socket has not noticed yet, or the server closed the socket.
    if (!isPongReceived || socket.readyState !== WebSocket.OPEN) return handleLoss()
    isPongReceived = false
    socket.send(ping)
  }, pingInterval)
  socket.addEventListener('open', () => {
    clearTimeout(handshakeTimer)
    openedAt = performance.now()
  })
  socket.addEventListener('message', ({ data }) => {
    if (data === pong) isPongReceived = true
  })
  socket.addEventListener('close', ({ code }) => {
    if (code === sessionEndedCode) reloadSignedOut()
    else handleLoss(code)
  })
}

async function isSignedOut(): Promise<boolean> {
  try {
    return (await readAnswer(hc<SessionRoutes>('/api/session').index.$get())).viewer === null
  } catch {
    // We are offline or the server is down, so we assume that the user is still signed in.
    return false
  }
}
