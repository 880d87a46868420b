import type { DehydratedState } from '@tanstack/react-query'
import { day } from '../domain/time/spans.ts'

type SavedQuery = DehydratedState['queries'][number]

const week = 7 * day

type Game = { endsAt?: number }

/** A game that is still to come, or a list of a person's games with one. Somebody may not open the app between the day they join and the game. */
const isToCome = (data: unknown, now: number): boolean => {
  const { endsAt, events } = (data ?? {}) as Game & { events?: readonly Game[] }
  return (endsAt ?? 0) > now || (Array.isArray(events) && events.some((game) => (game.endsAt ?? 0) > now))
}

/** The queries to keep on the device: not older than a week, or about a game to come, and only the newest results of each search. */
export function selectOfflineQueries(queries: readonly SavedQuery[], now: number): SavedQuery[] {
  const counts = new Map<string, number>()
  return queries
    .filter(({ state }) => now - state.dataUpdatedAt < week || isToCome(state.data, now))
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .filter(({ queryKey, meta }) => {
      if (typeof meta?.offline !== 'object') return true
      // Queries of the same kind differ only in the last part of their key.
      const kind = JSON.stringify(queryKey.slice(0, -1))
      const count = (counts.get(kind) ?? 0) + 1
      counts.set(kind, count)
      return count <= meta.offline.newest
    })
}
