import { type RefObject, useEffect, useRef } from 'react'

/** Milliseconds until the closing animation of a dialog has ended. */
const dialogCloseMs = 300

/**
 * Focuses the heading of a list after an entry was removed. A closing dialog or menu returns the focus to its button, but the button
 * has disappeared with its row.
 */
export function useFocusAfterRemoval(heading: RefObject<HTMLElement | null>, count: number): void {
  const previousCount = useRef(count)
  useEffect(() => {
    const isFewer = count < previousCount.current
    previousCount.current = count
    if (!isFewer) return
    // We don't cancel this timer: a newer change of the list must not stop the focus from moving.
    setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
    }, dialogCloseMs)
  }, [count, heading])
}
