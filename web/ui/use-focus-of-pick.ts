import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * For a field that a pick replaces with its name and a button to choose another. The element with the focus disappears each time, so
 * after a pick the button gets the focus, and after that button the field does.
 */
export function useFocusOfPick(isPicked: boolean): { button: RefObject<HTMLButtonElement | null>; hasPickedBefore: boolean } {
  const button = useRef<HTMLButtonElement>(null)
  const wasPicked = useRef(isPicked)
  const [hasPickedBefore, setHasPickedBefore] = useState(false)
  if (isPicked && !hasPickedBefore) setHasPickedBefore(true)
  // This runs before the next frame, in which a dialog focuses its first button if nothing in it has the focus.
  useLayoutEffect(() => {
    if (isPicked && !wasPicked.current) button.current?.focus({ preventScroll: true })
    wasPicked.current = isPicked
  }, [isPicked])
  return { button, hasPickedBefore }
}
