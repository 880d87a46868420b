import { useSyncExternalStore } from 'react'

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** On screens narrower than Tailwind's `sm`, a table becomes cards, and a dialog becomes a sheet. */
export const useIsPhone = () => useMedia('(width < 40rem)')

/** From Tailwind's `lg` on, there is enough room for two columns. */
export const useIsWide = () => useMedia('(width >= 64rem)')
