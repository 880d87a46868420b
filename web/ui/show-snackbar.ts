export type SnackbarAction = { label: string; onPress: () => void }
/** `alarm` interrupts a screen reader, for what went wrong; the rest waits for its turn. */
export type SnackbarTone = 'plain' | 'alarm'
export type Snackbar = { text: string; duration: number | null; action: SnackbarAction | null; tone: SnackbarTone }
export type SnackbarOptions = { duration?: 3500 | 3000 | 5000 | 'persistent'; action?: SnackbarAction; tone?: SnackbarTone }

/** Shows one and returns how to close it. */
type Receiver = (snackbar: Snackbar) => () => void
type Entry = { snackbar: Snackbar; close: (() => void) | null }

let receiver: Receiver | null = null
let waiting: Entry[] = []
const listeners = new Set<() => void>()

const tellListeners = () => {
  for (const listener of listeners) listener()
}

/**
 * Says something short at the edge of the screen, from anywhere. What is shown before the region has loaded waits for it.
 * Returns a function that takes it away again.
 */
export function showSnackbar(text: string, { duration = 3500, action, tone = 'plain' }: SnackbarOptions = {}): () => void {
  const snackbar: Snackbar = { text, duration: duration === 'persistent' ? null : duration, action: action ?? null, tone }
  const entry: Entry = { snackbar, close: null }
  if (receiver) entry.close = receiver(snackbar)
  else {
    waiting = [...waiting, entry]
    tellListeners()
  }
  return () => {
    waiting = waiting.filter((other) => other !== entry)
    entry.close?.()
  }
}

/** The region takes what waited and all that follows, until the returned function is called. */
export function receiveSnackbars(receive: Receiver): () => void {
  receiver = receive
  const arrived = waiting
  waiting = []
  for (const entry of arrived) entry.close = receive(entry.snackbar)
  tellListeners()
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
