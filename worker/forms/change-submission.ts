import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { isApproved, mayChange, mayWithdraw, submissionNotFound } from '../../domain/forms/access.ts'
import { listAnsweredFiles } from '../../domain/forms/files.ts'
import { labelKeys } from '../../domain/forms/label-keys.ts'
import { listChanges } from '../../domain/forms/list-changes.ts'
import { listLimitsNow, type OptionCount, type OptionLimit } from '../../domain/forms/list-options.ts'
import { listNewNames } from '../../domain/forms/named-answers.ts'
import { keepTotal, prepareSubmission } from '../../domain/forms/prepare-submission.ts'
import { formNotFound } from '../../domain/forms/rules.ts'
import type { ChangeSubmission } from '../../domain/forms/submission-changes-contract.ts'
import { signedKeys } from '../../domain/forms/used-signings.ts'
import { listSignings } from '../../domain/forms/waivers.ts'
import { day } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { notifyOf } from '../notifications/commands.ts'
import { AssertionFailed, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, computed, selectFields } from '../platform/row-query.ts'
import { explainNames, namesKnown, requireNames } from './check-names.ts'
import { explainSeasons, isAboutSeasons, listWantedSeasons, requireOpenSeasons } from './check-seasons.ts'
import { claimFiles, explainFiles, filesClaimed, hashFileSecret, isOwnFile, requireEachFileOnce } from './claim-files.ts'
import { deleteFiles } from './files.ts'
import { queueFilling } from './fill-places.ts'
import { usedCoupon } from './find-coupon.ts'
import { isAnyFull, limitsOf } from './option-limits.ts'
import { isOfSender, leaveUnchosen, placeAccepted } from './place-accepted.ts'
import { closePageOfSubmission } from './queue-form-settling.ts'
import { recordEvent } from './record-event.ts'
import { formFiles, forms, formVersions, submissions as s, submissionEvents, submissionOptions } from './schema.ts'
import { explainChildren, isChildrenFit, listSeasonGuests, renameChildren, requireRoomForChildren, storedGuests } from './season-guests.ts'
import { insertOptions } from './send.ts'
import { isSender, type SubmissionViewer } from './submissions.ts'
import { insertSignings, selectSignedBefore } from './waivers.ts'

type Path = { formId: string; submissionId: string }

/** The submission of this sender, with what decides whether they may change it. */
export async function findOwn(db: Database, viewer: SubmissionViewer, { formId, submissionId }: Path) {
  const isMine = await isSender(viewer)
  const { found, versions, options, signed } = await runBatch(db, {
    found: selectFields(
      {
        ...{
          state: s.state,
          revision: s.revision,
          version: s.version,
          price: s.price,
          answers: s.answers,
          missing: s.missing,
          userId: s.userId,
          guestId: s.guestId,
          guests: s.guests,
          sentAt: s.sentAt,
          isMember: s.wasMember,
        },
        ...{ settings: forms.settings, teamId: forms.teamId, latest: forms.publishedNumber },
        isOfSender: computed(isOfSender(s.id), asBoolean),
        coupon: usedCoupon,
      },
      sql`FROM ${s} JOIN ${forms} ON ${forms.id} = ${s.formId} WHERE ${s.id} = ${submissionId} AND ${s.formId} = ${formId} AND ${isMine}`,
    ),
    options: db
      .select({
        ...{ field: submissionOptions.fieldId, option: submissionOptions.optionId },
        ...{ quantity: submissionOptions.quantity, refId: submissionOptions.refId },
      })
      .from(submissionOptions)
      .where(eq(submissionOptions.submissionId, submissionId)),

    signed: selectSignedBefore(submissionId),
    versions: db
      .select({ number: formVersions.number, content: formVersions.content })
      .from(formVersions)
      .where(
        sql`${formVersions.formId} = ${formId} AND ${formVersions.number} IN (
          (SELECT ${s.version} FROM ${s} WHERE ${s.id} = ${submissionId}), (SELECT ${forms.publishedNumber} FROM ${forms} WHERE ${forms.id} = ${formId}))`,
      ),
  })
  const [submission] = found.rows
  if (!submission) throw submissionNotFound()
  const contentOf = (wanted: number | null) => versions.rows.find(({ number }) => number === wanted)?.content
  const [content, latest] = [contentOf(submission.version), contentOf(submission.latest)]
  if (!content || !latest) throw formNotFound()
  return { ...submission, content, limits: listLimitsNow(latest, content), chosen: options.rows, isMine, signed: signedKeys(signed.rows) }
}

