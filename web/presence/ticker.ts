import { pingInterval } from '../../domain/presence/contract.ts'

const listeners = new Set<() => void>()
let isStarted = false

const tickAll = () => {
  for (const tick of listeners) tick()
}

/** Browsers slow down the timers of a tab that was hidden for some minutes to one a minute, but not those of a worker. */
function start(): void {
  isStarted = true
  const startTimer = () => {
    setInterval(tickAll, pingInterval)
  }
  if (typeof Worker === 'undefined') {
    startTimer()
    return
  }
  const worker = new Worker(new URL('./tick-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = tickAll
  // Its file could not be loaded.
  worker.onerror = startTimer
  worker.postMessage(pingInterval)
}

/** Calls `tick` each time when a ping is due. All sockets of a tab share one timer. */
export function onTick(tick: () => void): () => void {
  listeners.add(tick)
  if (!isStarted) start()
  return () => void listeners.delete(tick)
}
