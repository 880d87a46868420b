import { hc } from 'hono/client'
import { sessionEndedCode, tooManySocketsCode } from '../../domain/presence/contract.ts'
import type { SessionRoutes } from '../../worker/access/routes.ts'
import { isSessionEnding, reloadSignedOut } from '../accounts/session-end.ts'
import { readAnswer } from '../api.ts'
import { waitBeforeRetry } from './backoff.ts'
import { type OpenedSocket, openSocket } from './open-socket.ts'

/** A socket that closes earlier than this counts as a failed attempt. */
const minOpenMs = 5000

type LiveHandlers = {
  onOpen?: (send: (text: string) => boolean) => void
  onText?: (text: string) => void
  onLost?: () => void
}

/** Keeps one socket open for this tab, which makes the user online. When the user is no longer signed in, it stops and reloads the page. */
export function connectPresence({ onOpen, onText, onLost }: LiveHandlers = {}): void {
  const abortController = new AbortController()
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let socket: OpenedSocket | null = null
  /** Newer tabs took its place. They keep the user online, so this tab waits until the user comes back to it. */
  let isOneTooMany = false

  const connect = () => {
    isOneTooMany = false
    clearTimeout(retryTimer)
    retryTimer = undefined
    // The server would refuse a socket while the user is being signed out.
    if (isSessionEnding()) return abortController.abort()
    const opened = openSocket('/api/presence/socket', {
      ...(onText && { onText }),
      onOpen: () => onOpen?.(opened.send),
      onLost: (openMs, code) => {
        socket = null
        onLost?.()
        if (code === sessionEndedCode) reloadSignedOut()
        else if (code === tooManySocketsCode) isOneTooMany = true
        else void reconnect(openMs)
      },
    })
    socket = opened
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
  // A phone that wakes up or gets its network back reconnects at once. Its socket may be lost without that it has noticed.
  const reconnectAtOnce = () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    if (retryTimer !== undefined || isOneTooMany) connect()
    else socket?.check()
  }
  document.addEventListener('visibilitychange', reconnectAtOnce, { signal: abortController.signal })
  addEventListener('online', reconnectAtOnce, { signal: abortController.signal })
  connect()
}

async function isSignedOut(): Promise<boolean> {
  try {
    return (await readAnswer(hc<SessionRoutes>('/api/session').index.$get())).viewer === null
  } catch {
    // We are offline or the server is down, so we assume that the user is still signed in.
    return false
  }
}
