import { and, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { submissionNotFound } from '../../domain/forms/access.ts'
import { maxNoteLength, maxTags } from '../../domain/forms/limits.ts'
import { aboutWords } from '../../domain/forms/list-changes.ts'
import { formNotFound, judgeForm } from '../../domain/forms/rules.ts'
import {
  type ChangeSubmissions,
  type DecidedSubmissions,
  type NoteSubmission,
  refusalReasons,
} from '../../domain/forms/submission-changes-contract.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { readAll, runBatch, type Statement } from '../platform/batch.ts'
import { inList, insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, asOneOf, computed, orNull, selectFields } from '../platform/row-query.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { hasFullSide } from './check-seasons.ts'
import { queueFilling } from './fill-places.ts'
import { placedOf } from './is-open.ts'
import { isAnyFull, type WantedOption } from './option-limits.ts'
import { leaveUnchosen, placeAccepted } from './place-accepted.ts'
import { requireTeamOf } from './queries.ts'
import { closePageOfSubmission, p } from './queue-form-settling.ts'
import { recordEvent } from './record-event.ts'
import { giveBackPayments, selectChosenPayments } from './refund-chosen.ts'
import { isAboutGuests, isOnRoster, putOnRoster, requireRoster, whyNotOnRoster } from './roster-submissions.ts'
import { forms, submissions as s, submissionEvents, submissionTags } from './schema.ts'
import { messageSender, remindSender } from './tell-chosen.ts'
import { tellSender } from './tell-sender.ts'
import { listWantedOptions } from './wanted-options.ts'

/** So long the place of somebody who was accepted is held until they have paid. */
const payAfterDecision = day

type Row = { id: string; userId: string | null; state: string; revision: number; total: number; isAboutGuests: boolean }

/** The submissions of a form, as far as the person runs it. */
async function findChosen(db: Database, organizer: Actor, formId: string, ids: readonly string[]) {
  const teamId = await requireTeamOf(db, formId)
  const { facts, found, form } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    form: db.select({ settings: forms.settings }).from(forms).where(eq(forms.id, formId)),
    found: selectFields(
      {
        ...{ id: s.id, userId: s.userId, state: s.state, revision: s.revision, total: s.total },
        isAboutGuests: computed(isAboutGuests, asBoolean),
      },
      // Whoever has sent it first comes first, if there is not room for all.
      sql`FROM ${s} WHERE ${inList(s.id, ids)} AND ${s.formId} = ${formId} ORDER BY ${s.sentAt}, ${s.id}`,
    ),
  })
  const roles = facts.rows.length > 0 ? readFacts(organizer, facts).actorRoles : []
  const refusal = judgeForm(roles)
  if (refusal) throw refusal
  const [{ settings } = {}] = form.rows
  if (!settings) throw formNotFound()
  return { formId, teamId, settings, roles, rows: found.rows, isAllowed: canAct(organizer, teamId, 'forms.manage') }
}
type Chosen = Awaited<ReturnType<typeof findChosen>>

/**
 * Who was accepted and has to pay keeps the place for a day. Everyone else is in at once. Nobody is accepted for a side that is full. Whoever asks
 * has their other places already. Who is in line comes out of it if there is a place for them, also before those who have waited longer.
 */
async function accept(
  context: CommandContext,
  organizer: Actor,
  { formId, teamId, settings, isAllowed }: Chosen,
  { id, userId, revision, total }: Row,
  wanted: readonly WantedOption[],
): Promise<Statement[]> {
  const { now } = context
  const hasRoom = settings.maxSubmissions === null ? sql`1` : sql`${placedOf(formId)} < ${settings.maxSubmissions}`
  // A change of the answers may choose other options than those that were read.
  const leavesLine = sql`(${s.state} = 'waiting' AND ${s.revision} = ${revision} AND NOT ${isAnyFull(formId, wanted, { isFirstInLine: true })} AND ${hasRoom})`
  const state = total > 0 ? 'paying' : 'accepted'
  const isNow = sql`(${isAllowed} AND EXISTS (SELECT 1 FROM ${s} WHERE ${s.id} = ${id} AND ${s.state} = ${state} AND ${s.changedAt} = ${now}))`
  return [
    updateSet(
      s,
      { state, payUntil: total > 0 ? now + payAfterDecision : null, changedAt: now, revision: sql`${s.revision} + 1` },
      sql`WHERE ${s.id} = ${id} AND (${s.state} = 'asked' OR ${leavesLine}) AND ${s.missing} IS NULL AND ${isAllowed}
        AND NOT ${hasFullSide(id, { countsHeld: true })}`,
    ),
    recordEvent(context, id, 'accepted', organizer.id),
    ...placeAccepted(context, {
      // Whoever was accepted before, and has left since, does not come back.
      ...{ submissionId: id, teamId, userId, addsMembers: settings.addsMembers, when: isNow },
      ...(organizer.id !== null && { acceptedBy: organizer.id }),
    }),
    ...(await tellSender(context, id, { news: total > 0 ? 'payable' : 'accepted', reason: '' }, isNow)),
  ]
}

