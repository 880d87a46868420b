import { and, eq, sql } from 'drizzle-orm'
import { stateOfForm } from '../../domain/forms/access.ts'
import { countOptions, listLimits, listLimitsNow, type OptionLimit } from '../../domain/forms/list-options.ts'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { notifyOf } from '../notifications/commands.ts'
import { type MessageInsert, readAll, runBatch } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { JobContext } from '../platform/job-context.ts'
import { asBoolean, asNumber, computed, select, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { isKeptOut } from '../team-joining/conditions.ts'
import { selectOwner } from '../teams/hand-over.ts'
import { isInTeam } from '../teams/members.ts'
import { hasFullSide } from './check-seasons.ts'
import { placedOf } from './is-open.ts'
import { isAnyFull, limitsOf } from './option-limits.ts'
import { placeAccepted } from './place-accepted.ts'
import { recordEvent } from './record-event.ts'
import { formOptionCounts, forms, formVersions, submissions as s, submissionOptions } from './schema.ts'
import { tellSender } from './tell-sender.ts'

/** So many people in line are looked at by one job. Those who wait for something that is full do not count. */
const maxLooked = 500
/** So many get a place by one job. Each needs a batch, and a job has only so many statements. The next job goes on. */
const maxMoved = 40
const payAfterOffer = day

/** The sender of submission `s` is not a member, and may not become one without an organizer: see `findForm`. */
const isSenderKeptOut = (now: number) => sql`(${s.userId} IS NOT NULL AND NOT ${isInTeam(forms.teamId, s.userId)}
  AND (${isKeptOut(forms.teamId, s.userId, now)} OR NOT (${hasNoBlock(s.userId, selectOwner(forms.teamId))})))`

/** For each batch after which a place of a form may be free. */
export const queueFilling = (formId: string, key: string, now: number, when = sql`changes() > 0`): MessageInsert =>
  putInOutbox('work', [{ id: `fill-form-places:${formId}:${key}`, body: { kind: 'fill-form-places', formId } }], { now, when })

/**
 * Gives free places to those who wait for them, whoever has waited longest first. Whoever has to pay keeps the place for a day. Running it
 * again changes nothing.
 */
export async function fillPlaces({ formId }: WorkOf<'fill-form-places'>, { db, now }: JobContext): Promise<void> {
  const { found, counted, placed, versions } = await runBatch(db, {
    found: db
      .select({ teamId: forms.teamId, settings: forms.settings, isClosed: forms.isClosed, content: formVersions.content })
      .from(forms)
      .innerJoin(formVersions, and(eq(formVersions.formId, forms.id), eq(formVersions.number, sql`${forms.publishedNumber}`)))
      .where(eq(forms.id, formId)),
    counted: db.select().from(formOptionCounts).where(eq(formOptionCounts.formId, formId)),
    placed: select({ count: asNumber }, sql`SELECT ${placedOf(formId)} AS count`),
    versions: db
      .select({ number: formVersions.number, content: formVersions.content })
      .from(formVersions)
      .where(
        sql`${formVersions.formId} = ${formId} AND ${formVersions.number} IN (SELECT ${s.version} FROM ${s} WHERE ${s.formId} = ${formId} AND ${s.state} = 'waiting')`,
      ),
  })
  const [form] = found.rows
  if (!form) return
  // After the deadline nobody expects to be in, or to be asked for money. Organizers can still accept whoever they want.
  if (stateOfForm({ ...form.settings, isClosed: form.isClosed }, now) === 'closed') return
  const { teamId, settings, content: latest } = form
  const context = { now, newId: () => crypto.randomUUID() }
  const taken = new Map(counted.rows.map(({ fieldId, optionId, taken }) => [`${fieldId} ${optionId}`, taken]))
  const { addsMembers, maxSubmissions } = settings
  const hasRoom = maxSubmissions === null ? sql`1` : sql`${placedOf(formId)} < ${maxSubmissions}`
  let room = maxSubmissions === null ? maxLooked : maxSubmissions - (placed.rows[0]?.count ?? 0)
  const current = { content: latest, limits: listLimits(latest) }
  let moves = 0
  const filled = new Map(versions.rows.map(({ number, content }) => [number, { content, limits: listLimitsNow(latest, content) }]))
  const limitsOfAll = [current, ...filled.values()].flatMap(({ limits }) => limits)
  for (const { id, version, userId, answers, total, isKeptOut: mustAsk } of await listWaiting(db, formId, limitsOfAll, settings, now)) {
    if (room <= 0) return
    const { content, limits } = filled.get(version) ?? current
    const wanted = limitsOf(countOptions(content, answers), limits)
    if (wanted.some(({ field, option, quantity, limit }) => (taken.get(`${field} ${option}`) ?? 0) + quantity > limit)) continue
    const state = settings.needsApproval || (addsMembers && mustAsk) ? 'asked' : total > 0 ? 'paying' : 'accepted'
    const isNow = sql`EXISTS (SELECT 1 FROM ${s} WHERE ${s.id} = ${id} AND ${s.state} = ${state} AND ${s.changedAt} = ${now})`
    // An organizer looks at who asks, and cannot accept them while their side is full.
    const hasSide = state === 'asked' ? sql`1` : sql`NOT ${hasFullSide(id, { countsHeld: true })}`
    // The place is checked again, because somebody else may have taken it meanwhile. Nobody waits for this one any longer than its own line.
    const { moved } = await runBatch(db, {
      moved: updateSet(
        s,
        { state, payUntil: state === 'paying' ? now + payAfterOffer : null, changedAt: now, revision: sql`${s.revision} + 1` },
        sql`WHERE ${s.id} = ${id} AND ${s.state} = 'waiting' AND NOT ${isAnyFull(formId, wanted, { isFirstInLine: true })} AND ${hasRoom} AND ${hasSide}`,
      ),
      recorded: recordEvent(context, id, 'offered', null),
      placed: placeAccepted(context, { submissionId: id, teamId, userId, addsMembers, when: isNow }),
      told:
        state === 'asked'
          ? [notifyOf({ kind: 'form-sent', submissionId: id }, { id: `form-asked:${id}:${now}`, now }, isNow)]
          : await tellSender(context, id, { news: state === 'paying' ? 'payable' : 'accepted', reason: '' }, isNow),
    })
    // Their place or their side was taken meanwhile, so what is free is for the next in line.
    if (moved.changes === 0) continue
    for (const { field, option, quantity } of wanted) taken.set(`${field} ${option}`, (taken.get(`${field} ${option}`) ?? 0) + quantity)
    room -= 1
    moves += 1
    if (moves === maxMoved) return void (await runBatch(db, { next: queueFilling(formId, `after:${id}:${now}`, now, sql`true`) }))
  }
}

type Deciding = { needsApproval: boolean; addsMembers: boolean }

/** Those in line for whom each option and each side has a place, whoever has waited longest first. Who asks an organizer may have chosen a full side. */
function listWaiting(db: Database, formId: string, limits: readonly OptionLimit[], { needsApproval, addsMembers }: Deciding, now: number) {
  const asks = needsApproval ? sql`1` : addsMembers ? isSenderKeptOut(now) : sql`0`
  return readAll(
    db,
    selectFields(
      {
        ...{ id: s.id, version: s.version, userId: s.userId, answers: s.answers, total: s.total },
        isKeptOut: computed(isSenderKeptOut(now), asBoolean),
      },
      sql`FROM ${s} JOIN ${forms} ON ${forms.id} = ${s.formId} WHERE ${s.formId} = ${formId} AND ${s.state} = 'waiting'
        AND NOT EXISTS (SELECT 1 FROM ${submissionOptions} JOIN json_each(${JSON.stringify(limits)}) l
            ON l.value->>'field' = ${submissionOptions.fieldId} AND l.value->>'option' = ${submissionOptions.optionId}
          LEFT JOIN ${formOptionCounts} ON ${formOptionCounts.formId} = ${formId}
            AND ${formOptionCounts.fieldId} = ${submissionOptions.fieldId} AND ${formOptionCounts.optionId} = ${submissionOptions.optionId}
          WHERE ${submissionOptions.submissionId} = ${s.id}
            AND coalesce(${formOptionCounts.taken}, 0) + ${submissionOptions.quantity} > l.value->>'limit')
          AND (${asks} OR NOT ${hasFullSide(s.id, { countsHeld: true })})
        ORDER BY ${s.sentAt}, ${s.id} LIMIT ${maxLooked}`,
    ),
  )
}
