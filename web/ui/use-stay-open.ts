import { type RefObject, useEffect, useRef } from 'react'

/**
 * React Aria closes a list when the page scrolls. On a phone, the page also scrolls by itself, because the keyboard opens. So we keep the
 * list open, next to its field, unless the user scrolls. Returns a function that starts again, for presses on the field and its keys.
 */
export function useStayOpen(field: RefObject<HTMLElement | null>): () => void {
  const isUserScrolling = useRef(false)
  useEffect(() => {
    const startScrolling = () => {
      isUserScrolling.current = true
    }
    const keepOpen = ({ target }: Event) => {
      const { current: element } = field
      if (isUserScrolling.current || !element || !(target instanceof Node) || target === element || !target.contains(element)) return
      // React Aria then takes the scrolling for a part of the resizing: it moves the list and leaves it open.
      visualViewport?.dispatchEvent(new Event('resize'))
    }
    const options = { capture: true, passive: true }
    addEventListener('wheel', startScrolling, options)
    addEventListener('touchmove', startScrolling, options)
    // React Aria listens in the same way, but only while the list is open. So this runs first.
    addEventListener('scroll', keepOpen, options)
    return () => {
      removeEventListener('wheel', startScrolling, options)
      removeEventListener('touchmove', startScrolling, options)
      removeEventListener('scroll', keepOpen, options)
    }
  }, [field])
  return () => {
    isUserScrolling.current = false
  }
}
