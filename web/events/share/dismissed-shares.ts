import { withStorage } from '../../storage.ts'

const storageKey = 'dismissed-shares'
/** Older ones are forgotten. Their games are over by then. */
const maxKept = 200

type Dismissed = { viewerId: string; ids: readonly string[] }
const listeners = new Set<() => void>()
/** Also where storage is turned off, a panel that was closed stays closed until the page is loaded again. */
let dismissed: Dismissed | null = null

const readStored = () => withStorage((storage) => JSON.parse(storage.getItem(storageKey) ?? 'null') as Dismissed | null)

function read(viewerId: string): Dismissed {
  dismissed ??= readStored()
  return dismissed?.viewerId === viewerId ? dismissed : { viewerId, ids: [] }
}

/** Another tab has stored what was closed there. */
window.addEventListener('storage', ({ key }) => {
  if (key !== storageKey) return
  dismissed = readStored() ?? dismissed
  for (const tell of listeners) tell()
})

/**
 * For which games the host has closed the share panel. This device remembers it: it is about what a screen shows, and a host who
 * opens the game on another device may want to share it there.
 */
export const dismissedShares = {
  has: (viewerId: string, id: string): boolean => read(viewerId).ids.includes(id),
  add(viewerId: string, id: string): void {
    // Another tab may have closed other panels a moment ago.
    dismissed = readStored() ?? dismissed
    const others = read(viewerId).ids.filter((other) => other !== id)
    dismissed = { viewerId, ids: [id, ...others].slice(0, maxKept) }
    withStorage((storage) => storage.setItem(storageKey, JSON.stringify(dismissed)))
    for (const tell of listeners) tell()
  },
  subscribe(tell: () => void): () => void {
    listeners.add(tell)
    return () => void listeners.delete(tell)
  },
}
