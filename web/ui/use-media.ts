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

/** The width at which a table becomes cards and a dialog a sheet: Tailwind's sm. */
export const useIsPhone = () => useMedia('(width < 40rem)')

/** Where two columns have room side by side: Tailwind's lg. */
export const useIsWide = () => useMedia('(width >= 64rem)')
