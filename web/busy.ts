/** Who asks that the page is not reloaded by itself just now: a form with unsaved words, a payment on its way. */
const holds = new Set<object>()
const listeners = new Set<() => void>()

const tellListeners = () => {
  for (const listener of listeners) listener()
}

/** Holds back the automatic reload until the returned function is called. Calling that twice does no harm. */
export function holdReload(): () => void {
  const hold = {}
  holds.add(hold)
  tellListeners()
  return () => {
    if (holds.delete(hold)) tellListeners()
  }
}

export const isBusy = () => holds.size > 0

export function subscribeBusy(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
