import { type ReactNode, useEffect } from 'react'
import { markFirstScreenReady } from '../ui/after-paint.ts'

/** Wraps every screen. When the first one has rendered, code that waits for it may load. */
export function FirstScreen({ children }: { children: ReactNode }) {
  useEffect(markFirstScreenReady, [])
  return children
}
