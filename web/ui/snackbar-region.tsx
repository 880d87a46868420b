import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { hasWaitingSnackbars, subscribeWaitingSnackbars } from './show-snackbar.ts'
import { PlainSnackbars } from './snackbar-plain.tsx'

/** The place for snackbars; the shell renders it once. It loads its code when the first message comes. */
export function SnackbarRegion() {
  const hasWaiting = useSyncExternalStore(subscribeWaitingSnackbars, hasWaitingSnackbars)
  const [Toasts, setToasts] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!hasWaiting || Toasts) return
    let isUnmounted = false
    const use = (component: ComponentType) => {
      if (!isUnmounted) setToasts(() => component)
    }
    // When the user is offline or after a deploy, this chunk may fail to load. Then we show the message without it.
    import('./snackbar-toasts.tsx').then(
      (chunk) => use(chunk.SnackbarToasts),
      () => use(PlainSnackbars),
    )
    return () => {
      isUnmounted = true
    }
  }, [hasWaiting, Toasts])
  return Toasts ? <Toasts /> : null
}
