import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection, ConnectionState } from '../../domain/connections/contract.ts'
import { connectionList } from './queries.ts'

export function useRequests(state: ConnectionState) {
  const query = useInfiniteQuery(connectionList(state))
  return { query, people: query.data?.pages.flatMap(({ connections }) => connections) ?? [] }
}

export type Requests = ReturnType<typeof useRequests>

type Outcome = 'connected' | 'declined' | 'withdrawn'

/**
 * What the user did with each request since the page opened. The row stays and shows it, so that the other rows do not move while
 * the user taps.
 */
export function useOutcomes() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  // The same two people may have a new request later, so the key contains the date.
  const toKey = ({ person, since }: Connection) => `${person.id}:${since}`
  return {
    get: (connection: Connection) => outcomes.get(toKey(connection)),
    set: (connection: Connection, outcome: Outcome | null) =>
      setOutcomes((before) => {
        const after = new Map(before)
        if (outcome) after.set(toKey(connection), outcome)
        else after.delete(toKey(connection))
        return after
      }),
  }
}

export type Outcomes = ReturnType<typeof useOutcomes>
