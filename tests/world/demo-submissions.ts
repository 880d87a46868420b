import { eq, sql } from 'drizzle-orm'
import { firstSettings } from '../../domain/forms/settings.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day, minute } from '../../domain/time/spans.ts'
import { people } from '../../worker/accounts/shared.ts'
import { withdrawSubmission } from '../../worker/forms/change-submission.ts'
import { createFormCoupon } from '../../worker/forms/coupons.ts'
import { noteSubmission } from '../../worker/forms/decide-submissions.ts'
import { submissions } from '../../worker/forms/schema.ts'
import { saveSettings } from '../../worker/forms/settings.ts'
import { readAll, readFirst, runBatch, write } from '../../worker/platform/batch.ts'
import { inList } from '../../worker/platform/columns.ts'
import type { Database } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { crowdIds } from './crowd.ts'
import { writeMembersForm, writeRegistration } from './registration-form.ts'
import {
  addForm,
  clockOf,
  decide,
  formId,
  host,
  juniorSeason,
  noteCash,
  type Sender,
  sendRegistration,
  timeZone,
} from './send-registration.ts'
import { smashers } from './teams.ts'

export const ownId = 'demo-submission'

/** They have no account. */
const guests = ['Cleo Marsh', 'Dev Patel', 'Ella Brooks', 'Finn Weber', 'Gia Romano', 'Hugo Lind', 'Ines Costa', 'Jay Kim', 'Ana Ruiz']

/** Members, other people with an account, and some without. */
async function listSenders(db: Database): Promise<Sender[]> {
  const ids = [...smashers.slice(0, 20), ...crowdIds.slice(0, 30)]
  const found = await readAll(db, db.select({ id: people.id, name: people.displayName }).from(people).where(inList(people.id, ids)))
  const nameOf = (id: string) => found.find((person) => person.id === id)?.name ?? id
  return [...ids.map((person) => ({ person, name: nameOf(person) })), ...guests.map((name) => ({ person: null, name }))]
}

/** The submission of `demo-player` has a fixed id, so that pages about it can be opened. */
async function giveOwnId(db: Database, id: string): Promise<void> {
  await runBatch(db, {
    later: sql`PRAGMA defer_foreign_keys = on`,
    renamed: sql`UPDATE submissions SET id = ${ownId} WHERE id = ${id}`,
    options: sql`UPDATE submission_options SET submission_id = ${ownId} WHERE submission_id = ${id}`,
    parts: sql`UPDATE submission_parts SET submission_id = ${ownId} WHERE submission_id = ${id}`,
    waivers: sql`UPDATE signed_waivers SET submission_id = ${ownId} WHERE submission_id = ${id}`,
  })
}

/**
 * A registration of Sunset Smashers with 60 submissions in every state, and a form for members only. One of the members has a child who plays
 * too. `payDeposit` pays the deposit of `demo-player`, who still has to pay the balance.
 */
export async function addSubmissions(db: Database, now: number, payDeposit: () => Promise<void>): Promise<void> {
  const settings = { needsApproval: true, changesUntil: now + 30 * day }
  await addForm(db, now - 20 * day, 'demo-members-form', writeMembersForm(), { audience: 'members', isOncePerPerson: true })
  await addForm(db, now - 20 * day, formId, writeRegistration(dateText(Math.floor(now / day) + 45), juniorSeason), settings)
  if (await readFirst(db, db.select({ id: submissions.id }).from(submissions).where(eq(submissions.id, ownId)))) return
  const told = db.outboxIds.length
  await createFormCoupon(db, clockOf(now, 'demo-form-coupon'), host, formId, {
    ...{ code: 'DOUBLES', percent: 10, amountOff: null, maxUses: 20, endsAt: null },
  })
  const senders = await listSenders(db)
  // The last one of a day was sent a minute before it, because nothing comes from the future.
  const momentOf = (number: number, ago: number) => now - ago - (60 - number) * minute
  const sendMany = async (from: number, count: number, size: (index: number) => string, ago: number) => {
    const ids: string[] = []
    for (const [index, sender] of senders.slice(from, from + count).entries())
      ids.push(await sendRegistration(db, { ...sender, number: from + index, size: size(from + index), at: momentOf(from + index, ago) }))
    return ids
  }

  // The first ones were looked at by the organizers.
  const first = await sendMany(0, 12, (index) => ['os', 'om', 'ol'][index % 3] ?? 'om', 12 * day)
  await decide(db, now - 11 * day, first.slice(0, 6), { do: 'accept' })
  await decide(db, now - 11 * day, first.slice(6, 8), { do: 'decline', reason: 'This league is for players with a rating above 3.0.' })
  for (const id of first.slice(0, 6)) await noteCash(db, now - 11 * day, id, id === first[0] ? [0, 1] : [0])

  // Later ones needed no approval. L runs out, and XL is full.
  await saveSettings(db, clockOf(now, formId), host, formId, { ...firstSettings(timeZone), ...settings, needsApproval: false, version: 2 })
  const paid = await sendMany(12, 32, (index) => (index < 14 ? 'oxl' : index < 18 ? 'ol' : index % 2 === 0 ? 'om' : 'os'), 5 * day)
  for (const [index, id] of paid.entries()) await noteCash(db, momentOf(12 + index, 5 * day) + minute, id, index % 5 === 0 ? [0, 1] : [0])
  const left = await sendMany(44, 3, () => 'os', 3 * day)
  for (const [index, id] of left.entries())
    await withdrawSubmission(
      db,
      clockOf(now, crypto.randomUUID()),
      { actor: asPerson(senders[44 + index]?.person ?? '') },
      { formId, submissionId: id },
    )
  await sendMany(47, 5, () => 'ol', 2 * day)
  const ended = await sendMany(52, 3, () => 'om', 1 * day)
  await write(db, sql`UPDATE submissions SET state = 'ended', pay_until = NULL WHERE ${inList(submissions.id, ended)}`)
  // The last ones have an hour to pay. Who was accepted today has a day, and then those who wait for an L get theirs, one after the other.
  await sendMany(55, 4, () => 'om', 0)
  await decide(db, now, first.slice(8, 10), { do: 'accept' })
  await decide(db, now, paid.slice(0, 4), { do: 'addTag', tag: 'Captain' })
  await noteSubmission(
    db,
    { now, newId: () => crypto.randomUUID() },
    host,
    { formId, submissionId: paid[1] ?? '' },
    { note: 'Brings a speaker to the first night.', before: '' },
  )

  await giveOwnId(
    db,
    await sendRegistration(db, { person: 'demo-player', name: 'Maya Rivera', number: 59, size: 'om', at: momentOf(59, 0) }),
  )
  await payDeposit()

  // Nobody is notified of all this.
  const unsent = db.outboxIds.splice(told)
  await write(db, sql`DELETE FROM outbox WHERE ${inList(sql`id`, unsent)}`)
}