/**
 * Changes the answers of a submission, on the version that was filled. The price may not change by it, because it may be paid already; who wants
 * something else withdraws and sends again.
 */
export async function changeSubmission(
  db: Database,
  clock: Clock,
  viewer: SubmissionViewer,
  path: Path,
  { answers: sent, revision, secret }: ChangeSubmission,
): Promise<number> {
  const { now } = clock
  const { submissionId, formId } = path
  const own = await findOwn(db, viewer, path)
  const { settings, state, content, isMember } = own
  // Who was filled in by an organizer first adds what is missing.
  if (own.missing !== null || !mayChange(state, settings, now)) throw new AppError('SubmissionFixed')
  // Ages and prices stay those of the day on which it was sent.
  const today = instantToLocal(own.sentAt, settings.timeZone).date
  const prepared = prepareSubmission(content, sent, { today, isMember, coupon: own.coupon, feeBasisPoints: 0, signed: own.signed })
  const { answers, label, ending, options } = prepared
  const price = keepTotal(own.price, prepared.price)
  const wanted = limitsOf(options, own.limits)
  // Whoever is in line keeps their place in it by what they have chosen.
  if (state === 'waiting' && findMoved(wanted, limitsOf(own.chosen, own.limits))) throw new AppError('LineChoiceFixed')
  const isDecided = isApproved(state, settings)
  const moved = isDecided ? findMoved(placesOf(options, own.limits), placesOf(own.chosen, own.limits)) : undefined
  if (moved) throw new AppError('ApprovedChoiceFixed', { field: `answers.${moved.field}` })
  const isSame = sql`${s.id} = ${submissionId} AND ${s.formId} = ${formId} AND ${own.isMine} AND ${s.revision} = ${revision} AND ${s.state} = ${state}`
  const eventId = clock.newId()
  // Another change may come in the same moment, so the rest of the batch looks for the event of this one.
  const isDone = sql`EXISTS (SELECT 1 FROM ${submissionEvents} WHERE ${submissionEvents.id} = ${eventId})`
  const naming = { teamId: own.teamId, viewerId: viewer.actor.id, named: listNewNames(content, own.answers, answers) }
  const files = listAnsweredFiles(content, answers)
  requireEachFileOnce(files)
  const secretHash = secret === undefined ? null : await hashFileSecret(formId, secret)
  const claim = { submissionId, formId, files, isOwn: isOwnFile(viewer.actor.id, secretHash) }
  const guests = await listSeasonGuests(db, content, answers, { ...own, before: own })
  // Children whom an organizer has written into it were not placed yet.
  const guestsBefore = own.isOfSender ? (own.guests ?? []) : []
  const room = { teamId: own.teamId, userId: own.userId, guests, before: guestsBefore }
  // What was chosen before stays, also if it is over now.
  const isMore = ({ field, option, quantity }: OptionCount) =>
    !own.chosen.some((had) => had.field === field && had.option === option && had.quantity >= quantity)
  const seasons = listWantedSeasons({
    ...{ submissionId, teamId: own.teamId, now, content, answers, options: options.filter(isMore), guests },
    userId: own.guestId === null ? own.userId : null,
  })
  const isDropped = sql`${formFiles.submissionId} = ${submissionId} AND NOT ${inList(
    formFiles.id,
    files.map(({ id }) => id),
  )} AND ${isDone}`
  const { changed } = await runBatch(db, {
    names: requireNames(naming),
    changed: db
      .update(s)
      .set({
        answers,
        guests: storedGuests(guests),
        price,
        label,
        ...labelKeys(label),
        ending,
        revision: revision + 1,
        changedAt: now,
      })
      .where(and(isSame, state === 'waiting' ? sql`1` : sql`NOT ${isAnyFull(formId, wanted, { own: submissionId })}`)),
    recorded: recordEvent({ now, newId: () => eventId }, submissionId, 'changed', viewer.actor.id, {
      changes: listChanges(content, own.answers, answers),
    }),
    filled: queueFilling(formId, `${submissionId}:${now}`, now),
    told: isDecided
      ? notifyOf(
          { kind: 'form-changed', submissionId, at: now },
          { id: `form-changed:${submissionId}:${Math.floor(now / day)}`, now },
          isDone,
        )
      : [],
    children: requireRoomForChildren(room, settings.addsMembers),
    renamed: renameChildren(guests, own.userId, isDone),
    dropped: db.delete(submissionOptions).where(and(eq(submissionOptions.submissionId, submissionId), isDone)),
    options: insertOptions(submissionId, options, isDone),
    left: leaveUnchosen(submissionId, now, isDone),
    seasons: requireOpenSeasons(seasons),
    // Whoever has left the community since does not come back by it, but a child may be new in these answers.
    placed: placeAccepted(clock, {
      ...{ submissionId, teamId: own.teamId, userId: own.userId, addsMembers: false, when: isDone },
      before: { chosen: own.chosen, guests: guestsBefore },
    }),
    signings: insertSignings(submissionId, listSignings(content, answers, now), { now, when: isDone }),
    files: claimFiles({ ...claim, when: isDone }),
    droppedFiles: deleteFiles(isDropped, `erase-dropped-files:${eventId}`, now),
  }).catch(async (error: unknown) => {
    if (!(error instanceof AssertionFailed)) throw error
    if (error.assertion === namesKnown) throw await explainNames(db, naming)
    if (isChildrenFit(error.assertion)) throw await explainChildren(db, room)
    if (isAboutSeasons(error.assertion)) throw await explainSeasons(db, error.assertion, seasons)
    throw error.assertion === filesClaimed ? await explainFiles(db, claim) : error
  })
  if (changed.changes > 0) return revision + 1
  if (own.revision !== revision) throw new AppError('SubmissionChanged')
  throw wanted.length > 0 ? new AppError('FormOptionFull', { field: `answers.${wanted[0]?.field}` }) : new AppError('SubmissionChanged')
}

