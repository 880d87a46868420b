declare const answer: unique symbol

/**
 * The key under which React Query keeps an answer, with the shape of that answer. The Worker inlines answers under the
 * keys that the web asks with, so both take their keys from a feature's keys.ts.
 */
export type QueryKey<Answer> = readonly (string | number)[] & { readonly [answer]?: (one: Answer) => Answer }

/** The key of a list that is loaded page by page. */
export type PagesKey<Page> = QueryKey<Pages<Page>>
type Pages<Page> = { pages: Page[]; pageParams: (string | null)[] }

const isInlined = Symbol('inlined')

/** An answer that comes with the page. Only the functions below make one. */
export type InlinedAnswer = { key: (string | number)[]; data: unknown; [isInlined]: true }

export const inlineAnswer = <Answer>(
  key: QueryKey<Answer>,
  /** Of exactly the shape of the key. A key that is written by hand has none. */
  data: unknown extends Answer ? never : NoInfer<Answer>,
): InlinedAnswer => ({
  key: [...key],
  data,
  [isInlined]: true,
})

export const inlineFirstPage = <Page>(key: PagesKey<Page>, page: NoInfer<Page>): InlinedAnswer =>
  inlineAnswer(key, { pages: [page], pageParams: [null] })
