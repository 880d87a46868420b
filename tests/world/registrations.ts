import { eq, sql } from 'drizzle-orm'
import type { FormContent } from '../../domain/forms/content.ts'
import { type FormSettings, firstSettings } from '../../domain/forms/settings.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { people } from '../../worker/accounts/shared.ts'
import { withdrawSubmission } from '../../worker/forms/change-submission.ts'
import { createForm, publishForm, saveDraft } from '../../worker/forms/commands.ts'
import { confirmFormPayment } from '../../worker/forms/confirm-form-payment.ts'
import { createFormCoupon } from '../../worker/forms/coupons.ts'
import { changeSubmissions, markSubmission } from '../../worker/forms/decide-submissions.ts'
import { noteFormCash } from '../../worker/forms/note-cash.ts'
import { payForSubmission } from '../../worker/forms/pay-submission.ts'
import { forms, submissions } from '../../worker/forms/schema.ts'
import { sendForm } from '../../worker/forms/send.ts'
import { saveSettings } from '../../worker/forms/settings.ts'
import { readAll, readFirst, runBatch, write } from '../../worker/platform/batch.ts'
import { inList } from '../../worker/platform/columns.ts'
import type { Database } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { crowdIds } from './crowd.ts'
import { sendForm as sendAtStripe } from './paid-games.ts'
import { writeMembersForm, writeRegistration } from './registration-form.ts'
import { openSandbox } from './sandbox.ts'
import { smashers } from './teams.ts'

const hostId = 'demo-host'
const host = asPerson(hostId)
const teamId = 'sunset-smashers'
const formId = 'demo-registration'
const ownId = 'demo-submission'
const timeZone = 'America/Los_Angeles'

const clockOf = (now: number, id: string) => ({ now, newId: () => id })

async function addForm(db: Database, now: number, id: string, content: FormContent, settings: Partial<FormSettings>): Promise<void> {
  if (await readFirst(db, db.select({ id: forms.id }).from(forms).where(eq(forms.id, id)))) return
  await createForm(db, clockOf(now, id), host, teamId, { from: { kind: 'template', template: 'blank' } })
  await saveDraft(db, clockOf(now, id), host, id, { content, version: 1 })
  await publishForm(db, clockOf(now, id), host, id, { version: 2, keepsClosed: false })
  await saveSettings(db, clockOf(now, id), host, id, { ...firstSettings(timeZone), ...settings })
}

/** They have no account. */
const guests = ['Cleo Marsh', 'Dev Patel', 'Ella Brooks', 'Finn Weber', 'Gia Romano', 'Hugo Lind', 'Ines Costa', 'Jay Kim', 'Ana Ruiz']

type Sender = { person: string | null; name: string }
type Sending = Sender & { number: number; size: string; at: number }

/** What one person sends. Members pay less. */
async function send(db: Database, { person, name, number, size, at }: Sending): Promise<string> {
  const viewer = person === null ? null : { id: person, email: `${person}@demo.test` }
  const isMember = person !== null && (smashers.includes(person) || person === 'demo-player')
  const plays = number % 3 === 0
  const two = (value: number) => String(value).padStart(2, '0')
  const { id } = await sendForm(db, { ...clockOf(at, crypto.randomUUID()), newId: () => crypto.randomUUID() }, viewer, formId, {
    ...{ version: 1, acceptsWaiting: true, website: '', idempotencyKey: `demo-registration-${name}-${person ?? 'guest'}` },
    answers: {
      ...{ fname: name, fborn: `${1970 + ((number * 7) % 35)}-${two(1 + (number % 12))}-${two(1 + ((number * 5) % 28))}`, fsub: plays },
      ...(number % 4 !== 1 && { fphone: `+131055501${two(number)}` }),
      ...(plays && { fnights: number % 2 === 0 ? ['omon', 'othu'] : ['owed'] }),
      ...{ fsize: size, ffee: [{ option: 'oseason', quantity: 1 }], fwaiver: { name } },
    },
    total: { amount: isMember ? 7000 : 8000, currency: 'usd' },
    email: person === null ? `${name.toLowerCase().replaceAll(/\W+/g, '.')}@demo.test` : null,
  })
  return id
}

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
  })
}

const decide = (db: Database, now: number, ids: string[], change: Parameters<typeof changeSubmissions>[4]['change']) =>
  changeSubmissions(db, { now, newId: () => crypto.randomUUID() }, host, formId, { ids, change })

