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
      // The shell focuses the whole content of a new page, so a dialog that was open from its start returns the focus there.
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.id === 'content') heading.current?.focus({ preventScroll: true })
    }, dialogCloseMs)
  }, [count, heading])
}
