export type SnackbarAction = { label: string; onPress: () => void }
/** `alarm` is for errors: a screen reader reads it at once. It reads `plain` messages when it has finished speaking. */
export type SnackbarTone = 'plain' | 'alarm'
export type Snackbar = { text: string; duration: number | null; action: SnackbarAction | null; tone: SnackbarTone }
export type SnackbarOptions = { duration?: 3500 | 3000 | 5000 | 'persistent'; action?: SnackbarAction; tone?: SnackbarTone }

/** Shows a snackbar and returns a function that closes it. */
type Receiver = (snackbar: Snackbar) => () => void
type Entry = { snackbar: Snackbar; close: (() => void) | null }

let receiver: Receiver | null = null
let waiting: Entry[] = []
const listeners = new Set<() => void>()

const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/**
 * Shows a short message at the edge of the screen. Any code can call it. If the snackbar region has not loaded yet, the message
 * waits for it. Returns a function that closes the message.
 */
export function showSnackbar(text: string, { duration = 3500, action, tone = 'plain' }: SnackbarOptions = {}): () => void {
  const snackbar: Snackbar = { text, duration: duration === 'persistent' ? null : duration, action: action ?? null, tone }
  const entry: Entry = { snackbar, close: null }
  if (receiver) entry.close = receiver(snackbar)
  else {
    waiting = [...waiting, entry]
    notifyListeners()
  }
  return () => {
    waiting = waiting.filter((other) => other !== entry)
    entry.close?.()
  }
}

/** The snackbar region calls this to receive the waiting messages and all later ones, until it calls the returned function. */
export function receiveSnackbars(receive: Receiver): () => void {
  receiver = receive
  const waitingEntries = waiting
  waiting = []
  for (const entry of waitingEntries) entry.close = receive(entry.snackbar)
  notifyListeners()
  return () => {
    if (receiver === receive) receiver = null
  }
}

export const hasWaitingSnackbars = () => waiting.length > 0

export function subscribeWaitingSnackbars(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
