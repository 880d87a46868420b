import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to what has come in place of a button, once `isDone`. Otherwise it would be lost with the button that was pressed. Whoever
 * has gone on to something else keeps it.
 */
export function useFocusInPlace<Kind extends HTMLElement>(isDone: boolean): RefObject<Kind | null> {
  const place = useRef<Kind>(null)
  const wasDone = useRef(isDone)
  useLayoutEffect(() => {
    if (isDone && !wasDone.current && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    wasDone.current = isDone
  }, [isDone])
  return place
}
