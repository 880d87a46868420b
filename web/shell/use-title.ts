import { useEffect } from 'react'
import { fullTitle } from '../../domain/pages.ts'
import { usePlatform } from '../app-state.ts'

/** Names the tab. A page that shows one thing says that thing's name. */
export function useTitle(title: string | null): void {
  const { name } = usePlatform()
  useEffect(() => {
    if (title !== null) document.title = fullTitle(title, name)
  }, [title, name])
}
