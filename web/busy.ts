/** While this is not empty, the page must not reload by itself. A form with unsaved input or a running payment adds a hold. */
const holds = new Set<object>()
const listeners = new Set<() => void>()

const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Prevents automatic reloads until the returned function is called. Calling that function twice does no harm. */
export function holdReload(): () => void {
  const hold = {}
  holds.add(hold)
  notifyListeners()
  return () => {
    if (holds.delete(hold)) notifyListeners()
  }
}

export const isBusy = () => holds.size > 0

export function subscribeBusy(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
