import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Moves the focus to what has come in place of a button, once `isDone`. Otherwise it would be lost with the button that was pressed. */
export function useFocusInPlace<Kind extends HTMLElement>(isDone: boolean): RefObject<Kind | null> {
  const place = useRef<Kind>(null)
  const wasDone = useRef(isDone)
  useLayoutEffect(() => {
    if (isDone && !wasDone.current) place.current?.focus({ preventScroll: true })
    wasDone.current = isDone
  }, [isDone])
  return place
}
