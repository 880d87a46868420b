import type { UseQueryResult } from '@tanstack/react-query'

/** A list of home: not asked for yet, on its way, here, or failed with nothing to show. */
export type HomeList<Item> = {
  state: 'Pending' | 'Loading' | 'Success' | 'Error'
  items: readonly Item[]
  error: unknown
  isRetrying: boolean
  retry: () => void
}

/** What was seen before stays in sight when it cannot be asked for again. */
export function listOf<Data, Item>(query: UseQueryResult<Data>, itemsOf: (data: Data) => readonly Item[]): HomeList<Item> {
  const { data, error, fetchStatus, isFetching, refetch } = query
  const state = data !== undefined ? 'Success' : error ? 'Error' : fetchStatus === 'fetching' ? 'Loading' : 'Pending'
  return {
    state,
    items: data === undefined ? [] : itemsOf(data),
    error: state === 'Error' ? error : null,
    isRetrying: isFetching,
    retry: () => void refetch(),
  }
}
