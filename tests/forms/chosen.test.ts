import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { maxMessagesADay } from '../../domain/forms/limits.ts'
import type { SubmissionOverview, SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { formData } from '../../worker/forms/person-data.ts'
import { refundChosen } from '../../worker/forms/refund-chosen.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary, wrapDatabase } from '../../worker/platform/database.ts'
import { deliverNotices } from '../notifications/hold-queues.ts'
import { codeOf, pass, refundsAtStripe, startWithHost, the, titlesOf, work } from '../orders/paid-game.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { at, its, makeForm, ofSubmission, payForm, readPayment, sendForm, startWithForm, withdraw } from './paid-form.ts'

const { mail } = startWithHost()
startWithForm()

const guest = { ask } as Pick<Person, 'ask'>
const change = async (ids: string[], what: object): Promise<string[]> => {
  const answer = await the.host.ask(at('/submissions'), { method: 'PATCH', json: { ids, change: what } })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return (await answer.json<{ ids: string[] }>()).ids
}
const message = (ids: string[], text: string, idempotencyKey: string) => change(ids, { do: 'message', text, idempotencyKey })
const mailsOf = (address: string) =>
  mail.flatMap(({ body: { to, template } }) =>
    template.name === 'form-news' && to === address ? [[template.data.news, template.data.reason] as const] : [],
  )
const eventsOf = async (id: string) =>
  (await rowsOf('SELECT kind FROM submission_events WHERE submission_id = ? ORDER BY created_at, id', id)).map(({ kind }) => kind)

describe('A reminder', () => {
  it('goes to those who must pay, once a day, by notice or by email', async () => {
    await makeForm({ limit: 5, later: [{ on: new Date(Date.now() + 60 * day).toISOString().slice(0, 10), percent: 50 }] })
    const mine = await sendForm(the.ana)
    await payForm(the.ana, mine.id, { amount: 3000 })
    const paid = await sendForm(the.bo)
    await payForm(the.bo, paid.id, { parts: [0, 1] })
    const theirs = await sendForm(guest, { email: 'guest@local.test' })
    await deliverNotices()
    mail.length = 0
    const ids = [mine.id, paid.id, theirs.id]
    expect((await change(ids, { do: 'remind' })).sort()).toEqual([mine.id, theirs.id].sort())
    expect(await change(ids, { do: 'remind' })).toEqual([])
    await work()
    expect((await titlesOf(the.ana)).filter((title) => title.endsWith('to pay'))).toEqual(['Spring league: $30 to pay'])
    expect(await titlesOf(the.bo)).not.toContain('Spring league: $60 to pay')
    expect(mailsOf('guest@local.test')).toEqual([['reminder', null]])
    expect(await eventsOf(mine.id)).toContain('reminded')
    await pass(day + 1)
    the.host = await enter(the.host.id)
    expect(await change([mine.id], { do: 'remind' })).toEqual([mine.id])
  })
})

describe('A message', () => {
  it('reaches each sender once, by notice or by email, and only some a day', async () => {
    const mine = await sendForm(the.ana)
    const theirs = await sendForm(guest, { email: 'guest@local.test' })
    await deliverNotices()
    mail.length = 0
    for (const _ of [1, 2]) {
      expect((await message([mine.id, theirs.id], 'Bring water.', 'message-key-1')).length).toBe(2)
      vi.setSystemTime(Date.now() + 1000)
    }
    await work()
    await titlesOf(the.ana)
    const notices = await rowsOf("SELECT text FROM notices WHERE user_id = ? AND key LIKE 'form-message:%'", the.ana.id)
    expect(notices).toEqual([{ text: 'Bring water.' }])
    expect(mailsOf('guest@local.test')).toEqual([['message', 'Bring water.']])
    for (let count = 2; count <= maxMessagesADay; count += 1)
      expect((await message([mine.id], 'Again', `message-key-${count}`)).length).toBe(1)
    expect(await message([mine.id], 'Too much', 'message-key-last')).toEqual([])
    const answer = await the.ana.ask(at('/submissions'), { method: 'PATCH', json: { ids: [mine.id], change: { do: 'remind' } } })
    expect(await codeOf(answer)).toBe('404 FormNotFound')
    await work()
  })
})

describe('Money for several submissions', () => {
  const refund = (ids: string[], idempotencyKey: string, person: Person = the.host) =>
    person.ask(at('/submissions/refunds'), { method: 'POST', json: { ids, idempotencyKey } })

  it('goes back once, and only what was paid by card and is left', async () => {
    const [first, second, unpaid] = [await sendForm(the.ana), await sendForm(the.bo), await sendForm(the.host)]
    await payForm(the.ana, first.id)
    await payForm(the.bo, second.id)
    const ids = [first.id, second.id, unpaid.id]
    expect(await codeOf(refund(ids, 'refund-key-1', the.ana))).toBe('404 FormNotFound')
    const answers = await Promise.all([refund(ids, 'refund-key-1'), refund(ids, 'refund-key-1')])
    for (const answer of answers) expect((await answer.json<{ ids: string[] }>()).ids.sort()).toEqual([first.id, second.id].sort())
    await work()
    expect(refundsAtStripe()).toEqual(['6000 succeeded', '6000 succeeded'])
    expect((await (await refund(ids, 'refund-key-2')).json<{ ids: string[] }>()).ids).toEqual([])
    expect(await readPayment(the.host, first.id)).toMatchObject({ paid: 0, state: 'accepted' })
    expect((await eventsOf(first.id)).filter((kind) => kind === 'refunded')).toHaveLength(1)
  })
})

describe('Money of those who are declined', () => {
  const decline = (ids: string[], more: object = {}, person: Person = the.host) =>
    person.ask(at('/submissions'), { method: 'PATCH', json: { ids, change: { do: 'decline', ...more } } })
  const holding = async (search = '') => {
    const { submissions } = await (await the.host.ask(at(`/submissions?holds=1${search}`))).json<SubmissionPage>()
    return submissions.map(({ id, held }) => [id, held?.amount])
  }

  it('goes back in the same step, once', async () => {
    const [paid, unpaid] = [await sendForm(the.ana), await sendForm(the.bo)]
    await payForm(the.ana, paid.id)
    const ids = [paid.id, unpaid.id]
    const answers = await Promise.all([decline(ids, { refundKey: 'decline-key-1' }), decline(ids, { refundKey: 'decline-key-1' })])
    for (const answer of answers) expect((await answer.json<{ ids: string[] }>()).ids.sort()).toEqual(ids.toSorted())
    await work()
    expect(refundsAtStripe()).toEqual(['6000 succeeded'])
    expect(await readPayment(the.host, paid.id)).toMatchObject({ paid: 0, state: 'declined' })
    // The clock stands still, so they have no order.
    expect((await eventsOf(paid.id)).toSorted()).toEqual(['declined', 'paid', 'refunded'])
    expect(await holding()).toEqual([])
  })

  it('stays if that is wanted, and is easy to find, as that of who has withdrawn', async () => {
    await makeForm({ limit: 5, later: [{ on: new Date(Date.now() + 60 * day).toISOString().slice(0, 10), percent: 50 }] })
    const [declined, gone, inside] = [await sendForm(the.ana), await sendForm(the.bo), await sendForm(the.host)]
    await payForm(the.ana, declined.id, { amount: 3000 })
    await payForm(the.bo, gone.id, { parts: [0, 1] })
    await payForm(the.host, inside.id, { amount: 3000 })
    expect(await holding()).toEqual([])
    expect((await decline([declined.id])).status).toBe(200)
    await withdraw(the.bo, gone.id)
    await work()
    expect(refundsAtStripe()).toEqual([])
    const both = [
      [declined.id, 3000],
      [gone.id, 6000],
    ]
    for (const search of ['', '&sort=aToZ', '&field=ftickets&option=oplayer', '&q=ana'])
      expect((await holding(search)).toSorted(), search).toEqual(both.toSorted())
    expect(await holding('&state=withdrawn')).toEqual([[gone.id, 6000]])
    // Who was declined before keeps what was decided then.
    expect((await decline([declined.id], { refundKey: 'decline-key-2' })).status).toBe(200)
    await work()
    expect(refundsAtStripe()).toEqual([])
    const json = { ids: [declined.id, gone.id], idempotencyKey: 'refund-all-left' }
    expect((await the.host.ask(at('/submissions/refunds'), { method: 'POST', json })).status).toBe(200)
    expect(await holding()).toEqual([])
    await work()
    expect(refundsAtStripe().toSorted()).toEqual(['3000 succeeded', '6000 succeeded'])
    expect(await holding()).toEqual([])
  })

  it('is found in cash too, until that was taken back', async () => {
    const { id } = await sendForm(the.ana)
    const json = { parts: [0], idempotencyKey: 'cash-to-give-back' }
    expect((await the.host.ask(ofSubmission(id, '/cash'), { method: 'POST', json })).status).toBe(204)
    expect((await decline([id], { refundKey: 'decline-key-3' })).status).toBe(200)
    expect(await holding()).toEqual([[id, 6000]])
    const [cash] = (await readPayment(the.host, id)).payments
    expect((await the.host.ask(ofSubmission(id, `/payments/${cash?.id}`), { method: 'DELETE' })).status).toBe(204)
    expect(await holding()).toEqual([])
    await work()
  })

  it('is given back only by who manages the money', async () => {
    const { id } = await sendForm(the.ana)
    await payForm(the.ana, id)
    await rowsOf("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'organizer', 1)", its.team, the.ana.id)
    const managesMoney = async (person: Person) =>
      (await (await person.ask(at('/submissions/overview'))).json<SubmissionOverview>()).managesMoney
    expect([await managesMoney(the.host), await managesMoney(the.ana)]).toEqual([true, false])
    expect(await codeOf(decline([id], { refundKey: 'decline-key-4' }, the.ana))).toBe('403 NotAllowed')
    expect(await readPayment(the.host, id)).toMatchObject({ paid: 6000, state: 'accepted' })
    expect((await decline([id], {}, the.ana)).status).toBe(200)
    await work()
    expect(refundsAtStripe()).toEqual([])
  })
})

describe('Money of many payments', () => {
  it('goes back by one request, in as many statements as that of one', async () => {
    const { id } = await sendForm(the.ana)
    await payForm(the.ana, id)
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
       INSERT INTO submission_payments (id, submission_id, form_id, team_id, title, parts, method, state, amount, currency, created_at, paid_at)
       SELECT 'copy-' || i, submission_id, form_id, team_id, title, parts, method, state, amount, currency, created_at, paid_at
       FROM submission_payments CROSS JOIN n WHERE submission_id = ?`,
      id,
    )
    const sizes: number[] = []
    const counting = {
      prepare: (query: string) => env.DB.prepare(query),
      batch: (statements: D1PreparedStatement[]) => {
        sizes.push(statements.length)
        return env.DB.batch(statements)
      },
    } as D1Database
    const context = { now: Date.now(), newId: () => crypto.randomUUID() }
    const give = () =>
      refundChosen(wrapDatabase(counting), context, the.host.id, its.form, { ids: [id], idempotencyKey: 'refund-many-payments' })
    expect([await give(), await give()]).toEqual([[id], [id]])
    expect(Math.max(...sizes)).toBeLessThan(10)
    const given = 'FROM submission_refunds r JOIN submission_payments p ON p.id = r.submission_payment_id WHERE p.submission_id = ?'
    expect(await rowsOf(`SELECT count(*) AS n, sum(r.amount) AS amount ${given}`, id)).toEqual([{ n: 301, amount: 301 * 6000 }])
    expect((await eventsOf(id)).filter((kind) => kind === 'refunded')).toHaveLength(301)
    // Stripe knows nothing of the copies.
    expect(await rowsOf("DELETE FROM outbox WHERE id LIKE 'settle-form-payment:copy-%' RETURNING 1")).toHaveLength(300)
    await rowsOf("DELETE FROM submission_refunds WHERE submission_payment_id LIKE 'copy-%'")
    await rowsOf("DELETE FROM submission_payments WHERE id LIKE 'copy-%'")
    await sendOutbox(
      env,
      (await rowsOf("SELECT id FROM outbox WHERE id LIKE 'settle-form-payment:%'")).map((row) => String(row.id)),
    )
    await work()
    expect(refundsAtStripe()).toEqual(['6000 succeeded'])
  })
})

describe('After somebody has deleted their account', () => {
  it('organizers still see what was paid, without the name', async () => {
    const { id } = await sendForm(the.ana)
    await payForm(the.ana, id)
    const db = openPrimary(env.DB)
    await runBatch(db, { erased: formData.erase(the.ana.id, Date.now()) })
    await sendOutbox(env, db.outboxIds)
    expect(await readPayment(the.host, id)).toMatchObject({
      total: 6000,
      paid: 6000,
      lines: [],
      payments: [{ method: 'card', rest: 6000 }],
    })
    await work()
  })
})
