import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  type UnusedSkipTokenInfiniteOptions,
  type UnusedSkipTokenOptions,
} from '@tanstack/react-query'
import type { PagesKey, QueryKey } from '../domain/query-keys.ts'

type KeyedOptions<Answer> = UnusedSkipTokenOptions<Answer, Error, Answer, QueryKey<Answer>>
type KeyedPagesOptions<Page> = UnusedSkipTokenInfiniteOptions<Page, Error, InfiniteData<Page, string | null>, PagesKey<Page>, string | null>

/** A query with a key of the contract. Its data has the shape that the Worker inlines in pages under the same key. */
export const keyedQuery = <Answer>(options: KeyedOptions<Answer>) => queryOptions(options)

/** The same as `keyedQuery`, for a list that is loaded page by page. */
export const keyedPages = <Page>(options: KeyedPagesOptions<Page>) => infiniteQueryOptions(options)
