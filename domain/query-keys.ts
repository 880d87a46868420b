declare const answer: unique symbol

/**
 * A React Query key together with the type of its answer. The Worker adds answers to a page under the same keys that the web app uses,
 * so both take their keys from keys.ts of the feature.
 */
export type QueryKey<Answer> = readonly (string | number)[] & { readonly [answer]?: (one: Answer) => Answer }

/** The key of a list that is loaded in pages. */
export type PagesKey<Page> = QueryKey<Pages<Page>>
type Pages<Page> = { pages: Page[]; pageParams: (string | null)[] }

const isInlined = Symbol('inlined')

/** An answer that is part of the page. Only the functions below create one. */
export type InlinedAnswer = { key: (string | number)[]; data: unknown; [isInlined]: true }

export const inlineAnswer = <Answer>(
  key: QueryKey<Answer>,
  /** The answer must have exactly the type of its key. */
  data: unknown extends Answer ? never : NoInfer<Answer>,
): InlinedAnswer => ({
  key: [...key],
  data,
  [isInlined]: true,
})

export const inlineFirstPage = <Page>(key: PagesKey<Page>, page: NoInfer<Page>): InlinedAnswer =>
  inlineAnswer(key, { pages: [page], pageParams: [null] })