const noteCash = (db: Database, now: number, submissionId: string, parts: number[]) =>
  noteFormCash(
    db,
    { now, newId: () => crypto.randomUUID() },
    hostId,
    { formId, submissionId },
    {
      ...{ parts, idempotencyKey: `demo-cash-${submissionId}` },
    },
  )

/**
 * Two forms of Sunset Smashers: a registration with 60 submissions in every state, of which `demo-player` still has to pay the balance, and a
 * form for members only. Needs the sandbox, the plans and the payout accounts.
 */
export async function addRegistrations(db: Database, now: number): Promise<void> {
  const sandbox = await openSandbox(db)
  if (!sandbox) return
  const settings = { needsApproval: true, changesUntil: now + 30 * day }
  await addForm(db, now - 20 * day, 'demo-members-form', writeMembersForm(), { audience: 'members', isOncePerPerson: true })
  await addForm(db, now - 20 * day, formId, writeRegistration(dateText(Math.floor(now / day) + 45)), settings)
  if (await readFirst(db, db.select({ id: submissions.id }).from(submissions).where(eq(submissions.id, ownId)))) return
  const told = db.outboxIds.length
  await createFormCoupon(db, clockOf(now, 'demo-form-coupon'), host, formId, {
    ...{ code: 'DOUBLES', percent: 10, amountOff: null, maxUses: 20, endsAt: null },
  })
  const senders = await listSenders(db)
  const sendMany = async (from: number, count: number, size: (index: number) => string, ago: number) => {
    const ids: string[] = []
    for (const [index, sender] of senders.slice(from, from + count).entries())
      ids.push(await send(db, { ...sender, number: from + index, size: size(from + index), at: now - ago + (from + index) * 60_000 }))
    return ids
  }

  // The first ones were looked at by the organizers.
  const first = await sendMany(0, 12, (index) => ['os', 'om', 'ol'][index % 3] ?? 'om', 12 * day)
  await decide(db, now - 11 * day, first.slice(0, 6), { do: 'accept' })
  await decide(db, now - 11 * day, first.slice(6, 8), { do: 'decline', reason: 'This league is for players with a rating above 3.0.' })
  for (const id of first.slice(0, 6)) await noteCash(db, now - 11 * day, id, id === first[0] ? [0, 1] : [0])

  // Later ones needed no approval. L runs out, and XL is full.
  await saveSettings(db, clockOf(now, formId), host, formId, { ...firstSettings(timeZone), ...settings, needsApproval: false })
  const paid = await sendMany(12, 32, (index) => (index < 14 ? 'oxl' : index < 18 ? 'ol' : index % 2 === 0 ? 'om' : 'os'), 5 * day)
  for (const [index, id] of paid.entries()) await noteCash(db, now - 5 * day + (12 + index) * 60_000, id, index % 5 === 0 ? [0, 1] : [0])
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
  await sendMany(55, 4, () => 'om', 0)
  await decide(db, now, paid.slice(0, 4), { do: 'addTag', tag: 'Captain' })
  await markSubmission(
    db,
    { now, newId: () => crypto.randomUUID() },
    host,
    { formId, submissionId: paid[1] ?? '' },
    {
      ...{ tags: ['Captain'], note: 'Brings a speaker to the first night.' },
    },
  )

  const money = sandbox.openAt(Date.now())
  await giveOwnId(db, await send(db, { person: 'demo-player', name: 'Maya Rivera', number: 59, size: 'om', at: money.now }))
  const own = { formId, submissionId: ownId }
  const url = await payForSubmission(money, { actor: asPerson('demo-player') }, own, { parts: [0], amount: 2800 })
  const location = await sendAtStripe(url, { number: '4242424242424242', email: 'player@demo.test', name: 'Demo Player' })
  const sessionId = new URL(location, sandbox.settings.stripe?.sandboxUrl ?? undefined).searchParams.get('session_id')
  if (sessionId === null) throw new Error(`The sandbox took no deposit: ${location}`)
  await confirmFormPayment({ ...money, now: Date.now() }, 'demo-player', sessionId)

  // Nobody is notified of all this.
  const unsent = db.outboxIds.splice(told)
  await write(db, sql`DELETE FROM outbox WHERE ${inList(sql`id`, unsent)}`)
}
