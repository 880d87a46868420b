/** A step of a random history found nothing that it could act on, or nothing to change. */
export class NothingToDo extends Error {}

/** The one that a step picks. */
export function pickFrom<Item>(all: readonly Item[], pick: number): Item {
  const one = all[pick % Math.max(1, all.length)]
  if (one === undefined) throw new NothingToDo()
  return one
}

/** Ends a step that would change nothing. */
export function requireWork(isNeeded: boolean): void {
  if (!isNeeded) throw new NothingToDo()
}
