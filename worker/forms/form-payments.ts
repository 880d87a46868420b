import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { listLimitsNow } from '../../domain/forms/list-options.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { doesTeamExist } from '../teams/actor.ts'
import { canBeRegistered, hasFullSide } from './check-seasons.ts'
import { hasUseLeft } from './find-coupon.ts'
import { placedOf } from './is-open.ts'
import { isAnyFull, limitsOf, type WantedOption } from './option-limits.ts'
import { forms, formVersions, submissionOptions, submissionParts, submissionPayments, submissions } from './schema.ts'
import { type MailLink, makeMailLink } from './submission-links.ts'

type FormPayment = typeof submissionPayments.$inferSelect
/** What was paid, or is being paid, on a page at Stripe. */
export type FormCardPayment = FormPayment & { payeeId: string; accountId: string }

/** Stripe knows nothing of cash. */
export const asCardPayment = (row: FormPayment | undefined): FormCardPayment | null => {
  if (!row) return null
  const { payeeId, accountId } = row
  return payeeId === null || accountId === null ? null : { ...row, payeeId, accountId }
}

const findPayment = async (db: Database, which: SQL): Promise<FormCardPayment | null> =>
  asCardPayment(await readFirst(db, db.select().from(submissionPayments).where(which)))

export const findFormPayment = (db: Database, id: string) => findPayment(db, eq(submissionPayments.id, id))
export const findFormPaymentOfSession = (db: Database, sessionId: string) => findPayment(db, eq(submissionPayments.sessionId, sessionId))

/** What a submission takes, so that whoever pays for it gets it, and the link to it that their receipt has without an account. */
export type Place = {
  submissionId: string
  formId: string
  teamId: string
  userId: string | null
  addsMembers: boolean
  maxSubmissions: number | null
  wanted: WantedOption[]
  link: MailLink
}

/** Null if the submission was deleted. */
export async function readPlace(db: Database, submissionId: string): Promise<Place | null> {
  const ofSubmission = eq(submissions.id, submissionId)
  const { found, versions, options } = await runBatch(db, {
    found: db
      .select({
        ...{ formId: forms.id, teamId: forms.teamId, userId: submissions.userId, settings: forms.settings },
        ...{ version: submissions.version, latest: forms.publishedNumber },
      })
      .from(submissions)
      .innerJoin(forms, eq(forms.id, submissions.formId))
      .where(ofSubmission),
    versions: db
      .select({ number: formVersions.number, content: formVersions.content })
      .from(submissions)
      .innerJoin(forms, eq(forms.id, submissions.formId))
      .innerJoin(
        formVersions,
        and(
          eq(formVersions.formId, forms.id),
          or(eq(formVersions.number, submissions.version), eq(formVersions.number, sql`${forms.publishedNumber}`)),
        ),
      )
      .where(ofSubmission),
    options: db
      .select({
        ...{ field: submissionOptions.fieldId, option: submissionOptions.optionId },
        ...{ quantity: submissionOptions.quantity, refId: submissionOptions.refId },
      })
      .from(submissionOptions)
      .where(eq(submissionOptions.submissionId, submissionId)),
  })
  const [row] = found.rows
  const contentOf = (wanted: number | null | undefined) => versions.rows.find(({ number }) => number === wanted)?.content
  const [content, latest] = [contentOf(row?.version), contentOf(row?.latest)]
  if (!row || !content || !latest) return null
  const { settings, version: _, latest: __, ...place } = row
  const { addsMembers, maxSubmissions } = settings
  const wanted = limitsOf(options.rows, listLimitsNow(latest, content))
  return { submissionId, ...place, addsMembers, maxSubmissions, wanted, link: await makeMailLink(submissionId) }
}

const [s, part] = [alias(submissions, 's'), alias(submissionParts, 'part')]

const numberList = (numbers: readonly number[]): SQL => sql`(SELECT value FROM json_each(${JSON.stringify(numbers)}))`

/** These parts of a submission, in the table of parts. */
export const arePartsOf = (submissionId: string, numbers: readonly number[]): SQL =>
  sql`${submissionParts.submissionId} = ${submissionId} AND ${submissionParts.number} IN ${numberList(numbers)}`

export const areUnpaid = (submissionId: string, numbers: readonly number[]): SQL =>
  sql`(SELECT count(*) FROM ${submissionParts} ${part} WHERE ${part.submissionId} = ${submissionId} AND ${part.paymentId} IS NULL
    AND ${part.number} IN ${numberList(numbers)}) = ${numbers.length}`

/**
 * Money for these parts is taken: nobody else has paid them, and the submission has its places. One that was not paid in time gets them again
 * if they are free, nobody waits for them, and others have not used up its coupon. Whoever has withdrawn gets the money back, and so does who has
 * chosen a season or a side that was deleted meanwhile, or a side that an organizer has filled by hand.
 */
export function takesMoney({ submissionId, formId, teamId, addsMembers, wanted, maxSubmissions }: Place, numbers: readonly number[]): SQL {
  const hasRoom = maxSubmissions === null ? sql`1` : sql`${placedOf(formId)} < ${maxSubmissions}`
  const isHeld = sql`(${s.state} = 'paying' AND NOT ${hasFullSide(s.id, { countsHeld: false })})`
  const getsPlace = sql`((${isHeld} OR (${s.state} = 'ended' AND NOT ${isAnyFull(formId, wanted)} AND ${hasRoom}
    AND ${hasUseLeft(s.couponId)} AND NOT ${hasFullSide(s.id, { countsHeld: true })})) AND ${canBeRegistered(s, sql`${teamId}`, addsMembers ? sql`1` : sql`0`, null)})`
  return sql`(EXISTS (SELECT 1 FROM ${submissions} ${s} WHERE ${s.id} = ${submissionId}
      AND (${s.state} = 'accepted' ${numbers.includes(0) ? sql`OR ${getsPlace}` : sql``}))
    AND ${doesTeamExist(teamId)} AND ${areUnpaid(submissionId, numbers)})`
}
