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

/** A query under a key of the contract: it answers in the shape that the Worker inlines under this key. */
export const keyedQuery = <Answer>(options: KeyedOptions<Answer>) => queryOptions(options)

/** The same for a list that is loaded page by page. */
export const keyedPages = <Page>(options: KeyedPagesOptions<Page>) => infiniteQueryOptions(options)
