import type { UseQueryResult } from '@tanstack/react-query'

/** A list of the home screen: not requested yet, loading, loaded, or failed without any items to show. */
export type HomeList<Item> = {
  state: 'Pending' | 'Loading' | 'Success' | 'Error'
  items: readonly Item[]
  error: unknown
  isRetrying: boolean
  retry: () => void
}

/** Items that were loaded before stay visible if loading them again fails. */
export function toHomeList<Data, Item>(query: UseQueryResult<Data>, getItems: (data: Data) => readonly Item[]): HomeList<Item> {
  const { data, error, fetchStatus, isFetching, refetch } = query
  const state = data !== undefined ? 'Success' : error ? 'Error' : fetchStatus === 'fetching' ? 'Loading' : 'Pending'
  return {
    state,
    items: data === undefined ? [] : getItems(data),
    error: state === 'Error' ? error : null,
    isRetrying: isFetching,
    retry: () => void refetch(),
  }
}
