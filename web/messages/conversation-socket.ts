import { readmitCode, removedCode } from '../../domain/messages/frames.ts'
import { tooManySocketsCode } from '../../domain/presence/contract.ts'
import { waitBeforeRetry } from '../presence/backoff.ts'
import { type OpenedSocket, openSocket } from '../presence/open-socket.ts'

type SocketSettings = {
  /** Asked for each attempt, because it says what the page has already. */
  getPath: () => string
  onText: (text: string) => void
  onLost: () => void
  /** A block was made or lifted, so the viewer may see other messages than before. The socket is opened again. */
  onReadmit: () => void
  /** The viewer may no longer read here. The socket is not opened again. */
  onLeave: () => void
  /** Whether the viewer may still read here. Asked when the server refuses the socket. */
  isAllowed: () => Promise<boolean>
}

/** Keeps the socket of a conversation open. After it was lost, it waits longer with each failure. */
export function createConversationSocket({ getPath, onText, onLost, onReadmit, onLeave, isAllowed }: SocketSettings) {
  let socket: OpenedSocket | null = null
  let failures = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let abortController = new AbortController()

  function connect(): void {
    clearTimeout(retryTimer)
    retryTimer = undefined
    socket = openSocket(getPath(), { onText, onLost: (openMs, code) => void handleLoss(openMs, code) })
  }

  async function handleLoss(openMs: number | null, code: number | undefined): Promise<void> {
    socket = null
    if (code === removedCode) return leave()
    if (code === readmitCode) {
      onReadmit()
      return connect()
    }
    onLost()
    const { signal } = abortController
    // Browsers do not tell scripts why a handshake was refused, so we ask the server.
    if (openMs === null && !(await isAllowed()) && !signal.aborted) return leave()
    // The oldest of many tabs was closed. It connects again when the viewer looks at it.
    if (signal.aborted || socket || code === tooManySocketsCode) return
    retryTimer = setTimeout(connect, waitBeforeRetry(failures, Math.random()))
    failures += 1
  }

  function leave(): void {
    stop()
    onLeave()
  }

  // A phone that wakes up or gets its network back connects at once.
  function wake(): void {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return
    if (socket) socket.check()
    else connect()
  }

  function start(): void {
    abortController = new AbortController()
    document.addEventListener('visibilitychange', wake, { signal: abortController.signal })
    addEventListener('online', wake, { signal: abortController.signal })
    connect()
  }

  function stop(): void {
    abortController.abort()
    clearTimeout(retryTimer)
    retryTimer = undefined
    socket?.close()
    socket = null
  }

  return {
    start,
    stop,
    /** False if the socket is not open. */
    send: (text: string) => socket?.send(text) ?? false,
    /** The server has let the viewer in. */
    settle: () => {
      failures = 0
    },
    isStopped: () => abortController.signal.aborted,
  }
}
