import { type RefObject, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/** Whether the user has ever scrolled near an element. For heavy parts further down a page, which load only then. */
export function useNear(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setNear((before) => before || entry?.isIntersecting === true), {
      rootMargin: '300px',
    })
    void afterPaint().then(() => observer.observe(element))
    return () => observer.disconnect()
  }, [ref])
  return isNear
}