type Choice = Pick<OptionCount, 'field' | 'option' | 'quantity'>

/** A choice that only one side has, or of which it has another number. */
function findMoved(one: readonly Choice[], other: readonly Choice[]): Choice | undefined {
  const without = (of: readonly Choice[]) => (choice: Choice) =>
    !of.some((has) => has.field === choice.field && has.option === choice.option && has.quantity === choice.quantity)
  return one.find(without(other)) ?? other.find(without(one))
}

/** The choices that give a place: of which there are only some, or that stand for a season or a side. */
const placesOf = (options: readonly OptionCount[], limits: readonly OptionLimit[]): OptionCount[] =>
  options.filter((option) => option.refId !== null || limitsOf([option], limits).length > 0)

/** The sender takes back what they have sent. Its places are free for others. Doing it again changes nothing. */
export async function withdrawSubmission(db: Database, clock: Clock, viewer: SubmissionViewer, path: Path): Promise<void> {
  const { now } = clock
  const own = await findOwn(db, viewer, path)
  if (own.state === 'withdrawn') return
  if (!mayWithdraw(own.state, own.settings, now)) throw new AppError('SubmissionFixed')
  const isWithdrawn = sql`EXISTS (SELECT 1 FROM ${s} WHERE ${s.id} = ${path.submissionId} AND ${s.state} = 'withdrawn')`
  const { withdrawn } = await runBatch(db, {
    withdrawn: db
      .update(s)
      .set({ state: 'withdrawn', payUntil: null, changedAt: now, revision: sql`${s.revision} + 1` })
      .where(and(eq(s.id, path.submissionId), eq(s.state, own.state), own.isMine)),
    recorded: recordEvent(clock, path.submissionId, 'withdrawn', viewer.actor.id),
    filled: queueFilling(path.formId, `${path.submissionId}:${now}`, now),
    told: notifyOf(
      { kind: 'form-withdrawn', submissionId: path.submissionId },
      { id: `form-withdrawn:${path.submissionId}`, now },
      sql`changes() > 0`,
    ),
    pageClosed: closePageOfSubmission(path.submissionId, now, isWithdrawn),
    left: leaveUnchosen(path.submissionId, now, isWithdrawn),
  })
  if (withdrawn.changes === 0) throw new AppError('SubmissionChanged')
}
