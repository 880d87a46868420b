import { useEffect } from 'react'

type Pages = {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetching: boolean
  isError: boolean
  fetchNextPage: () => Promise<unknown>
}

/**
 * A page may have few rows that fit a filter, or none. We ask on while more are wanted, so that "Show more" does not seem to do nothing.
 * Returns whether we still do.
 */
export function useLookFurther(
  { data, hasNextPage, isFetching, isError, fetchNextPage }: Pages,
  isWanted: boolean,
  maxPages = Number.POSITIVE_INFINITY,
): boolean {
  const pages = data?.pages.length ?? 0
  const isShort = isWanted && hasNextPage && !isError && pages < maxPages
  const asksOn = isShort && !isFetching
  useEffect(() => {
    if (asksOn) void fetchNextPage()
  }, [asksOn, fetchNextPage])
  return isShort
}
