const markInterval = 1000

type MarkSettings = {
  /** How far the viewer has read. */
  getSeq: () => number
  /** False if the socket is not open. */
  send: (seq: number) => boolean
  onSent: () => void
}

/** Tells the server how far the viewer has read: at once, and then not more often than each second. */
export function createMarkSender({ getSeq, send, onSent }: MarkSettings) {
  let knownSeq = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function sendNow(): void {
    clearTimeout(timer)
    timer = undefined
    const seq = getSeq()
    if (seq <= knownSeq || !send(seq)) return
    knownSeq = seq
    timer = setTimeout(sendNow, markInterval)
    onSent()
  }

  return {
    /** The socket is open, and the server knows this mark. */
    start: (seq: number) => {
      knownSeq = seq
      sendNow()
    },
    send: () => {
      if (timer === undefined) sendNow()
    },
    stop: () => {
      sendNow()
      clearTimeout(timer)
      timer = undefined
    },
  }
}
