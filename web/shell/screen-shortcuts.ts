import { useEffect } from 'react'

/** The keys are pressed one after another, or `together`. */
export type Shortcut = { label: string; keys: readonly string[]; together?: boolean }

/** The key that others call Ctrl. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const ofScreens = new Set<readonly Shortcut[]>()

/** Adds the keys of a screen, or of a part of one, to the list of “?” while it is shown. The list must stay the same. */
export function useScreenShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    ofScreens.add(shortcuts)
    return () => void ofScreens.delete(shortcuts)
  }, [shortcuts])
}

/** The keys of what is shown now. */
export const listScreenShortcuts = (): Shortcut[] => [...ofScreens].flat()
