import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { hasWaitingSnackbars, subscribeWaitingSnackbars } from './show-snackbar.ts'
import { PlainSnackbars } from './snackbar-plain.tsx'

/** Stands once in the shell and weighs nothing until the first message, which then loads the rest. */
export function SnackbarRegion() {
  const hasWaiting = useSyncExternalStore(subscribeWaitingSnackbars, hasWaitingSnackbars)
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!hasWaiting || Toasts) return
    let isGone = false
    const use = (component: ComponentType) => {
      if (!isGone) setToasts(() => component)
    }
    // Offline or after a deploy the chunk may be out of reach: the words are shown all the same.
    import('./snackbar-toasts.tsx').then(
      (chunk) => use(chunk.SnackbarToasts),
      () => use(PlainSnackbars),
    )
    return () => {
      isGone = true
    }
  }, [hasWaiting, Toasts])
  return Toasts ? <Toasts /> : null
}
