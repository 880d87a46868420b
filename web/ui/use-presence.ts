import { useEffect, useState } from 'react'

/** Longer than any way out takes. */
const awayAfterMs = 400

/**
 * Whether what opens over a page is still to be drawn. React Aria takes it away when its way out has ended. Closed while it
 * was still on its way in, which on a phone waits for the keyboard, it never would: the one cancels the other. Then the page
 * below could not be touched any more.
 */
export function usePresence(isOpen: boolean): boolean {
  const [isPresent, setPresent] = useState(isOpen)
  if (isOpen && !isPresent) setPresent(true)
  useEffect(() => {
    if (isOpen) return
    const timer = setTimeout(setPresent, awayAfterMs, false)
    return () => clearTimeout(timer)
  }, [isOpen])
  return isPresent
}
