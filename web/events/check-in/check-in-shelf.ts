import { withStorage } from '../../storage.ts'
import type { Shelf } from './check-in-queue.ts'

const prefixOf = (viewerId: string) => `check-in:${viewerId}:`

/** Written before the next line runs, also in a tab that is closed a moment later; no database promises that. */
export const shelfOf = (viewerId: string): Shelf => {
  const prefix = prefixOf(viewerId)
  return {
    list: () =>
      withStorage((storage) =>
        Object.keys(storage)
          .filter((key) => key.startsWith(prefix))
          .map((key): [string, string] => [key, storage.getItem(key) ?? '']),
      ) ?? [],
    put: (key, value) =>
      withStorage((storage) => {
        storage.setItem(prefix + key, value)
        return true
      }) ?? false,
    drop: (key) => void withStorage((storage) => storage.removeItem(prefix + key)),
  }
}

export const isShelfKey = (key: string | null) => key === null || key.startsWith('check-in:')

/** Asked at each visit, before anything of this is loaded. */
export const areCheckInsLeft = (viewerId: string): boolean =>
  withStorage((storage) => Object.keys(storage).some((key) => key.startsWith(prefixOf(viewerId)))) ?? false
