import { withStorage } from '../../storage.ts'
import type { CheckInStorage } from './check-in-queue.ts'

const getKeyPrefix = (viewerId: string) => `check-in:${viewerId}:`

/** Uses local storage because it writes at once: IndexedDB could lose a check-in if the tab is closed a moment later. */
export const openCheckInStorage = (viewerId: string): CheckInStorage => {
  const prefix = getKeyPrefix(viewerId)
  return {
    list: () =>
      withStorage((storage) =>
        Object.keys(storage)
          .filter((key) => key.startsWith(prefix))
          .map((key): [string, string] => [key, storage.getItem(key) ?? '']),
      ) ?? [],
    save: (key, value) =>
      withStorage((storage) => {
        storage.setItem(prefix + key, value)
        return true
      }) ?? false,
    remove: (key) => void withStorage((storage) => storage.removeItem(prefix + key)),
  }
}

export const isCheckInKey = (key: string | null) => key === null || key.startsWith('check-in:')

/** Asked on every visit, to load the code of check-ins only if there is something to send. */
export const hasUnsentCheckIns = (viewerId: string): boolean =>
  withStorage((storage) => Object.keys(storage).some((key) => key.startsWith(getKeyPrefix(viewerId)))) ?? false
