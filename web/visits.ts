import { withStorage } from './storage.ts'

const storageKey = 'visitCount'
const countedKey = 'visitCounted'

/** Counts the visits of this device. A reload does not count as a new visit. */
export function countVisit(): number {
  const count = Number.parseInt(withStorage((storage) => storage.getItem(storageKey)) ?? '0', 10) || 0
  if (withStorage((storage) => storage.getItem(countedKey), 'sessionStorage')) return count
  withStorage((storage) => storage.setItem(countedKey, 'yes'), 'sessionStorage')
  withStorage((storage) => storage.setItem(storageKey, String(count + 1)))
  return count + 1
}
