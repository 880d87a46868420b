import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { DeletionPlan } from '../../domain/accounts/deletion.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import type { OpenDisputes } from '../../domain/orders/disputes.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { decideDispute, openDispute } from '../../sandbox/stripe/core/disputes.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { cancel, statesOf } from '../events/games.ts'
import { type Person, rowsOf } from '../profiles/people.ts'
import {
  books,
  buySeat,
  codeOf,
  deliver,
  ordersOf,
  ordersOfGame,
  pass,
  publishPaid,
  refundsAtStripe,
  refundsOf,
  startWithHost,
  stripe,
  the,
  titlesOf,
  work,
} from './paid-game.ts'

const queues = startWithHost()

const dispute = () => stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent').id)
const decide = (status: 'won' | 'lost') => stripe.act(() => decideDispute(books(), String(books().all('dispute')[0]?.id), status))
const giveBack = async (amount: number) =>
  the.host.ask(`/api/orders/${(await ordersOf(the.ana))[0]?.id}/refunds`, {
    method: 'POST',
    json: { amount, idempotencyKey: crypto.randomUUID() },
  })

async function sellAndDispute(form: Partial<EventForm> = {}): Promise<string> {
  const id = await publishPaid(form)
  await buySeat(the.ana, id)
  dispute()
  return id
}
const toldTo = async (person: Person) => (await titlesOf(person)).filter((title) => title.includes('dispute'))
const mailsTo = (person: Person) =>
  queues.mail.flatMap(({ body }) =>
    body.to.startsWith(person.id) && body.template.name === 'money-news' ? [body.template.data.title] : [],
  )
const openDisputesOf = async (person: Person) => ((await (await person.ask('/api/disputes')).json()) as OpenDisputes).disputes
const pathOf = (id: string) => `/discover/events/${id}/manage?tab=payments`
const disputed = 'A payment of $15.00 is disputed: Open play'
const won = 'You won the dispute about $15.00: Open play'
const lost = 'You lost the dispute about $15.00: Open play'
const due = 'Answer the dispute about $15.00: Open play'

describe('A dispute', () => {
  it('is told to the host once, again before the deadline, and when it is lost', async () => {
    const id = await sellAndDispute()
    await deliver((all) => [...all, ...all])
    expect([await toldTo(the.host), mailsTo(the.host)]).toEqual([[disputed], [disputed]])
    expect(await openDisputesOf(the.host)).toMatchObject([
      { kind: 'game', path: pathOf(id), amount: 1500, state: 'needs-response', reason: 'fraudulent' },
    ])
    expect(await openDisputesOf(the.ana)).toEqual([])
    await pass(4 * day)
    expect(mailsTo(the.host)).toEqual([disputed])
    await pass(day + hour)
    await pass(hour)
    expect([await toldTo(the.host), mailsTo(the.host)]).toEqual([
      [due, disputed],
      [disputed, due],
    ])
    // Stripe closes it, because there was no answer.
    await pass(2 * day)
    await deliver((all) => all.toReversed())
    expect([(await toldTo(the.host))[0], mailsTo(the.host)]).toEqual([lost, [disputed, due, lost]])
    expect(await openDisputesOf(the.host)).toEqual([])
    // The player keeps the seat, and the host sees what has happened.
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
    expect((await ordersOfGame(id)).orders).toMatchObject([{ rest: 0, dispute: { state: 'lost' } }])
  })

  it('is listed with the community of its game for the treasurer, who does not host the game', async () => {
    const { id: team } = (await (
      await the.host.ask('/api/_local/teams', { method: 'PUT', json: { name: 'Crew', people: [the.host.id, the.bo.id] } })
    ).json()) as { id: string }
    await rowsOf("UPDATE team_members SET role = 'treasurer' WHERE team_id = ? AND user_id = ?", team, the.bo.id)
    const id = await sellAndDispute({ teamId: team })
    await deliver()
    expect(await openDisputesOf(the.bo)).toMatchObject([{ title: 'Open play', path: `/team/${team}/ledger` }])
    expect(await openDisputesOf(the.host)).toMatchObject([{ path: pathOf(id) }])
    // Whoever is paid sees it after they left, and their way to its community is gone.
    await rowsOf('UPDATE events SET creator_id = ? WHERE id = ?', the.ana.id, id)
    await rowsOf('DELETE FROM team_members WHERE team_id = ? AND user_id = ?', team, the.host.id)
    expect(await openDisputesOf(the.host)).toMatchObject([{ path: '/ledger' }])
  })

  it('is not told again by old events, and what was decided stays so', async () => {
    await sellAndDispute()
    decide('won')
    await deliver((all) => [...all.toReversed(), ...all])
    expect(await toldTo(the.host)).toEqual([won])
  })

  it('is known although its payment is stored later, and the seat is given', async () => {
    const id = await sellAndDispute()
    await rowsOf('UPDATE orders SET payment_id = NULL WHERE event_id = ?', id)
    await deliver((all) => all.filter((event) => String((event as { type: string }).type).startsWith('charge.dispute')))
    expect(await openDisputesOf(the.host)).toHaveLength(1)
  })
})

