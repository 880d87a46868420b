import { withStorage } from './storage.ts'

const storageKey = 'visitCount'
const thisVisit = 'visitCounted'

/** How often this device came by. A reload within one visit is not another. */
export function countVisit(): number {
  const before = Number.parseInt(withStorage((storage) => storage.getItem(storageKey)) ?? '0', 10) || 0
  if (withStorage((storage) => storage.getItem(thisVisit), 'sessionStorage')) return before
  withStorage((storage) => storage.setItem(thisVisit, 'yes'), 'sessionStorage')
  withStorage((storage) => storage.setItem(storageKey, String(before + 1)))
  return before + 1
}
