import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { judgeVersion } from '../../domain/forms/access.ts'
import { listAnsweredFiles } from '../../domain/forms/files.ts'
import { labelKeys } from '../../domain/forms/label-keys.ts'
import { maxSubmissionsEach } from '../../domain/forms/limits.ts'
import { listLimitsNow } from '../../domain/forms/list-options.ts'
import { listNamedAnswers } from '../../domain/forms/named-answers.ts'
import { isSameTotal, prepareSubmission } from '../../domain/forms/prepare-submission.ts'
import { formNotFound } from '../../domain/forms/rules.ts'
import type { SignedBefore, SubmissionState } from '../../domain/forms/submission-contract.ts'
import type { FilledForPerson, FillForPerson, TeamAddForm } from '../../domain/forms/team-add-contract.ts'
import { signedKeys } from '../../domain/forms/used-signings.ts'
import { countsSince } from '../../domain/forms/waivers.ts'
import { day } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { hashSecret, makeMailToken } from '../accounts/secrets.ts'
import { notifyOf } from '../notifications/commands.ts'
import { AssertionFailed, mustHold, readAll, runBatch, type Statement } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asPerson, canAct } from '../teams/actor.ts'
import { explainNames, namesKnown, requireNames } from './check-names.ts'
import { explainSeasons, isAboutSeasons, listWantedSeasons, requireOpenSeasons } from './check-seasons.ts'
import { claimFiles, explainFiles, filesClaimed, isOwnFile, requireEachFileOnce } from './claim-files.ts'
import { hasSigned } from './filled-forms.ts'
import { couponIn, mayUseCoupon } from './find-coupon.ts'
import { type FormViewer, findForm } from './find-form.ts'
import { type FoundPerson, findPerson } from './find-person.ts'
import { placedOf } from './is-open.ts'
import { mailSenders, sent } from './notify-of-submission.ts'
import { openForm } from './open.ts'
import { isAnyFull, limitsOf, type WantedOption } from './option-limits.ts'
import { placeAccepted } from './place-accepted.ts'
import { forms, submissions as s, submissionEvents } from './schema.ts'
import { explainChildren, isChildrenFit, listSeasonGuests, requireRoomForChildren, storedGuests } from './season-guests.ts'
import { countsForOnce, insertOptions, insertParts } from './send.ts'
import { findRepeated } from './sent-before.ts'
import { tellSender } from './tell-sender.ts'
import { listSignedBefore, selectSigned } from './waivers.ts'

type Organizer = NonNullable<FormViewer>
type Path = { formId: string; personId: string }

/** A form as an organizer sees it who fills it for somebody else. Nothing of the organizer's own is in it. */
export async function readTeamAdd(db: Database, now: number, organizer: Organizer, path: Path): Promise<TeamAddForm> {
  const person = await findPerson(db, asPerson(organizer.id), path)
  const { id, name, face, signer, isMember } = person
  const form = await openForm(db, now, organizer, path.formId, {})
  const signed = await listSignedBy(db, now, person, { formId: path.formId, version: form.version })
  return {
    form: {
      ...form,
      viewer: { ...form.viewer, isMember, canSend: true, sent: [], draft: null, files: [], signed, hasKnownAnswers: false },
    },
    person: { id, name, face, signer },
  }
}

/** The waivers that a member has signed before. What a parent has signed does not count for a child. */
async function listSignedBy(
  db: Database,
  now: number,
  { userId, guestId }: FoundPerson,
  { formId, version }: { formId: string; version: number },
): Promise<SignedBefore[]> {
  if (userId === null || guestId !== null) return []
  return listSignedBefore(await readAll(db, selectSigned(formId, userId, version, now)), version)
}

/** So long the place is held for somebody who was not here and has to pay. */
const payAfterFilling = day

