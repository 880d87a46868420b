import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { isRefunded, refundTermsFor } from '../../domain/events/seat-price.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { authorize } from '../../sandbox/stripe/core/accounts.ts'
import { platform } from '../../sandbox/stripe/core/books.ts'
import { revoke } from '../../sandbox/stripe/core/oauth.ts'
import { failRefund, refundCharge } from '../../sandbox/stripe/core/refunds.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { findStuckMoney } from '../../worker/ledger/find-stuck-money.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { actOn, answerSeat, cancel, change, getEvent, leave, offerSeat, statesOf } from '../events/games.ts'
import { consume, deliverNotices, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { befriend, block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { inDays } from '../setup/make-game-form.ts'
import {
  books,
  buySeat,
  codeOf,
  comeBack,
  deliver,
  joinToPay,
  ordersOf,
  ordersOfGame,
  pass,
  passUntil,
  payOn,
  publishPaid,
  refundsAtStripe,
  refundsOf,
  startOf,
  startWithHost,
  stripe,
  the,
  titlesOf,
  work,
} from './paid-game.ts'

const queues = startWithHost()

const feesBack = () =>
  stripe.world
    .books(platform)
    .all('application_fee')
    .filter(({ account }) => account === the.account)
    .map(({ amount_refunded: back }) => back)
const giveBack = async (person: Person, amount: number, idempotencyKey: string = crypto.randomUUID()) =>
  person.ask(`/api/orders/${(await ordersOf(the.ana))[0]?.id}/refunds`, { method: 'POST', json: { amount, idempotencyKey } })

describe('The page of a game', () => {
  it('shows players the terms under which they have paid, also after their host has made them worse, or the game has moved', async () => {
    const id = await publishPaid({ starts: inDays(6), ends: inDays(6, '14:00') }, 1500, { refundHours: 24, refundIfResold: true })
    await buySeat(the.ana, id)
    const termsOf = async (person: Person) => (await getEvent(person, id)).live.mine?.refund
    const until = (await startOf(id)) - day
    expect([await termsOf(the.ana), await termsOf(the.bo)]).toEqual([{ until, ifResold: true }, undefined])
    await rowsOf("UPDATE events SET pricing = json_set(pricing, '$.refundHours', NULL, '$.refundIfResold', json('false')) WHERE id = ?", id)
    expect(await termsOf(the.ana)).toEqual({ until, ifResold: true })
    // Whoever joins now has the new terms.
    await joinToPay(the.bo, id)
    expect(await termsOf(the.bo)).toBeNull()
    expect((await change(the.host, id, { starts: inDays(9), ends: inDays(9, '14:00') })).status).toBeLessThan(300)
    expect(await termsOf(the.ana)).toEqual({ until: (await startOf(id)) - day, ifResold: true })
  })
})

describe('The money of a player goes back', () => {
  it('if they leave in time, with our fee, and they are told once', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    await passUntil(id, day + minute)
    await leave(the.ana, id)
    await work()
    expect(refundsAtStripe()).toEqual(['1500 succeeded'])
    expect(feesBack()).toEqual([75])
    expect(await refundsOf(the.ana)).toEqual(['1500 left sent'])
    await deliver((all) => [...all, ...all])
    expect(await refundsOf(the.ana)).toEqual(['1500 left sent'])
    expect(await titlesOf(the.ana)).toEqual(['You get $15.00 back: Open play'])
  })

  it.each([
    [24, -1],
    [24, 0],
    [24, 1],
    [1, 0],
    [1, 1],
    [null, -2 * day],
  ])('exactly when the page says so: deadline %s hours before the start, %s ms after it', async (refundHours, after) => {
    const id = await publishPaid({}, 1500, { refundHours })
    await buySeat(the.ana, id)
    const startsAt = await startOf(id)
    vi.setSystemTime(startsAt - (refundHours ?? 0) * hour + after)
    const isPromised = isRefunded(refundTermsFor({ refundHours }, startsAt), Date.now())
    expect(isPromised).toBe(refundHours !== null && after <= 0)
    await leave(the.ana, id)
    expect((await rowsOf('SELECT r.id FROM order_refunds r JOIN orders o ON o.id = r.order_id WHERE o.event_id = ?', id)).length > 0).toBe(
      isPromised,
    )
  })

  it('not if they leave too late, also if the game is cancelled afterwards', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    await passUntil(id, day - minute)
    await leave(the.ana, id)
    await cancel(the.host, id)
    await work()
    expect(refundsAtStripe()).toEqual([])
  })

  it('never if the host gives none, but always if they are removed', async () => {
    const id = await publishPaid({}, 1500, { refundHours: null })
    await buySeat(the.ana, id)
    await buySeat(the.bo, id)
    await leave(the.ana, id)
    expect((await actOn(the.host, id, the.bo.id, 'remove')).status).toBe(204)
    await work()
    expect([await refundsOf(the.ana), await refundsOf(the.bo)]).toEqual([[], ['1500 removed sent']])
  })

  it('once for each order when the game is cancelled, also of a seat that somebody else has by now', async () => {
    const id = await publishPaid({ capacity: 4 })
    await befriend(the.ana.id, the.bo.id)
    await buySeat(the.ana, id)
    await offerSeat(the.ana, id, the.bo.id)
    expect((await answerSeat(the.bo, id, 'accept')).status).toBe(200)
    await work()
    expect(refundsAtStripe()).toEqual([])
    const cy = await enter(`cy-${the.ana.id}`)
    await buySeat(cy, id)
    await cancel(the.host, id)
    await work()
    await deliver((all) => [...all, ...all])
    await pass(hour)
    expect(refundsAtStripe()).toEqual(['1500 succeeded', '1500 succeeded'])
    expect([await refundsOf(the.ana), await refundsOf(the.bo), await refundsOf(cy)]).toEqual([
      ['1500 cancelled sent'],
      [],
      ['1500 cancelled sent'],
    ])
  })

  it('once for each order when the community of its games is deleted, although each job runs twice', async () => {
    const json = { name: 'Club', people: [the.host.id] }
    const { id: teamId } = (await (await the.host.ask('/api/_local/teams', { method: 'PUT', json })).json()) as { id: string }
    const [one, two] = [await publishPaid({ teamId, title: 'Monday' }), await publishPaid({ teamId, title: 'Friday' }, 2500)]
    await buySeat(the.ana, one)
    await buySeat(the.bo, one)
    await buySeat(the.ana, two, { amount: 2500 })
    await deliver()
    expect((await the.host.ask(`/api/teams/${teamId}?name=Club`, { method: 'DELETE' })).status).toBe(204)
    await waitForEmptyOutbox()
    const jobs = queues.work.splice(0)
    expect(jobs.map(({ body }) => body.kind)).toContain('cancel-team-games')
    for (const again of ['', ':again']) {
      await consume(
        'work',
        jobs.map((job) => ({ ...job, id: `${job.id}${again}` })),
      )
      await work()
    }
    await retryJobs()
    await deliver((all) => [...all, ...all])
    await pass(hour)
    expect(refundsAtStripe().toSorted()).toEqual(['1500 succeeded', '1500 succeeded', '2500 succeeded'])
    expect((await refundsOf(the.ana)).toSorted()).toEqual(['1500 cancelled sent', '2500 cancelled sent'])
    expect(await refundsOf(the.bo)).toEqual(['1500 cancelled sent'])
    const toldBack = async (person: Person) => (await titlesOf(person)).filter((title) => title.includes('back')).toSorted()
    expect(await toldBack(the.ana)).toEqual(['You get $15.00 back: Monday', 'You get $25.00 back: Friday'])
    expect(await toldBack(the.bo)).toEqual(['You get $15.00 back: Monday'])
  })

  it('if they delete their account, however late', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    await passUntil(id, 2 * hour)
    const db = openPrimary(env.DB)
    await deleteAccount({ db, now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' }, the.ana.id)
    await sendOutbox(env, db.outboxIds)
    await work()
    // The host was paid out, so the refund waits at Stripe for their next money.
    expect(refundsAtStripe()).toEqual(['1500 pending'])
  })

  it('once, although the answer of Stripe was lost', async () => {
    await leaveWithLostAnswer()
    await expectSentOnce()
  })

  it('once, although Stripe has forgotten the key of the request', async () => {
    await leaveWithLostAnswer()
    await pass(2 * day)
    await expectSentOnce()
  })

  it('without a fee if there was none', async () => {
    const id = await publishPaid({}, 1500, { feeBy: 'player' })
    await rowsOf("UPDATE events SET pricing = json_set(pricing, '$.amount', 50) WHERE id = ?", id)
    // 5% of $0.50 are 2 cents. With Member Plus there is no fee.
    await rowsOf(
      `INSERT INTO plan_subscriptions (id, owner_key, owner_kind, owner_id, platform, payer_id, plan_uid, item_id, price_id, status, period_start, period_end, ends_at_period_end, created_at, read_at)
        VALUES (?1, 'user:' || ?2 || ':gth', 'user', ?2, 'gth', ?2, 'gth-users-member-plus', 'si', 'price', 'active', 0, 9e15, 0, 0, 0)`,
      `sub-${the.ana.id}`,
      the.ana.id,
    )
    await buySeat(the.ana, id, { amount: 50 })
    await leave(the.ana, id)
    await work()
    expect(refundsAtStripe()).toEqual(['50 succeeded'])
  })
})

describe('Money that cannot go back now', () => {
  it('because the host has ended our access is told once to both, and goes back with the access', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    stripe.act(() => revoke(stripe.books(), the.account))
    await cancel(the.host, id)
    await work()
    await retryJobs()
    expect(await refundsOf(the.ana)).toEqual(['1500 cancelled no-access'])
    const told = (titles: string[]) => titles.filter((title) => /\$15\.00/.test(title))
    expect(told(await titlesOf(the.ana))).toEqual(['We cannot send $15.00 back to you now: Open play'])
    expect(told(await titlesOf(the.host))).toEqual(['$15.00 cannot go back now: Open play'])
    stripe.act(() => authorize(stripe.books(), the.account))
    await pass(day)
    expect([refundsAtStripe(), await refundsOf(the.ana)]).toEqual([['1500 succeeded'], ['1500 cancelled sent']])
  })

  it('is given back by hand: the player hears it once, our fee stays, and it never goes by card', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    stripe.act(() => revoke(stripe.books(), the.account))
    await cancel(the.host, id)
    const [order] = (await ordersOfGame(id)).orders
    const note = (person: Person) => person.ask(`/api/orders/${order?.id}/refunds/${order?.refunds[0]?.id}/given-back`, { method: 'POST' })
    // Nobody knows yet that we cannot send it.
    expect(await codeOf(note(the.host))).toBe('409 RefundGoesByCard')
    await work()
    expect(await codeOf(note(the.ana))).toBe('404 OrderNotFound')
    for (const _ of [1, 2]) expect((await note(the.host)).status).toBe(204)
    const { totals, orders } = await ordersOfGame(id)
    expect([totals, orders]).toMatchObject([{ paid: 1500, refunded: 1500, fees: 75 }, [{ rest: 0, fee: 75 }]])
    expect(await refundsOf(the.ana)).toEqual(['1500 cancelled by-hand'])
    expect((await titlesOf(the.ana)).filter((title) => title.startsWith('You get $15.00 back'))).toHaveLength(1)
    const told = await (await the.ana.ask('/api/notifications')).text()
    expect(told).toContain('The game was cancelled. The host says that they gave it to you by hand.')
    stripe.act(() => authorize(stripe.books(), the.account))
    await pass(day)
    await pass(day)
    expect([refundsAtStripe(), await refundsOf(the.ana)]).toEqual([[], ['1500 cancelled by-hand']])
    expect(await codeOf(giveBack(the.host, 1))).toBe('409 RefundTooLarge')
  })

  it('goes by card once the access is there again, and then nobody notes it by hand', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    stripe.act(() => revoke(stripe.books(), the.account))
    await cancel(the.host, id)
    await work()
    stripe.act(() => authorize(stripe.books(), the.account))
    await pass(day)
    const [order] = (await ordersOfGame(id)).orders
    const path = `/api/orders/${order?.id}/refunds/${order?.refunds[0]?.id}/given-back`
    expect(await codeOf(the.host.ask(path, { method: 'POST' }))).toBe('409 RefundGoesByCard')
    expect(await refundsOf(the.ana)).toEqual(['1500 cancelled sent'])
  })

  it('is said to whoever comes back from the page after that', async () => {
    const id = await publishPaid()
    const session = payOn(await joinToPay(the.ana, id))
    stripe.act(() => revoke(stripe.books(), the.account))
    const back = the.ana.ask('/api/payments/return', { method: 'POST', json: { sessionId: session } })
    expect(await codeOf(back)).toBe('409 PaymentNotReadable')
  })

  it('is tried again, although a hundred others never go back', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    stripe.act((world) => world.changeSettings({ faults: { lostRequests: 1 } }))
    await cancel(the.host, id)
    await work()
    // No payment at Stripe belongs to this order.
    await rowsOf(
      `INSERT INTO orders (id, event_id, joiner_id, payer_id, payee_id, account_id, seats, amount, our_fee, currency, state, settled_at, created_at)
        SELECT 'dead', event_id, joiner_id, payer_id, payee_id, account_id, seats, amount, our_fee, currency, 'paid', 1, 1 FROM orders WHERE payer_id = ?`,
      the.ana.id,
    )
    await rowsOf(
      `INSERT INTO order_refunds (id, order_id, amount, reason, state, created_at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
        SELECT 'dead:' || i, 'dead', 1, 'host', 'due', ?1 FROM n`,
      1,
    )
    await pass(2 * hour)
    await pass(hour)
    expect(refundsAtStripe()).toEqual(['1500 succeeded'])
    await rowsOf('DELETE FROM order_refunds WHERE order_id = ?', 'dead')
  })

  it('because Stripe waits for money of the host is not told as sent, and is stuck after a day', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    // The host is paid out.
    await passUntil(id, 2 * hour)
    await cancel(the.host, id)
    await work()
    await deliver()
    expect([refundsAtStripe(), await refundsOf(the.ana)]).toEqual([['1500 pending'], ['1500 cancelled no-money']])
    expect((await ordersOfGame(id)).totals).toMatchObject({ paid: 1500, refunded: 0 })
    expect((await titlesOf(the.ana)).filter((title) => title.startsWith('You get'))).toEqual([])
    const waits = '$15.00 waits to go back: Open play'
    expect((await titlesOf(the.host)).filter((title) => title === waits)).toHaveLength(1)
    const mails = queues.mail.filter(({ body }) => body.to.startsWith(the.host.id) && body.template.name === 'money-news')
    expect(mails).toMatchObject([{ body: { template: { data: { title: waits } } } }])
    const [order] = await ordersOf(the.ana)
    const stuck = async () =>
      (await findStuckMoney(openPrimary(env.DB), Date.now())).refunds.flatMap((row) => (row.orderId === order?.id ? [row.waitsFor] : []))
    await pass(2 * hour)
    expect(await stuck()).toEqual([])
    await pass(day)
    expect([await stuck(), await refundsOf(the.ana)]).toEqual([['no-money'], ['1500 cancelled no-money']])
    // The next money comes in.
    await buySeat(the.bo, await publishPaid({}, 3000), { amount: 3000 })
    await pass(2 * day + hour)
    await deliver()
    expect([refundsAtStripe(), await refundsOf(the.ana), await stuck()]).toEqual([['1500 succeeded'], ['1500 cancelled sent'], []])
    expect(await titlesOf(the.ana)).toContain('You get $15.00 back: Open play')
  })
})

