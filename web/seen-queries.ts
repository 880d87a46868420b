import type { DehydratedState } from '@tanstack/react-query'
import { day } from '../domain/time/spans.ts'

type SeenQuery = DehydratedState['queries'][number]

const week = 7 * day

/** What is worth keeping on the device: nothing older than a week, and of answers to what was typed the newest only. */
export function chooseSeen(queries: readonly SeenQuery[], now: number): SeenQuery[] {
  const counts = new Map<string, number>()
  return queries
    .filter(({ state }) => now - state.dataUpdatedAt < week)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .filter(({ queryKey, meta }) => {
      if (typeof meta?.offline !== 'object') return true
      // One kind of question differs by its last part.
      const kind = JSON.stringify(queryKey.slice(0, -1))
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      return count <= meta.offline.newest
    })
}