describe('A refund of a disputed payment', () => {
  it('waits for the bank, and is sent if the host wins', async () => {
    const id = await sellAndDispute()
    await deliver()
    await cancel(the.host, id)
    await work()
    await pass(2 * hour)
    expect([refundsAtStripe(), await refundsOf(the.ana)]).toEqual([[], ['1500 cancelled due']])
    decide('won')
    await deliver()
    expect([refundsAtStripe(), await refundsOf(the.ana)]).toEqual([['1500 succeeded'], ['1500 cancelled sent']])
  })

  it('is sent if the host wins, also if Stripe refused it before we knew of the dispute', async () => {
    const id = await sellAndDispute()
    await cancel(the.host, id)
    await work()
    expect([refundsAtStripe(), await refundsOf(the.ana)]).toEqual([[], ['1500 cancelled due']])
    decide('won')
    await deliver()
    expect([refundsAtStripe(), await refundsOf(the.ana)]).toEqual([['1500 succeeded'], ['1500 cancelled sent']])
  })

  it('ends if the host loses, because the bank gave the money back', async () => {
    const id = await sellAndDispute()
    await cancel(the.host, id)
    // Stripe refuses before its event has arrived, so the dispute is read by that.
    await work()
    expect(await refundsOf(the.ana)).toEqual(['1500 cancelled due'])
    expect(await openDisputesOf(the.host)).toHaveLength(1)
    decide('lost')
    // No event arrives, but the refund is tried again.
    await pass(2 * hour)
    expect([refundsAtStripe(), await refundsOf(the.ana)]).toEqual([[], ['0 bank sent']])
  })

  it('cannot be made by the host', async () => {
    await sellAndDispute()
    await deliver()
    expect(await codeOf(giveBack(500))).toBe('409 OrderDisputed')
    decide('lost')
    await deliver()
    expect(await codeOf(giveBack(500))).toBe('409 OrderDisputed')
  })
})

describe('The account of a host with an open dispute', () => {
  it('is not unlinked without a warning', async () => {
    const id = await sellAndDispute()
    await deliver()
    await rowsOf('UPDATE events SET ends_at = 0 WHERE id = ?', id)
    const unlink = () => the.host.ask('/api/payments/account', { method: 'DELETE' })
    expect(await codeOf(unlink())).toBe('409 AccountHasDisputes')
    decide('won')
    await deliver()
    expect((await unlink()).status).toBe(204)
  })
})

describe('A host who deletes their account', () => {
  const remove = async () => {
    const db = openPrimary(env.DB)
    await deleteAccount({ db, now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' }, the.host.id)
    await sendOutbox(env, db.outboxIds)
  }
  const plan = async () => (await the.host.ask('/api/accounts/deletion')).json<DeletionPlan>()

  it('waits until sold games are over and disputes are decided', async () => {
    const id = await sellAndDispute()
    await deliver()
    expect(await plan()).toMatchObject({ teams: [], games: [{ id, title: 'Open play', path: pathOf(id) }], disputes: 1 })
    await expect(remove()).rejects.toMatchObject({ code: 'StillPaid' })
    await cancel(the.host, id)
    await work()
    expect(await plan()).toMatchObject({ games: [], disputes: 1 })
    await expect(remove()).rejects.toMatchObject({ code: 'StillPaid' })
    expect(await rowsOf('SELECT deleted_at FROM users WHERE id = ?', the.host.id)).toEqual([{ deleted_at: null }])
    decide('lost')
    await deliver()
    expect(await plan()).toEqual({ teams: [], games: [], disputes: 0 })
    await remove()
    expect(await rowsOf('SELECT deleted_at IS NULL AS isThere FROM users WHERE id = ?', the.host.id)).toEqual([{ isThere: 0 }])
  })

  it('waits for a dispute about dues, too', async () => {
    await rowsOf("INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES ('t-waits', 'Crew', '', 'VARSITY', 1, 1)")
    await rowsOf(
      `INSERT INTO payment_disputes (id, kind, payment_id, account_id, team_id, title, amount, currency, reason, state, created_at, read_at)
        VALUES (?, 'dues', 'p', ?, 't-waits', 'Dues', 100, 'usd', 'general', 'needs-response', 1, 1)`,
      `dp-${the.host.id}`,
      the.account,
    )
    expect(await plan()).toMatchObject({ disputes: 1 })
    await expect(remove()).rejects.toMatchObject({ code: 'StillPaid' })
  })
})
