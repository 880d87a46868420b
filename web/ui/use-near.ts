import { type RefObject, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * Whether the user has ever scrolled near an element. For heavy parts further down a page, which load only then. It does not look before
 * `isReady`: while what is above still loads, the part may be in view where it will not stay.
 */
export function useNear(ref: RefObject<HTMLElement | null>, { margin = '300px', isReady = true } = {}): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || !isReady) return
    const observer = new IntersectionObserver(([entry]) => setNear((before) => before || entry?.isIntersecting === true), {
      rootMargin: margin,
    })
    void afterPaint().then(() => observer.observe(element))
    return () => observer.disconnect()
  }, [ref, margin, isReady])
  return isNear
}
