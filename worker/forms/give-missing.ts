import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { submissionNotFound } from '../../domain/forms/access.ts'
import { addMissing } from '../../domain/forms/add-missing.ts'
import { listAnsweredFiles } from '../../domain/forms/files.ts'
import { labelKeys } from '../../domain/forms/label-keys.ts'
import { listChanges } from '../../domain/forms/list-changes.ts'
import { listLimitsNow } from '../../domain/forms/list-options.ts'
import { listNewNames } from '../../domain/forms/named-answers.ts'
import { keepTotal, prepareSubmission } from '../../domain/forms/prepare-submission.ts'
import type { SubmissionState } from '../../domain/forms/submission-contract.ts'
import type { AddMissing } from '../../domain/forms/team-add-contract.ts'
import { signedKeys } from '../../domain/forms/used-signings.ts'
import { listSignings } from '../../domain/forms/waivers.ts'
import { day } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { notifyOf } from '../notifications/commands.ts'
import { AssertionFailed, mustHold, readAll, readFirst, runBatch } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asJson, computed, selectFields } from '../platform/row-query.ts'
import { explainNames, namesKnown, requireNames } from './check-names.ts'
import { explainSeasons, isAboutSeasons, listWantedSeasons, requireOpenSeasons } from './check-seasons.ts'
import { claimFiles, explainFiles, filesClaimed, hashFileSecret, isOwnFile, requireEachFileOnce } from './claim-files.ts'
import { usedCoupon } from './find-coupon.ts'
import { isAnyFull, limitsOf } from './option-limits.ts'
import { placeAccepted } from './place-accepted.ts'
import { forms, formVersions, submissions as s, submissionEvents, submissionOptions } from './schema.ts'
import { explainChildren, isChildrenFit, listSeasonGuests, requireRoomForChildren, storedGuests } from './season-guests.ts'
import { insertOptions } from './send.ts'
import { isSender, type SubmissionViewer } from './submissions.ts'
import { insertSignings, listSignedBefore, selectSignedBefore } from './waivers.ts'

const payAfterAdding = day

/**
 * The person adds what only they can say to what an organizer has filled for them. Then it is accepted, or paid first: the organizer has decided
 * already by filling it.
 */
export async function giveMissing(
  db: Database,
  context: CommandContext,
  viewer: SubmissionViewer,
  { formId, submissionId }: { formId: string; submissionId: string },
  { answers: given, revision, secret }: AddMissing,
): Promise<void> {
  const { now, newId } = context
  const isMine = await isSender(viewer)
  const row = await readFirst(
    db,
    selectFields(
      {
        ...{
          state: s.state,
          revision: s.revision,
          answers: s.answers,
          missing: s.missing,
          guestId: s.guestId,
          price: s.price,
          total: s.total,
          sentAt: s.sentAt,
        },
        ...{
          userId: s.userId,
          isMember: s.wasMember,
          coupon: usedCoupon,
          settings: forms.settings,
          teamId: forms.teamId,
          content: formVersions.content,
          version: s.version,
        },
        latest: computed(
          sql`(SELECT ${formVersions.content} FROM ${formVersions} WHERE ${formVersions.formId} = ${forms.id} AND ${formVersions.number} = ${forms.publishedNumber})`,
          asJson<typeof formVersions.$inferSelect.content>(),
        ),
      },
      sql`FROM ${s} JOIN ${forms} ON ${forms.id} = ${s.formId}
        JOIN ${formVersions} ON ${formVersions.formId} = ${s.formId} AND ${formVersions.number} = ${s.version}
        WHERE ${s.id} = ${submissionId} AND ${s.formId} = ${formId} AND ${isMine}`,
    ),
  )
  if (!row) throw submissionNotFound()
  const { settings, content, isMember, total, teamId, userId } = row
  if (row.state !== 'asked' || row.missing === null) throw new AppError('SubmissionFixed')
  const today = instantToLocal(row.sentAt, settings.timeZone).date
  const signed = signedKeys(listSignedBefore(await readAll(db, selectSignedBefore(submissionId)), row.version))
  const facts = { today, isMember, coupon: row.coupon, feeBasisPoints: 0, signed }
  const prepared = prepareSubmission(content, addMissing(content, row.answers, given), facts)
  const { answers, label, ending, options } = prepared
  const price = keepTotal(row.price, prepared.price)
  const files = listAnsweredFiles(content, answers)
  requireEachFileOnce(files)
  const secretHash = secret === undefined ? null : await hashFileSecret(formId, secret)
  const claim = { submissionId, formId, files, isOwn: isOwnFile(viewer.actor.id, secretHash) }
  const state: SubmissionState = total > 0 ? 'paying' : 'accepted'
  const wanted = limitsOf(options, listLimitsNow(row.latest, content))
  const naming = { teamId, viewerId: viewer.actor.id, named: listNewNames(content, row.answers, answers) }
  const guests = await listSeasonGuests(db, content, answers, row)
  const room = { teamId, userId, guests }
  const whose = row.guestId === null ? userId : null
  const seasons = listWantedSeasons({ submissionId, teamId, now, content, answers, options, guests, userId: whose })
  try {
    await runBatch(db, {
      names: requireNames(naming),
      changed: updateSet(
        s,
        {
          guests: storedGuests(guests),
          ...{ answers, price, label, ...labelKeys(label), ending, missing: null, state, changedAt: now },
          ...{ payUntil: state === 'paying' ? now + payAfterAdding : null, revision: revision + 1 },
        },
        sql`WHERE ${s.id} = ${submissionId} AND ${isMine} AND ${s.revision} = ${revision} AND ${s.state} = 'asked' AND ${s.missing} IS NOT NULL
          AND NOT ${isAnyFull(formId, wanted, { own: submissionId })}`,
      ),
      isNow: mustHold('completed-now', sql`changes() > 0`),
      recorded: db.insert(submissionEvents).values({
        ...{ id: newId(), submissionId, kind: 'completed', userId: viewer.actor.id, createdAt: now },
        changes: listChanges(content, row.answers, answers),
      }),
      children: requireRoomForChildren(room, settings.addsMembers),
      dropped: db.delete(submissionOptions).where(sql`${submissionOptions.submissionId} = ${submissionId}`),
      options: insertOptions(submissionId, options),
      seasons: requireOpenSeasons(seasons),
      files: claimFiles(claim),
      signings: insertSignings(submissionId, listSignings(content, answers, now), { now }),
      placed: placeAccepted(context, { submissionId, teamId, userId, addsMembers: settings.addsMembers }),
      // Who has paid is told of then.
      told: state === 'accepted' ? [notifyOf({ kind: 'form-sent', submissionId }, { id: `form-sent-notice:${submissionId}`, now })] : [],
    })
  } catch (error) {
    if (!(error instanceof AssertionFailed)) throw error
    if (error.assertion === filesClaimed) throw await explainFiles(db, claim)
    if (error.assertion === namesKnown) throw await explainNames(db, naming)
    if (isChildrenFit(error.assertion)) throw await explainChildren(db, room)
    if (isAboutSeasons(error.assertion)) throw await explainSeasons(db, error.assertion, seasons)
    throw row.revision === revision && wanted.length > 0
      ? new AppError('FormOptionFull', { field: `answers.${wanted[0]?.field}` })
      : new AppError('SubmissionChanged')
  }
}