/** Its places are free for others. What was paid goes back only if that is wanted: see `giveBackDeclined`. */
async function decline(
  context: CommandContext,
  organizer: Actor,
  { formId, isAllowed }: Chosen,
  { id }: Row,
  reason: string,
): Promise<Statement[]> {
  const { now } = context
  const isNow = sql`EXISTS (SELECT 1 FROM ${s} WHERE ${s.id} = ${id} AND ${s.state} = 'declined' AND ${s.changedAt} = ${now})`
  return [
    updateSet(
      s,
      { state: 'declined', payUntil: null, changedAt: now, revision: sql`${s.revision} + 1` },
      sql`WHERE ${s.id} = ${id} AND ${s.state} IN ('asked', 'waiting', 'paying', 'accepted') AND ${isAllowed}`,
    ),
    recordEvent(context, id, 'declined', organizer.id, { changes: reason === '' ? [] : [aboutWords(reason)] }),
    queueFilling(formId, `${id}:${now}`, now),
    closePageOfSubmission(id, now, isNow),
    ...leaveUnchosen(id, now, isNow),
    ...(await tellSender(context, id, { news: 'declined', reason }, isNow)),
  ]
}

/**
 * With the decision, what was paid by card for those that are declined now goes back, in the same batch. The payments are read before it, because each
 * refund has its id from its payment: what is paid on a page that was not open yet then stays, and is in the list of those who have paid without a place.
 */
async function giveBackDeclined(
  db: Database,
  context: CommandContext,
  organizer: Actor,
  { formId, teamId, roles, rows }: Chosen,
  idempotencyKey: string | undefined,
): Promise<Statement[]> {
  if (idempotencyKey === undefined || organizer.id === null) return []
  const refusal = judgeRight(roles, 'billing.manage')
  if (refusal) throw refusal
  const ids = rows.map(({ id }) => id)
  const isDeclinedNow = sql`EXISTS (SELECT 1 FROM ${s} WHERE ${s.id} = ${p.submissionId} AND ${s.state} = 'declined' AND ${s.changedAt} = ${context.now})`
  const { statements } = await giveBackPayments(context, {
    ...{ userId: organizer.id, formId, idempotencyKey },
    payments: await readAll(db, selectChosenPayments(db, formId, ids)),
    when: sql`${canAct(organizer, teamId, 'billing.manage')} AND ${isDeclinedNow}`,
  })
  return statements
}

const tagOf = (formId: string, id: string, tag: string, isAllowed: SQL) =>
  insertSelect(
    submissionTags,
    { submissionId: s.id, tag, formId: s.formId, sentAt: s.sentAt },
    sql`FROM ${s} WHERE ${s.id} = ${id} AND ${s.formId} = ${formId} AND ${isAllowed}
      AND (SELECT count(*) FROM ${submissionTags} WHERE ${submissionTags.submissionId} = ${id}) < ${maxTags} ON CONFLICT DO NOTHING`,
  )

type Noting = { id: string; isAllowed: SQL; eventId: string; text: string }

/** Adds a line to the note, once, if there is room for it. */
function noteOf({ now }: CommandContext, organizer: Actor, { id, isAllowed, eventId, text }: Noting): Statement[] {
  const note = sql`iif(${s.note} = '', ${text}, ${s.note} || char(10) || ${text})`
  const isNoted = sql`EXISTS (SELECT 1 FROM ${submissionEvents} WHERE ${submissionEvents.id} = ${eventId})`
  return [
    updateSet(s, { note }, sql`WHERE ${s.id} = ${id} AND ${isAllowed} AND length(${note}) <= ${maxNoteLength} AND NOT ${isNoted}`),
    recordEvent({ now, newId: () => eventId }, id, 'noted', organizer.id),
  ]
}

/** The row of the history about a reminder, a message or a note. A repeated request finds the messages of the first one. */
const eventIdOf = async ({ newId }: CommandContext, organizer: Actor, id: string, change: ChangeSubmissions['change']): Promise<string> =>
  'idempotencyKey' in change ? deriveId(`form-${change.do}`, organizer.id, id, change.idempotencyKey) : newId()

/** Why submission `s` was not accepted, if its state does not say it. */
const whyNotAccepted = sql`CASE WHEN ${s.state} NOT IN ('asked', 'waiting') OR ${s.missing} IS NOT NULL THEN NULL
  WHEN ${hasFullSide(s.id, { countsHeld: true })} THEN 'sideFull' WHEN ${s.state} = 'waiting' THEN 'noPlace' END`

