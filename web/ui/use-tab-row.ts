import { useEffect, useRef } from 'react'

/** The classes of a row of tabs. It fades on the side where tabs are cut off. */
export const tabRowClasses =
  '-mx-4.5 flex gap-6 overflow-x-auto border-b border-line px-4.5 [scrollbar-width:none] data-cut-left:mask-l-from-[calc(100%-3.5rem)] data-cut-right:mask-r-from-[calc(100%-3.5rem)] sm:mx-0 sm:px-0'

function markCutSides(row: HTMLElement): void {
  const hiddenAfter = row.scrollWidth - row.clientWidth - row.scrollLeft
  row.toggleAttribute('data-cut-left', row.scrollLeft > 1)
  row.toggleAttribute('data-cut-right', hiddenAfter > 1)
}

/**
 * On a phone, not all tabs fit. The row scrolls to the tab that is open, so that users who open a link see where they are. `selector` finds
 * that tab.
 */
export function useTabRow<Row extends HTMLElement>(selector: string) {
  const ref = useRef<Row>(null)
  const shownTab = useRef<Element>(null)
  useEffect(() => {
    const { current: row } = ref
    if (!row) return
    const mark = () => markCutSides(row)
    const sizes = new ResizeObserver(mark)
    sizes.observe(row)
    row.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      row.removeEventListener('scroll', mark)
    }
  }, [])
  // Each render can open another tab, or show a count that makes a tab wider.
  useEffect(() => {
    // React Aria fills the row after this effect has run for the first time.
    const frame = requestAnimationFrame(() => {
      const { current: row } = ref
      if (!row) return
      markCutSides(row)
      const tab = row.querySelector(selector)
      if (!tab || tab === shownTab.current) return
      shownTab.current = tab
      const [rowBox, tabBox] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
      row.scrollLeft += tabBox.left + tabBox.width / 2 - (rowBox.left + rowBox.width / 2)
    })
    return () => cancelAnimationFrame(frame)
  })
  return ref
}
