import { hc } from 'hono/client'
import { ping, pingEvery, pong, sessionEnded } from '../../domain/presence/contract.ts'
import type { SessionRoutes } from '../../worker/access/routes.ts'
import { isLeaving, showSignedOut } from '../accounts/signed-out.ts'
import { readAnswer } from '../api.ts'
import { waitBeforeRetry } from './backoff.ts'

const handshakeWithin = 8000
/** A socket that is closed sooner was as good as refused. */
const goodAfter = 5000

/** Keeps the one socket of this tab. While it is open the person is online. It ends when nobody is signed in any more, and the page with it. */
export function connectPresence(): void {
  const ended = new AbortController()
  let failures = 0
  let waiting: ReturnType<typeof setTimeout> | undefined

  const connect = () => {
    clearTimeout(waiting)
    waiting = undefined
    // Whoever is being signed out would be refused.
    if (isLeaving()) return ended.abort()
    openSocket((openFor) => void comeBack(openFor))
  }
  const comeBack = async (openFor: number | null) => {
    // A browser does not tell why a handshake was refused.
    if (openFor === null && (await isSignedOut())) {
      ended.abort()
      return showSignedOut()
    }
    failures = openFor !== null && openFor > goodAfter ? 0 : failures + 1
    waiting = setTimeout(connect, waitBeforeRetry(failures, Math.random()))
  }
  // A phone that slept, or came back into reach, does not wait for its turn.
  const hurry = () => {
    if (waiting !== undefined && document.visibilityState === 'visible' && navigator.onLine) connect()
  }
  document.addEventListener('visibilitychange', hurry, { signal: ended.signal })
  addEventListener('online', hurry, { signal: ended.signal })
  connect()
}

/** Says once that the socket is lost, and how long it was open; null when it never was. */
function openSocket(onLost: (openFor: number | null) => void): void {
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/presence/socket`)
  let openSince: number | null = null
  let isHeard = true
  let isLost = false
  const lose = () => {
    if (isLost) return
    isLost = true
    clearTimeout(patience)
    clearInterval(pings)
    // Without a network closing takes long; nobody waits for it.
    socket.close()
    onLost(openSince === null ? null : performance.now() - openSince)
  }
  const patience = setTimeout(lose, handshakeWithin)
  const pings = setInterval(() => {
    if (openSince === null) return
    // The last ping went unanswered: the network is gone though the socket does not know yet. Or the other side has hung up.
    if (!isHeard || socket.readyState !== WebSocket.OPEN) return lose()
    isHeard = false
    socket.send(ping)
  }, pingEvery)
  socket.addEventListener('open', () => {
    clearTimeout(patience)
    openSince = performance.now()
  })
  socket.addEventListener('message', ({ data }) => {
    if (data === pong) isHeard = true
  })
  socket.addEventListener('close', ({ code }) => {
    if (code === sessionEnded) showSignedOut()
    else lose()
  })
}

async function isSignedOut(): Promise<boolean> {
  try {
    return (await readAnswer(hc<SessionRoutes>('/api/session').index.$get())).viewer === null
  } catch {
    // Out of reach, or the server is down: it is as it was.
    return false
  }
}
