import { invalid, missing } from './errors.ts'

type Item = { id: string; created?: number }
type Range = number | { gt?: number; gte?: number; lt?: number; lte?: number }
export type Page = { limit?: number; starting_after?: string; ending_before?: string; created?: Range }
export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

/** One page of rows, the newest first. `rows` are the oldest first, as the store returns them. */
export function paginate<T extends Item>(
  rows: readonly T[],
  url: string,
  { limit = 10, starting_after, ending_before, created }: Page,
): List<T> {
  if (starting_after && ending_before)
    throw invalid('You cannot parameterize ending_before and starting_after at the same time.', { code: 'parameters_exclusive' })
  const sorted = rows.toReversed().filter((row) => isWithin(row.created ?? 0, created))
  const positionOf = (id: string, param: string) => {
    const position = sorted.findIndex((row) => row.id === id)
    if (position === -1) throw missing('object', id, param)
    return position
  }
  if (ending_before) {
    const end = positionOf(ending_before, 'ending_before')
    const start = Math.max(end - limit, 0)
    return listOf(sorted.slice(start, end), url, start > 0)
  }
  const start = starting_after ? positionOf(starting_after, 'starting_after') + 1 : 0
  return listOf(sorted.slice(start, start + limit), url, start + limit < sorted.length)
}

const listOf = <T>(data: T[], url: string, has_more = false): List<T> => ({ object: 'list', data, has_more, url })

export function isWithin(value: number, range: Range | undefined): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return value === range
  const { gt = Number.NEGATIVE_INFINITY, gte = gt, lt = Number.POSITIVE_INFINITY, lte = lt } = range
  return value > gt && value >= gte && value < lt && value <= lte
}
