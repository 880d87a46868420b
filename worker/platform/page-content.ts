import type { InlinedAnswer } from '../../domain/query-keys.ts'

/** What a feature adds to its page's document: words for this very thing, and the answers its screen will ask for. */
export type PageContent = {
  title?: string
  description?: string
  canonical?: string
  status?: 404
  queries?: InlinedAnswer[]
  /** A path on this site, for whoever shows a link to the page. */
  image?: string
  /** Kept out of search engines, though the page is not. */
  isUnlisted?: boolean
  /** schema.org, for search engines. */
  structured?: object
}