/** What was sent for this person before. A guest is found by the parent or the address, because a form has far more submissions. */
const countOwn = ({ userId, guestId, email }: FoundPerson, formId: string, which: SQL): SQL => {
  const isGuest = guestId === null ? sql`${s.guestId} IS NULL` : sql`${s.guestId} = ${guestId}`
  let isOwn = isGuest
  if (userId !== null) isOwn = sql`${s.userId} = ${userId} AND ${s.userId} IS NOT NULL AND ${isGuest}`
  else if (email !== null) isOwn = sql`${s.emailKey} = ${email} AND ${s.emailKey} IS NOT NULL`
  return sql`(SELECT count(*) FROM ${s} WHERE ${s.formId} = ${formId} AND ${isOwn} AND ${which})`
}

const toFilled = ({ id, missing, state }: { id: string; missing: readonly unknown[] | null; state: SubmissionState }): FilledForPerson => ({
  ...{ id, isMissing: missing !== null && missing.length > 0, mustPay: state === 'paying' },
})

/**
 * Stores what an organizer has filled for a member or guest. If only that person can say something, they are asked for it, and it counts when
 * they have added it. A repeated request with the same key stores it once.
 */
export async function fillForPerson(
  db: Database,
  context: CommandContext,
  organizer: Organizer,
  path: Path,
  { version, answers: given, total, coupon: couponCode, idempotencyKey }: FillForPerson,
): Promise<FilledForPerson> {
  const { now, platform } = context
  const { formId } = path
  const actor = asPerson(organizer.id)
  const person = await findPerson(db, actor, path)
  const id = await deriveId('submission', formId, organizer.id, idempotencyKey)
  const wantedForm = { now, version, coupon: couponCode, submissionId: id }
  const found = await findForm(db, organizer, formId, wantedForm)
  const { form, sending, settings, latest, filled } = found
  if (!filled || !sending) throw formNotFound()
  const request = { version, answers: given, total, of: person, isForAnother: true }
  const repeated = findRepeated(found, request, null)
  if (repeated) return toFilled(repeated)
  const refusal = judgeVersion(filled.replacedAt, now)
  if (refusal) throw refusal
  const today = instantToLocal(now, settings.timeZone).date
  const coupon = couponIn(found.coupon, filled.content.payment)
  const signed = signedKeys(await listSignedBy(db, now, person, { formId, version }))
  const facts = { today, isMember: person.isMember, coupon, feeBasisPoints: form.feeBasisPoints, signed, isForAnother: true }
  const { answers, label, ending, price, code, options, missing } = prepareSubmission(filled.content, given, facts)
  const couponId = code === null ? null : (coupon?.id ?? null)
  if (!isSameTotal(price, total)) throw new AppError('FormPriceChanged')
  if (price && !(sending.hasPlan && sending.payoutCurrency === price.currency)) throw new AppError('FormNotPayable')
  if ((price || missing.length > 0) && person.signer === null) throw new AppError('PersonNotReachable')

  const files = listAnsweredFiles(filled.content, answers)
  requireEachFileOnce(files)
  const naming = { teamId: person.teamId, viewerId: organizer.id, named: listNamedAnswers(filled.content, answers) }
  // Organizers know the id of the submission, so the secret of the guest must not follow from it.
  const key = person.email === null ? null : makeMailToken()
  const keyHash = key && (await hashSecret(key))
  const wanted = limitsOf(options, listLimitsNow(latest.content, filled.content))
  const state: SubmissionState = missing.length > 0 ? 'asked' : price ? 'paying' : 'accepted'
  const guests = await listSeasonGuests(db, filled.content, answers, person)
  const room = { ...person, guests }
  const seasons = listWantedSeasons({
    ...{ submissionId: id, teamId: person.teamId, now, content: filled.content, answers, options, guests },
    userId: person.guestId === null ? person.userId : null,
  })
  const hasRoom = settings.maxSubmissions === null ? sql`1` : sql`${placedOf(formId)} < ${settings.maxSubmissions}`
  const signer = person.userId !== null && person.guestId === null ? { userId: person.userId } : { submissionId: s.id }
  const isFirst = settings.isOncePerPerson
    ? sql`${countOwn(person, formId, countsForOnce(s, countsSince(filled.content, now), hasSigned(sql`${version}`, signer, now)))} = 0`
    : sql`1`
  const link = key === null ? sql`NULL` : sql`'/form/' || ${sent.formId} || '/' || ${sent.id} || ${`?key=${key}`}`
  const told: Statement[] =
    person.userId === null
      ? [
          mailSenders(sql`${sent.id} = ${id}`, sql`'form-filled:' || ${sent.id}`, {
            ...{ now, platform, path: link, news: missing.length > 0 ? 'missing' : price ? 'filledPayable' : 'filled' },
          }),
        ]
      : state === 'paying'
        ? await tellSender(context, id, { news: 'payable', reason: '' }, sql`1`)
        : [notifyOf({ kind: 'form-filled', submissionId: id }, { id: `form-filled:${id}`, now, platform })]
  try {
    await runBatch(db, {
      inserted: insertSelect(
        s,
        {
          ...{ id, formId: forms.id, version, userId: person.userId, emailKey: person.email, keyHash, state },
          ...{ label, ...labelKeys(label), answers, ending, price, sentAt: now, changedAt: now },
          ...{ total: price?.amount ?? 0, currency: price?.currency ?? null, wasMember: person.isMember, couponId },
          ...{ missing: missing.length > 0 ? missing : null, guestId: person.guestId },
          guests: storedGuests(guests),
          payUntil: state === 'paying' ? now + payAfterFilling : null,
        },
        sql`FROM ${forms} WHERE ${forms.id} = ${formId} AND ${canAct(actor, person.teamId, 'forms.manage')} AND ${hasRoom}
          AND NOT ${isAnyFull(formId, wanted)} AND ${mayUseCoupon(couponId, now)} AND ${isFirst} AND ${countOwn(person, formId, sql`1`)} < ${maxSubmissionsEach}
          ON CONFLICT DO NOTHING`,
      ),
      isNew: mustHold('filled-now', sql`changes() > 0`),
      recorded: db
        .insert(submissionEvents)
        .values({ id: context.newId(), submissionId: id, kind: 'filled', userId: organizer.id, createdAt: now }),
      names: requireNames(naming),
      options: insertOptions(id, options),
      seasons: requireOpenSeasons(seasons),
      files: claimFiles({ submissionId: id, formId, files, isOwn: isOwnFile(organizer.id, null) }),
      parts: price ? insertParts(id, price.parts, now) : [],
      // Children whom the community does not know come in once the parent has a say, which may be a payment.
      children: requireRoomForChildren(room, settings.addsMembers),
      placed: placeAccepted(context, {
        ...{ submissionId: id, teamId: person.teamId, userId: person.userId, addsMembers: settings.addsMembers, acceptedBy: organizer.id },
      }),
      told,
    })
    return toFilled({ id, missing, state })
  } catch (error) {
    if (!(error instanceof AssertionFailed)) throw error
    if (error.assertion === filesClaimed)
      throw await explainFiles(db, { submissionId: id, formId, files, isOwn: isOwnFile(organizer.id, null) })
    if (error.assertion === namesKnown) throw await explainNames(db, naming)
    if (isChildrenFit(error.assertion)) throw await explainChildren(db, room)
    if (isAboutSeasons(error.assertion)) throw await explainSeasons(db, error.assertion, seasons)
    const again = await findForm(db, organizer, formId, wantedForm)
    const parallel = findRepeated(again, request, null)
    if (parallel) return toFilled(parallel)
    throw explainRefusal(again, { wanted, couponId })
  }
}

/** Why nothing was stored. */
function explainRefusal(
  { isFull, taken, coupon }: Awaited<ReturnType<typeof findForm>>,
  { wanted, couponId }: { wanted: readonly WantedOption[]; couponId: string | null },
): AppError {
  if (isFull) return new AppError('FormFull')
  const full = wanted.find(({ field, option, limit, quantity, hasWaitlist }) => {
    const counted = taken.find(({ fieldId, optionId }) => fieldId === field && optionId === option)
    return (counted?.taken ?? 0) + (hasWaitlist ? (counted?.waiting ?? 0) : 0) + quantity > limit
  })
  if (full) return new AppError('FormOptionFull', { field: `answers.${full.field}` })
  return couponId !== null && coupon?.id !== couponId ? new AppError('CouponNotValid') : new AppError('PersonSentAlready')
}
