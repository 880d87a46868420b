import { type ReactNode, useEffect } from 'react'
import { noteFirstScreen } from '../ui/after-paint.ts'

/** Around each screen: what waited for the first of them may come. */
export function FirstScreen({ children }: { children: ReactNode }) {
  useEffect(noteFirstScreen, [])
  return children
}
