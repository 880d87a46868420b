import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { RawAnswers } from '../../domain/forms/answers.ts'
import type { FormContent } from '../../domain/forms/content.ts'
import { submissionPath, withKey } from '../../domain/forms/paths.ts'
import { isSameTotal, prepareSubmission } from '../../domain/forms/prepare-submission.ts'
import type { SignedBefore } from '../../domain/forms/submission-contract.ts'
import { signedKeys } from '../../domain/forms/used-signings.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { type RowOf, selectFields } from '../platform/row-query.ts'
import { usedCoupon } from './find-coupon.ts'
import { submissions as s } from './schema.ts'

// A request that comes again, because its answer was lost, gets what it has stored. The id of a submission follows from the key of the request.

/** What a request with this key has stored before, with the facts by which its answers were judged then. */
export const selectBefore = (submissionId: string) =>
  selectFields(
    {
      ...{ id: s.id, formId: s.formId, version: s.version, state: s.state, ending: s.ending, payUntil: s.payUntil, answers: s.answers },
      ...{
        userId: s.userId,
        emailKey: s.emailKey,
        guestId: s.guestId,
        price: s.price,
        sentAt: s.sentAt,
        wasMember: s.wasMember,
        missing: s.missing,
      },
      coupon: usedCoupon,
    },
    sql`FROM ${s} WHERE ${s.id} = ${submissionId}`,
  )
export type SentBefore = RowOf<ReturnType<typeof selectBefore>>

type Found = {
  before: SentBefore | null
  /** The waivers that were signed before it. */
  signedBefore: readonly SignedBefore[]
  filled: { content: FormContent } | null
  settings: { timeZone: string }
}

/** A request that may come again. */
type Again = {
  version: number
  answers: RawAnswers
  total: { amount: number; currency: string } | null
  /** For whom it is. */
  of: { userId: string | null; email: string | null; guestId: string | null }
  isForAnother?: boolean
}

/**
 * Whether a request says the same as the one that was stored. It is judged by the day, the price and the waivers of then: what it has done itself,
 * such as the last use of a coupon, or a signature, does not count against it.
 */
function isSame(before: SentBefore, { signedBefore, filled, settings }: Found, again: Again): boolean {
  const { version, total, of, isForAnother = false } = again
  if (before.userId !== of.userId || before.emailKey !== of.email || before.guestId !== of.guestId) return false
  if (!filled || before.version !== version || !isSameTotal(before.price, total)) return false
  const today = instantToLocal(before.sentAt, settings.timeZone).date
  const { wasMember: isMember, coupon } = before
  const facts = { today, isMember, coupon, feeBasisPoints: 0, signed: signedKeys(signedBefore), isForAnother }
  try {
    return JSON.stringify(prepareSubmission(filled.content, again.answers, facts).answers) === JSON.stringify(before.answers)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** What the same request has stored before, if it has. One that says something else is refused. `key`: opens what was sent without an account. */
export function findRepeated(found: Found, again: Again, key: string | null): SentBefore | null {
  const { before } = found
  if (before && !isSame(before, found, again))
    throw new AppError('FormSentBefore', { path: withKey(submissionPath(before.formId, before.id), key) })
  return before
}
