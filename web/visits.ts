const storageKey = 'visitCount'
const thisVisit = 'visitCounted'

/** How often this device came by. A reload within one visit is not another. */
export function countVisit(): number {
  const before = Number.parseInt(localStorage.getItem(storageKey) ?? '0', 10) || 0
  if (sessionStorage.getItem(thisVisit)) return before
  sessionStorage.setItem(thisVisit, 'yes')
  localStorage.setItem(storageKey, String(before + 1))
  return before + 1
}