async function leaveWithLostAnswer(): Promise<void> {
  const id = await publishPaid()
  await buySeat(the.ana, id)
  stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
  await leave(the.ana, id)
  await work()
  expect(await refundsOf(the.ana)).toEqual(['1500 left due'])
}

async function expectSentOnce(): Promise<void> {
  await retryJobs()
  expect(refundsAtStripe()).toEqual(['1500 succeeded'])
  expect(await refundsOf(the.ana)).toEqual(['1500 left sent'])
}

/** The queue gets another job for the same order. */
async function retryJobs(): Promise<void> {
  const [order] = await rowsOf('SELECT id FROM orders WHERE payer_id = ?', the.ana.id)
  await consume('money', [{ id: `settle-order:again:${Date.now()}`, body: { kind: 'settle-order', orderId: String(order?.id) } }])
  await work()
}

/** The host gives something of the last payment back at Stripe. */
const refundAtStripe = (amount: number) =>
  stripe.act(() => {
    const charge = books().all('charge').at(-1)
    if (charge) refundCharge(books(), charge, { amount })
  })

describe('A host', () => {
  it('gives a part back, then all that is left, and never more', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    const key = crypto.randomUUID()
    for (const _ of [1, 2]) expect((await giveBack(the.host, 500, key)).status).toBe(204)
    await work()
    expect(await codeOf(giveBack(the.host, 1001))).toBe('409 RefundTooLarge')
    await Promise.all([giveBack(the.host, 1000), giveBack(the.host, 1000)])
    await work()
    expect(refundsAtStripe()).toEqual(['500 succeeded', '1000 succeeded'])
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
    await cancel(the.host, id)
    await work()
    expect(refundsAtStripe()).toHaveLength(2)
  })

  it('sees who paid, what can still go back, and the sums, without the names of people who blocked them', async () => {
    const id = await publishPaid({ maxGuests: 2, capacity: 6 })
    await buySeat(the.ana, id, { guests: ['Gus'], amount: 3000 })
    await buySeat(the.bo, id)
    await giveBack(the.host, 1000)
    await work()
    await block(the.bo.id, the.host.id)
    const { orders, totals, next } = await ordersOfGame(id)
    const ifCancelled = { card: 3500, cash: 0 }
    expect({ totals, next }).toEqual({
      totals: { currency: 'usd', paid: 4500, refunded: 1000, fees: 175, cash: 0, ifCancelled },
      next: null,
    })
    expect(orders.map(({ name, seats, amount, rest, fee, state }) => [name, seats, amount, rest, fee, state])).toEqual([
      ['Someone who left', 1, 1500, 1500, 75, 'paid'],
      [`Name of ${the.ana.id}`, 2, 3000, 2000, 100, 'paid'],
    ])
    expect(orders[1]?.refunds).toMatchObject([{ amount: 1000, reason: 'host', state: 'sent' }])
    for (const person of [the.ana, the.bo]) expect((await person.ask(`/api/events/${id}/orders`)).status).toBe(404)
  })

  it('is the only one who can, and nobody else learns of the payment', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    for (const person of [the.ana, the.bo]) expect(await codeOf(giveBack(person, 500))).toBe('404 OrderNotFound')
    for (const amount of [0, -5, 1.5]) expect(await codeOf(giveBack(the.host, amount))).toBe('400 InvalidInput')
  })

  it('gives money back at Stripe, which the player sees here, and only the rest goes back later', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    refundAtStripe(400)
    await deliver()
    expect(await refundsOf(the.ana)).toEqual(['400 host sent'])
    // Nobody tells us about this one.
    refundAtStripe(100)
    await cancel(the.host, id)
    await work()
    expect(refundsAtStripe()).toEqual(['400 succeeded', '100 succeeded', '1000 succeeded'])
    expect((await refundsOf(the.ana)).toSorted()).toEqual(['100 host sent', '1000 cancelled sent', '400 host sent'])
  })

  it('gives money back at Stripe before we know of the payment', async () => {
    const id = await publishPaid()
    const session = payOn(await joinToPay(the.ana, id))
    refundAtStripe(400)
    await deliver((all) => all.slice(-1))
    await comeBack(the.ana, session)
    await work()
    expect(await refundsOf(the.ana)).toEqual(['400 host sent'])
  })

  it('cannot pass off a small refund of their own as ours', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    // What is due is not sent yet.
    stripe.act((world) => world.changeSettings({ faults: { lostRequests: 1 } }))
    await cancel(the.host, id)
    await work()
    const [due] = await rowsOf('SELECT id FROM order_refunds WHERE order_id IN (SELECT id FROM orders WHERE payer_id = ?)', the.ana.id)
    stripe.act(() => {
      const [charge] = books().all('charge')
      if (charge) refundCharge(books(), charge, { amount: 100, metadata: { refundId: String(due?.id) } })
    })
    await deliver()
    expect((await refundsOf(the.ana)).toSorted()).toEqual(['100 host sent', '1500 cancelled due'])
    await retryJobs()
    expect(refundsAtStripe()).toEqual(['100 succeeded', '1400 succeeded'])
    expect((await refundsOf(the.ana)).toSorted()).toEqual(['100 host sent', '1400 cancelled sent'])
  })

  it('who has ended our access leaves no failed work behind', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    stripe.act(() => {
      const [charge] = books().all('charge')
      if (charge) refundCharge(books(), charge, { amount: 100 })
      revoke(stripe.books(), the.account)
    })
    await deliver()
    expect(await rowsOf("SELECT error FROM jobs WHERE id LIKE 'stripe-event:%' AND state <> 'done'")).toEqual([])
  })

  it('opens the page of the game from the news, and who only manages its money the books', async () => {
    const json = { name: 'Club', people: [the.host.id, the.bo.id] }
    const { id: teamId } = (await (await the.host.ask('/api/_local/teams', { method: 'PUT', json })).json()) as { id: string }
    await rowsOf("UPDATE team_members SET role = 'treasurer' WHERE team_id = ? AND user_id = ?", teamId, the.bo.id)
    const id = await publishPaid({ teamId })
    await buySeat(the.ana, id)
    await giveBack(the.host, 1500)
    await work()
    stripe.act(() => failRefund(books(), String(books().all('refund')[0]?.id)))
    await deliver()
    await deliverNotices()
    const pathsOf = async (person: Person) => {
      const { notices } = (await (await person.ask('/api/notifications')).json()) as { notices: { title: string; path: string }[] }
      return notices.flatMap(({ title, path }) => (title.includes('could not go back') ? [path] : []))
    }
    expect(await pathsOf(the.host)).toEqual([`/discover/events/${id}/manage?tab=payments`])
    expect(await pathsOf(the.bo)).toEqual([`/ledger/events/${id}`])
  })

  it('has the money again if the bank of the player does not take it', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    await giveBack(the.host, 1500)
    await work()
    stripe.act(() => failRefund(books(), String(books().all('refund')[0]?.id)))
    await deliver()
    await deliver((all) => [...all, ...all])
    expect(await refundsOf(the.ana)).toEqual(['1500 host failed'])
    const failed = '$15.00 could not go back to a player: Open play'
    expect((await titlesOf(the.host)).filter((title) => title === failed)).toHaveLength(1)
    // Its email has no topic, so nobody turns it off.
    const mails = queues.mail.filter(({ body }) => body.to.startsWith(the.host.id) && body.template.name === 'money-news')
    expect(mails).toMatchObject([{ body: { template: { data: { title: failed } } } }])
    const noteByHand = async (amount: number) => {
      const [order] = (await ordersOfGame(id)).orders
      const refund = order?.refunds.find((each) => each.amount === amount && each.state === 'failed')
      return codeOf(the.host.ask(`/api/orders/${order?.id}/refunds/${refund?.id}/given-back`, { method: 'POST' }))
    }
    // A part of it was sent again, and is not given a second time by hand.
    expect((await giveBack(the.host, 500)).status).toBe(204)
    await work()
    expect(await noteByHand(1500)).toBe('409 RefundGoesByCard')
    stripe.act(() => failRefund(books(), String(books().all('refund')[1]?.id)))
    await deliver()
    expect((await giveBack(the.host, 500)).status).toBe(204)
    await work()
    expect(await noteByHand(500)).toBe('409 RefundGoesByCard')
    stripe.act(() => failRefund(books(), String(books().all('refund')[2]?.id)))
    await deliver()
    // So it can go back again.
    await cancel(the.host, id)
    await work()
    expect((await refundsOf(the.ana)).toSorted()).toEqual(['1500 cancelled sent', '1500 host failed', '500 host failed', '500 host failed'])
  })
})
