import type { NoticeWords } from '../../domain/notifications/contract.ts'
import type { NoticeFact, NoticeKind } from '../../domain/notifications/facts.ts'
import type { Database } from '../platform/database.ts'

/** A notice and the people it goes to, as many as one job tells. */
export type Delivery = NoticeWords & { to: readonly string[] }

/** As many people as one job tells. */
export const maxToldAtOnce = 500

/** `after` is where an earlier job of the same fact stopped; null at the beginning. */
type RenderContext = { db: Database; now: number; after: string | null }

/** What a fact says now and to whom: nothing where it no longer holds. `next` is where the next job goes on, if there are more people. */
export type Rendered = { deliveries: readonly Delivery[]; next?: string | undefined }

/** Reads a fact of one kind at delivery, judges whether it still holds, and words it. */
export type Renderer<Kind extends NoticeKind> = (fact: Extract<NoticeFact, { kind: Kind }>, context: RenderContext) => Promise<Rendered>

/** The renderers of a feature, one for each of its kinds. */
export type Renderers<Kinds extends NoticeKind> = { [Kind in Kinds]: Renderer<Kind> }

/** What is not so any more is told to nobody. */
export const nothing: Rendered = { deliveries: [] }

export const tellOne = (words: NoticeWords, personId: string): Rendered => ({ deliveries: [{ ...words, to: [personId] }] })
