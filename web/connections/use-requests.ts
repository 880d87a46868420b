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

/** What became of a request in this visit. Its row stays and says so, instead of moving all others under one's thumb. */
export function useOutcomes() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  // The same two may have another request later.
  const keyOf = ({ person, since }: Connection) => `${person.id}:${since}`
  return {
    of: (connection: Connection) => outcomes.get(keyOf(connection)),
    set: (connection: Connection, outcome: Outcome | null) =>
      setOutcomes((before) => {
        const after = new Map(before)
        if (outcome) after.set(keyOf(connection), outcome)
        else after.delete(keyOf(connection))
        return after
      }),
  }
}

export type Outcomes = ReturnType<typeof useOutcomes>
