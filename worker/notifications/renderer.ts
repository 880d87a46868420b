import type { NoticeContent } from '../../domain/notifications/contract.ts'
import type { NoticeFact, NoticeKind } from '../../domain/notifications/facts.ts'
import type { NoticeCause } from '../../domain/notifications/reasons.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import type { MessageInsert } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

/** A notice and its recipients, at most `maxNotifiedAtOnce`. `cause` has the names for the reason why they get it. */
export type Delivery = NoticeContent & { to: readonly string[]; cause?: NoticeCause }

/** The number of people that one job notifies; a second job continues after them. */
export const maxNotifiedAtOnce = 500

/** `after` is where the previous job of the same fact stopped; null for the first job. */
type RenderContext = { db: Database; now: number; platform?: PlatformId | undefined; after: string | null }

/**
 * The notices of a fact as of now; none if it is no longer true. `next` is where the next job continues if there are more people. `mails` are
 * emails that are not about a notice, such as to somebody without an account.
 */
export type Rendered = { deliveries: readonly Delivery[]; next?: string | undefined; mails?: MessageInsert }

/** Reads a fact of one kind at delivery, checks that it is still true, and writes its text. */
export type Renderer<Kind extends NoticeKind> = (fact: Extract<NoticeFact, { kind: Kind }>, context: RenderContext) => Promise<Rendered>

/** The renderers of a feature, one for each of its kinds. */
export type Renderers<Kinds extends NoticeKind> = { [Kind in Kinds]: Renderer<Kind> }

/** For a fact that is no longer true. */
export const noDeliveries: Rendered = { deliveries: [] }

export const notifyOne = (words: NoticeContent, personId: string): Rendered => ({ deliveries: [{ ...words, to: [personId] }] })
