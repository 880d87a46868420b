import type { InlinedAnswer } from '../../domain/query-keys.ts'
import type { Theme } from '../../domain/themes.ts'

export type ListedLink = { path: string; name: string }

/** The content that a feature adds to the document of its page: texts, and the answers that its screen would request. */
export type PageContent = {
  title?: string
  description?: string
  canonical?: string
  status?: 404
  queries?: InlinedAnswer[]
  /** A path on this site: the picture that is shown with a shared link. */
  image?: string
  /** True if search engines must not index this document, although they index the page in general. */
  isUnlisted?: boolean
  /** The page is shown in a frame, without the bars of the app. Only these sites may do that. */
  frame?: { origins: readonly string[]; theme: Theme }
  /** Structured data (schema.org) for search engines. */
  structured?: object
  /** What the page lists, for readers without JavaScript. */
  listed?: readonly ListedLink[]
}
