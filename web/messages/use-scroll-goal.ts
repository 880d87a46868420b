import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Row } from './rows.ts'

type Goal = { key: string; align: 'start' | 'auto'; setAt: number }

/** In milliseconds. After that, it is the person who scrolls. */
const maxTravelTime = 500

/**
 * Scrolls to a row by its key. The virtualizer knows only the index of the row, and looks for it again until all rows near it are
 * measured. When older messages are added above on the way, it would end at another row. `hasLanded`: the list was where it opens.
 */
export function useScrollGoal(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  rows: readonly Row[],
): { goTo: (key: string, align: Goal['align']) => void; hasLanded: boolean } {
  const goal = useRef<Goal | null>(null)
  const [hasLanded, setLanded] = useState(false)
  const goTo = (key: string, align: Goal['align']) => {
    const index = rows.findIndex((row) => row.key === key)
    if (index < 0) return
    goal.current = { key, align, setAt: performance.now() }
    virtualizer.scrollToIndex(index, { align })
  }
  const goOn = useEffectEvent(() => {
    if (goal.current && performance.now() - goal.current.setAt < maxTravelTime) goTo(goal.current.key, goal.current.align)
  })
  const firstKey = rows[0]?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: Only rows that are added above move the goal.
  useLayoutEffect(() => goOn(), [firstKey])
  const { isScrolling } = virtualizer
  useEffect(() => {
    if (!isScrolling) return
    return () => {
      goal.current = null
      setLanded(true)
    }
  }, [isScrolling])
  return { goTo, hasLanded }
}
