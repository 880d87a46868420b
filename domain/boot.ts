import * as v from 'valibot'
import { Session } from './access/contract.ts'
import { PublicConfig } from './config/contract.ts'

/** What the Worker inlines in a page, so that its first content needs no round trip. */
export const Boot = v.object({
  /** Under which the log knows the request that drew this page. */
  requestId: v.nullable(v.string()),
  config: PublicConfig,
  session: Session,
  /** Answers the page would ask for, under the keys it would ask with. */
  queries: v.array(v.object({ key: v.array(v.union([v.string(), v.number()])), data: v.unknown() })),
})
export type Boot = v.InferOutput<typeof Boot>

export const bootElementId = 'boot'

/** How a person likes their light. Kept in a cookie, so that the first paint is right. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const themeCookie = 'theme'
export const readTheme = (text: string | undefined): Theme => themes.find((theme) => theme === text) ?? 'system'