/** Decides about several submissions of a form, or marks them. The answer names those that are now as it was asked, and why others are not. */
export async function changeSubmissions(
  db: Database,
  context: CommandContext,
  organizer: Actor,
  formId: string,
  { ids, change }: ChangeSubmissions,
): Promise<DecidedSubmissions> {
  const chosen = await findChosen(db, organizer, formId, ids)
  const { rows, isAllowed } = chosen
  if (change.do === 'roster') await requireRoster(db, organizer, chosen.teamId, change)
  const eventIds = new Map<string, string>()
  for (const { id } of rows) eventIds.set(id, await eventIdOf(context, organizer, id, change))
  const inLine = change.do === 'accept' ? rows.filter(({ state }) => state === 'waiting').map(({ id }) => id) : []
  const wanted = await listWantedOptions(db, formId, inLine)
  const statementsOf = async (row: Row): Promise<Statement[]> => {
    switch (change.do) {
      case 'accept':
        return accept(context, organizer, chosen, row, wanted.get(row.id) ?? [])
      case 'decline':
        return decline(context, organizer, chosen, row, change.reason)
      case 'roster':
        return putOnRoster(context, organizer, chosen, row, change)
      case 'remind':
        return remindSender(context, organizer, { id: row.id, isAllowed, eventId: eventIds.get(row.id) ?? '' })
      case 'message':
        return messageSender(context, organizer, { id: row.id, isAllowed, eventId: eventIds.get(row.id) ?? '', text: change.text })
      case 'addTag':
        return [
          tagOf(formId, row.id, change.tag, isAllowed),
          recordEvent(context, row.id, 'tagged', organizer.id, { changes: [aboutWords(change.tag)] }),
        ]
      case 'removeTag':
        return [
          sql`DELETE FROM ${submissionTags} WHERE ${submissionTags.submissionId} = ${row.id} AND ${submissionTags.tag} = ${change.tag} AND ${isAllowed}`,
          recordEvent(context, row.id, 'untagged', organizer.id, { changes: [aboutWords(change.tag)] }),
        ]
      case 'addNote':
        return noteOf(context, organizer, { id: row.id, isAllowed, eventId: eventIds.get(row.id) ?? '', text: change.text })
    }
  }
  const hasEvent = sql`${s.id} IN (SELECT ${submissionEvents.submissionId} FROM ${submissionEvents} WHERE ${inList(submissionEvents.id, [...eventIds.values()])})`
  const isDone = {
    accept: sql`${s.state} IN ('accepted', 'paying')`,
    decline: sql`${s.state} = 'declined'`,
    roster: change.do === 'roster' ? isOnRoster(change) : sql`0`,
    remind: hasEvent,
    message: hasEvent,
    addTag: sql`EXISTS (SELECT 1 FROM ${submissionTags} WHERE ${submissionTags.submissionId} = ${s.id} AND ${submissionTags.tag} = ${'tag' in change ? change.tag : ''})`,
    removeTag: sql`1`,
    addNote: hasEvent,
  }[change.do]
  const why = change.do === 'accept' ? whyNotAccepted : change.do === 'roster' ? whyNotOnRoster(chosen.teamId, change) : null
  const { after, refused } = await runBatch(db, {
    changed: (await Promise.all(rows.map(statementsOf))).flat(),
    given: change.do === 'decline' ? await giveBackDeclined(db, context, organizer, chosen, change.refundKey) : [],
    after: db
      .select({ id: s.id })
      .from(s)
      .where(and(inList(s.id, ids), eq(s.formId, formId), isDone)),
    refused:
      why === null
        ? []
        : [
            selectFields(
              { id: s.id, reason: computed(why, orNull(asOneOf(refusalReasons))) },
              sql`FROM ${s} WHERE ${inList(s.id, ids)} AND ${s.formId} = ${formId} AND NOT ${isDone}`,
            ),
          ],
  })
  return {
    ids: after.rows.map(({ id }) => id),
    refused: refused.flatMap((found) => found.rows).flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }])),
  }
}

/** Stores what an organizer has written down about a submission, unless somebody else has changed it meanwhile. */
export async function noteSubmission(
  db: Database,
  context: CommandContext,
  organizer: Actor,
  { formId, submissionId }: { formId: string; submissionId: string },
  { note, before }: NoteSubmission,
): Promise<void> {
  const { rows, isAllowed } = await findChosen(db, organizer, formId, [submissionId])
  if (rows.length === 0) throw submissionNotFound()
  const isTheirs = and(eq(s.id, submissionId), isAllowed)
  const { after } = await runBatch(db, {
    noted: db
      .update(s)
      .set({ note })
      .where(and(isTheirs, eq(s.note, before))),
    recorded: recordEvent(context, submissionId, 'noted', organizer.id),
    after: db.select({ note: s.note }).from(s).where(isTheirs),
  })
  const [stored] = after.rows
  if (!stored) throw new AppError('NotAllowed')
  // The same request again finds its own note.
  if (stored.note !== note) throw new AppError('Conflict')
}
