import { useEffect, useState } from 'react'

/** Longer than any closing animation takes. */
const maxExitMs = 400

/**
 * Whether a dialog or drawer must still be rendered. React Aria removes it when its closing animation ends. But if it is closed
 * during its opening animation, which waits for the keyboard on a phone, the animations cancel each other and it is never
 * removed. Then it would block the page below. So we unmount it after a fixed time.
 */
export function useMountedUntilClosed(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(isOpen)
  if (isOpen && !isMounted) setMounted(true)
  useEffect(() => {
    if (isOpen) return
    const timer = setTimeout(setMounted, maxExitMs, false)
    return () => clearTimeout(timer)
  }, [isOpen])
  return isMounted
}
