import type { LatLng } from '../geo/contract.ts'
import { milesBetween } from '../geo/distance.ts'
import { listSearchWords, listWords } from './words.ts'

/** Farther away, a result must be named. */
export const maxNearMiles = 100

/** Whether a text names something by one of the typed words: "honol" names "Kapiolani Park, Honolulu, HI". */
function isNamed(q: string, texts: readonly string[]): boolean {
  const words = listWords(...texts)
  return listSearchWords(q).some((typed) => words.some((word) => word.startsWith(typed)))
}

/** Leaves out what is far from the point, unless a typed word names where it is. What is near comes first. Without a point, all stay. */
export function keepNear<Item>(
  items: readonly Item[],
  { point, q }: { point: LatLng | null; q: string },
  whereOf: (item: Item) => LatLng & { names: readonly string[] },
): Item[] {
  if (point === null) return [...items]
  const near = items.filter((item) => milesBetween(point, whereOf(item)) <= maxNearMiles)
  const named = items.filter((item) => !near.includes(item) && isNamed(q, whereOf(item).names))
  return [...near, ...named]
}
