import { eq, type SQL, sql } from 'drizzle-orm'
import { nextReminder } from '../../domain/dues/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { countsAsSent, graceAfterClosing, judgeSending, judgeVersion } from '../../domain/forms/access.ts'
import { listAnsweredFiles } from '../../domain/forms/files.ts'
import type { SendForm, SentForm } from '../../domain/forms/fill-contract.ts'
import { readGameGuest } from '../../domain/forms/game-guest.ts'
import { labelKeys } from '../../domain/forms/label-keys.ts'
import { maxSubmissionsEach, maxUnpaidSubmissions } from '../../domain/forms/limits.ts'
import { listLimitsNow, type OptionCount } from '../../domain/forms/list-options.ts'
import { listNamedAnswers } from '../../domain/forms/named-answers.ts'
import { isSameTotal, prepareSubmission } from '../../domain/forms/prepare-submission.ts'
import type { FormPrice } from '../../domain/forms/price-answers.ts'
import { formNotFound } from '../../domain/forms/rules.ts'
import { needsAccount } from '../../domain/forms/settings.ts'
import type { SubmissionState } from '../../domain/forms/submission-contract.ts'
import { signedKeys } from '../../domain/forms/used-signings.ts'
import { countsSince, listSignings } from '../../domain/forms/waivers.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { hour } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { countGuestsNamed } from '../events/game-guests.ts'
import { AssertionFailed, mustHold, readFirst, runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { explainNames, namesKnown, requireNames } from './check-names.ts'
import { explainSeasons, isAboutSeasons, listWantedSeasons, requireOpenSeasons } from './check-seasons.ts'
import { claimFiles, explainFiles, filesClaimed, hashFileSecret, isOwnFile, requireEachFileOnce } from './claim-files.ts'
import { queueFilling } from './fill-places.ts'
import { hasSigned, stillCountsForGuest } from './filled-forms.ts'
import { couponIn, mayUseCoupon } from './find-coupon.ts'
import { type FormViewer, findForm } from './find-form.ts'
import { deleteLink, hashResumeKey } from './form-links.ts'
import { placedOf } from './is-open.ts'
import { tellOfSent } from './notify-of-submission.ts'
import { deleteDraft } from './open.ts'
import { isAnyFull, limitsOf, type WantedOption } from './option-limits.ts'
import { placeAccepted } from './place-accepted.ts'
import { mayHoldPlace } from './places-from-address.ts'
import { forms, submissionOptions, submissionParts, submissions } from './schema.ts'
import { explainChildren, isChildrenFit, listSeasonGuests, requireRoomForChildren, storedGuests } from './season-guests.ts'
import { findRepeated, type SentBefore } from './sent-before.ts'
import { mayOweOneMore } from './unpaid-submissions.ts'
import { insertSignings } from './waivers.ts'

/** So long the places are held for somebody who pays. */
const payDuration = hour

/** The secret of who has no account. A repeated request gets the same one. */
const makeKey = (formId: string, idempotencyKey: string) => hashSecret('submission', formId, idempotencyKey)

const toSentForm = ({ id, state, ending, payUntil }: SentBefore, key: string | null): SentForm => ({ id, key, state, ending, payUntil })

/**
 * Stores what a person sends with a form, with its places, in one batch. A repeated request with the same key stores it once. The browser has
 * decided and computed the same; the server does it again and believes nothing.
 */
export async function sendForm(
  db: Database,
  context: CommandContext,
  viewer: FormViewer,
  formId: string,
  sent: SendForm,
  /** A keyed hash of the network address of who has no account. */
  address: string | null = null,
): Promise<SentForm> {
  const { now } = context
  const { version, code, coupon: couponCode, acceptsWaiting, website, idempotencyKey, resume } = sent
  const email = sent.email && canonicalAddress(sent.email)
  if (website !== '') throw new AppError('AnswersInvalid', { field: 'website' })
  const id = await deriveId('submission', formId, viewer?.id ?? null, idempotencyKey)
  const key = viewer ? null : await makeKey(formId, idempotencyKey)
  const wantedForm = { now, version, code, coupon: couponCode, guest: sent.guest, submissionId: id }
  const found = await findForm(db, viewer, formId, wantedForm)
  const { form, sending, settings, latest, filled, signed, isOnlyPlayer } = found
  const coupon = couponIn(found.coupon, filled?.content.payment ?? null)
  if (!filled || !sending) throw formNotFound()
  const { total } = sent
  const of = { ...(viewer ? { userId: viewer.id, email: null } : { userId: null, email }), guestId: null }
  const request = { version, answers: sent.answers, total, of }
  const repeated = findRepeated(found, request, key)
  if (repeated) return toSentForm(repeated, key)
  const refusal =
    judgeSending({ ...settings, isClosed: form.isClosed, closedAt: form.closedAt }, now) ?? judgeVersion(filled.replacedAt, now)
  if (refusal) throw refusal
  if (!viewer && !email) throw new AppError('EmailNeeded', { field: 'email' })
  const today = instantToLocal(now, settings.timeZone).date
  const { isMember, feeBasisPoints } = form
  const prepared = prepareSubmission(filled.content, sent.answers, { today, isMember, coupon, feeBasisPoints, signed: signedKeys(signed) })
  const { answers, ending, price, options } = prepared
  const gameGuest = readGameGuest(sent.guest)
  const guestName = gameGuest && (sent.guestName ?? found.guest?.name ?? '')
  // A form that asks for no name still says who has signed it.
  const label = prepared.label || (guestName ?? '')
  const couponId = prepared.code === null ? null : (coupon?.id ?? null)
  if (!isSameTotal(price, total)) throw new AppError('FormPriceChanged')
  if (price && !(sending.hasPlan && sending.payoutCurrency === price.currency)) throw new AppError('FormNotPayable')

  const keyHash = key && (await hashSecret(key))
  const linkHash = resume === undefined ? null : await hashResumeKey(formId, resume)
  const wanted = limitsOf(options, listLimitsNow(latest.content, filled.content))
  const tooMany = wanted.find(({ quantity, limit }) => quantity > limit)
  if (tooMany) throw new AppError('FormOptionFull', { field: `answers.${tooMany.field}` })
  const { addsMembers } = settings
  // A guest of a game is no member.
  const isNew = addsMembers && !gameGuest && !form.isMember
  if (isNew && !sending.hasPlace) throw new AppError('TeamFull', { values: { max: sending.maxMembers } })
  // Who only plays with the community does not become a member by it: organizers have named others.
  const needsApproval = settings.needsApproval || (isNew && (sending.isKeptOut || isOnlyPlayer))
  const next: SubmissionState = needsApproval ? 'asked' : price ? 'paying' : 'accepted'
  const files = listAnsweredFiles(filled.content, answers)
  requireEachFileOnce(files)
  const claim = {
    submissionId: id,
    formId,
    files,
    isOwn: isOwnFile(viewer?.id ?? null, await hashFileSecret(formId, idempotencyKey), linkHash),
  }
  const naming = { teamId: form.teamId, viewerId: viewer?.id ?? null, named: listNamedAnswers(filled.content, answers) }
  const roster = { teamId: form.teamId, userId: viewer?.id ?? null }
  const guests = await listSeasonGuests(db, filled.content, answers, roster)
  const room = { ...roster, guests }
  // Who is no member then is registered nowhere, and neither are their children.
  const canBeRegistered = isMember || (addsMembers && viewer !== null)
  const seasons = listWantedSeasons({
    ...{ submissionId: id, teamId: form.teamId, now, content: filled.content, answers, options },
    ...(canBeRegistered ? { userId: roster.userId, guests } : { userId: null, guests: [] }),
  })
  if (price && !canBeRegistered && seasons.choices.length > 0)
    throw new AppError('FormSeasonForMembers', { field: `answers.${seasons.choices[0]?.field}` })
  const isOwn = viewer
    ? sql`${submissions.userId} = ${viewer.id} AND ${submissions.userId} IS NOT NULL AND ${submissions.guestId} IS NULL`
    : sql`${submissions.emailKey} = ${email} AND ${submissions.emailKey} IS NOT NULL`
  const countOwn = (which: SQL) =>
    sql`(SELECT count(*) FROM ${submissions} WHERE ${isOwn} AND ${submissions.formId} = ${formId} AND ${which})`
  const since = countsSince(filled.content, now)
  let isFirst = sql`1`
  if (gameGuest && guestName !== null) isFirst = isFirstOfGuest(formId, { joinerId: gameGuest.joinerId, name: guestName }, { since, now })
  else if (settings.isOncePerPerson)
    isFirst = sql`${countOwn(countsForOnce(submissions, since, hasSigned(sql`${version}`, { userId: viewer?.id ?? '' }, now)))} = 0`
  const hasRoom = settings.maxSubmissions === null ? sql`1` : sql`${placedOf(formId)} < ${settings.maxSubmissions}`
  const isLimited = settings.maxSubmissions !== null || wanted.length > 0
  // A guest of a game is counted by their code.
  const addressHash = viewer || gameGuest || !isLimited ? null : address
  const mayHold = addressHash === null ? sql`1` : mayHoldPlace(formId, addressHash, now)
  const isTaken = sql`(NOT ${forms.isClosed} OR ${forms.closedAt} > ${now - graceAfterClosing})`
  const mayWait = acceptsWaiting
    ? sql`NOT ${isAnyFull(formId, wanted, { onlyWithoutWaitlist: true })}`
    : sql`NOT ${isAnyFull(formId, wanted)}`
  // Anybody can type the email of somebody else, and must not use up what they may owe. Where no place is limited, none is held.
  const isFromHere = gameGuest ? sql`${submissions.joinerId} = ${gameGuest.joinerId}` : sql`${submissions.addressHash} = ${addressHash}`
  // What an organizer decides first is held by their decision.
  const mayOwe = next === 'paying' ? mayOweOneMore(formId, viewer ? isOwn : sql`${isOwn} AND ${isFromHere}`, now) : sql`1`

  const send = () =>
    runBatch(db, {
      inserted: insertSelect(
        submissions,
        {
          ...{ id, formId: forms.id, version, userId: viewer?.id ?? null, emailKey: viewer ? null : email },
          state: sql`iif(${isAnyFull(formId, wanted)}, 'waiting', ${next})`,
          guests: storedGuests(guests),
          ...{ keyHash, addressHash, joinerId: gameGuest?.joinerId ?? null, guestName },
          ...{ label, ...labelKeys(label), answers, ending, price, sentAt: now, changedAt: now },
          ...{ total: price?.amount ?? 0, currency: price?.currency ?? null, wasMember: isMember, couponId },
          payUntil: next === 'paying' ? sql`iif(${isAnyFull(formId, wanted)}, NULL, ${now + payDuration})` : null,
        },
        sql`FROM ${forms} WHERE ${forms.id} = ${formId} AND ${isTaken} AND ${hasRoom} AND ${mayHold} AND ${mayWait} AND ${mayOwe} AND ${mayUseCoupon(couponId, now)}
        AND ${isFirst} AND ${countOwn(sql`1`)} < ${maxSubmissionsEach} ON CONFLICT DO NOTHING`,
      ),
      // What follows belongs to a submission that is new. A repeated request must not add to the one that is there.
      isNew: mustHold('sent-now', sql`changes() > 0`),
      names: requireNames(naming),
      children: requireRoomForChildren(room, addsMembers),
      options: insertOptions(id, options),
      seasons: requireOpenSeasons(seasons),
      files: claimFiles(claim),
      signings: insertSignings(id, listSignings(filled.content, answers, now), { now }),
      parts: price ? insertParts(id, price.parts, now) : [],
      draft: viewer ? deleteDraft(db, formId, viewer.id) : [],
      linked: linkHash === null ? [] : [deleteLink(db, linkHash)],
      placed: placeAccepted(context, {
        submissionId: id,
        teamId: form.teamId,
        userId: viewer?.id ?? null,
        addsMembers,
      }),
      told: tellOfSent(id, context, key),
      // Somebody may wait for an option that has a place.
      filled: queueFilling(
        formId,
        `sent:${id}`,
        now,
        sql`EXISTS (SELECT 1 FROM ${submissions} WHERE ${submissions.id} = ${id} AND ${submissions.state} = 'waiting')`,
      ),
      stored: selectStored(db, id),
    })
  const added = await send().catch(async (error: unknown) => {
    if (!(error instanceof AssertionFailed)) throw error
    if (error.assertion === filesClaimed) throw await explainFiles(db, claim)
    if (error.assertion === namesKnown) throw await explainNames(db, naming)
    if (isChildrenFit(error.assertion)) throw await explainChildren(db, room)
    if (isAboutSeasons(error.assertion)) throw await explainSeasons(db, error.assertion, seasons)
    return null
  })
  const stored = added?.stored.rows[0]
  if (stored) return { id, key, ...stored }
  // Somebody may have been faster, or the same request, so we look again.
  const again = await findForm(db, viewer, formId, { ...wantedForm, email })
  const parallel = findRepeated(again, request, key)
  if (parallel) return toSentForm(parallel, key)
  const may = await readFirst(
    db,
    select({ mayHold: asBoolean, mayOwe: asBoolean }, sql`SELECT (${mayHold}) AS mayHold, (${mayOwe}) AS mayOwe`),
  )
  if (!may?.mayHold) throw new AppError('FormSentFromHere')
  throw explainRefusal(again, { wanted, acceptsWaiting, couponId, since, guestName, mayOwe: may.mayOwe })
}

/** Whether fewer people of an entry in a game have sent the form under this name than there are with it. */
const isFirstOfGuest = (
  formId: string,
  { joinerId, name }: { joinerId: string; name: string },
  { since, now }: { since: number | null; now: number },
): SQL => sql`(SELECT count(*) FROM ${submissions} WHERE ${submissions.joinerId} = ${joinerId} AND ${submissions.joinerId} IS NOT NULL
  AND ${submissions.guestName} = ${name} AND ${submissions.formId} = ${formId} AND ${countsForOnce(submissions, since)}
  AND ${stillCountsForGuest(formId, submissions.id, now)})
  < ${countGuestsNamed(joinerId, name, formId, now)}`

/** Whether a row of submissions counts for who may send a form once: see `countsAsSent`. */
export const countsForOnce = (
  { state, sentAt, missing }: Pick<typeof submissions, 'state' | 'sentAt' | 'missing'>,
  since: number | null,
  isSigned: SQL = sql`1`,
): SQL =>
  sql`${state} NOT IN ('declined', 'withdrawn', 'ended') AND ${since === null ? sql`1` : sql`${sentAt} > ${since}`}
    AND (${state} = 'asked' AND ${missing} IS NOT NULL OR ${isSigned})`

const selectStored = (db: Database, id: string) =>
  db
    .select({ state: submissions.state, ending: submissions.ending, payUntil: submissions.payUntil })
    .from(submissions)
    .where(eq(submissions.id, id))

/** Stores which options a submission has chosen. Their state follows from its own. */
export const insertOptions = (submissionId: string, options: readonly OptionCount[], when: SQL = sql`1`): SQL =>
  insertSelect(
    submissionOptions,
    {
      ...{ submissionId: submissions.id, fieldId: sql`chosen.value->>'field'`, optionId: sql`chosen.value->>'option'` },
      ...{
        formId: submissions.formId,
        quantity: sql`chosen.value->>'quantity'`,
        refId: sql`chosen.value->>'refId'`,
        sentAt: submissions.sentAt,
      },
      state: sql`CASE WHEN ${submissions.state} IN ('paying', 'asked', 'accepted') THEN 'taken' WHEN ${submissions.state} = 'waiting' THEN 'waiting' ELSE 'released' END`,
    },
    sql`FROM ${submissions} CROSS JOIN json_each(${JSON.stringify(options)}) chosen WHERE ${submissions.id} = ${submissionId} AND ${when} ON CONFLICT DO NOTHING`,
  )

/** Stores what is paid at once and what later. */
export const insertParts = (submissionId: string, parts: FormPrice['parts'], now: number): SQL =>
  insertSelect(
    submissionParts,
    {
      ...{
        submissionId: submissions.id,
        number: sql`part.value->>'number'`,
        dueOn: sql`part.value->>'on'`,
        amount: sql`part.value->>'amount'`,
      },
      nextReminderAt: sql`part.value->>'remindAt'`,
    },
    sql`FROM ${submissions} CROSS JOIN json_each(${JSON.stringify(
      parts.map(({ on, amount }, number) => ({ number, on, amount, remindAt: on === null ? null : nextReminder(on, now) })),
    )}) part WHERE ${submissions.id} = ${submissionId} ON CONFLICT DO NOTHING`,
  )

type Found = Awaited<ReturnType<typeof findForm>>

type Refused = {
  wanted: readonly WantedOption[]
  acceptsWaiting: boolean
  couponId: string | null
  since: number | null
  guestName: string | null
  mayOwe: boolean
}

/** Why nothing was stored. */
function explainRefusal(
  { settings, sent, taken, isFull, coupon, guest, hasSigned }: Found,
  { wanted, acceptsWaiting, couponId, since, guestName, mayOwe }: Refused,
): AppError {
  // The player has changed their guests meanwhile.
  if (guest && guest.name !== guestName) return new AppError('GameGuestNotFound')
  if (guest && guest.sent.filter((one) => countsAsSent(one, { since, hasSigned: true })).length >= guest.namesakes)
    return new AppError('GuestSentAlready')
  if (!guest && needsAccount(settings) && settings.isOncePerPerson && sent.some((one) => countsAsSent(one, { since, hasSigned })))
    return new AppError('FormSentAlready')
  if (sent.length >= maxSubmissionsEach) return new AppError('FormSentTooOften')
  if (!mayOwe) return new AppError('FormUnpaidTooOften', { values: { max: maxUnpaidSubmissions } })
  if (isFull) return new AppError('FormFull')
  const full = wanted.find(({ field, option, limit, quantity, hasWaitlist }) => {
    const counted = taken.find(({ fieldId, optionId }) => fieldId === field && optionId === option)
    return (counted?.taken ?? 0) + quantity > limit && !(acceptsWaiting && hasWaitlist)
  })
  if (!full && couponId !== null && coupon?.id !== couponId) return new AppError('CouponNotValid')
  const field = (full ?? wanted[0])?.field
  return field === undefined ? new AppError('FormFull') : new AppError('FormOptionFull', { field: `answers.${field}` })
}
