import { env } from 'cloudflare:workers'
import { decodeBase64 } from 'hono/utils/encode'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EventDetail } from '../../domain/events/contract.ts'
import type {
  HostMemberships,
  MembershipHolderPage,
  MyMembership,
  MyMembershipPage,
  RefusedMemberships,
  TeamMemberships,
} from '../../domain/memberships/contract.ts'
import { formatExactMoney } from '../../domain/money.ts'
import type { OpenDisputes } from '../../domain/orders/disputes.ts'
import type { PaymentHistory } from '../../domain/payments/history-contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { decideDispute, openDispute } from '../../sandbox/stripe/core/disputes.ts'
import { revoke } from '../../sandbox/stripe/core/oauth.ts'
import { failRefund, refundCharge } from '../../sandbox/stripe/core/refunds.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { findStuckMoney } from '../../worker/ledger/find-stuck-money.ts'
import { endMembership, readMembership } from '../../worker/memberships/end-at-stripe.ts'
import { commentOf } from '../../worker/memberships/end-comment.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { publishGame, setPrice } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { books, codeOf, comeBack, deliver, pass, payOn, startWithHost, stripe, the, titlesOf, work } from '../orders/paid-game.ts'
import { sendMailOf, textsOf } from '../orders/receipt-files.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { inDays } from '../setup/make-game-form.ts'

const { mail } = holdQueues()
startWithHost()

let team = ''
let offer = ''
const form = {
  type: 'DROPIN_PICKUP',
  name: 'Drop-in pass',
  description: 'All evenings.',
  amount: 2000,
  currency: 'usd',
  every: 'month',
} as const

const sell = (more: object = {}, person = the.host) =>
  person.ask(`/api/teams/${team}/memberships`, { method: 'POST', json: { ...form, ...more } })
const idOf = async (answer: Response | Promise<Response>) => ((await (await answer).json()) as { id: string }).id
const askToJoin = (person: Person, id = offer, amount = 2000) =>
  person.ask(`/api/memberships/${id}/join`, { method: 'POST', json: { amount, currency: 'usd' } })
const urlOf = async (answer: Response | Promise<Response>) => ((await (await answer).json()) as { url: string }).url
const buy = async (person: Person) => comeBack(person, payOn(await urlOf(askToJoin(person))))
const mineOf = async (person: Person): Promise<MyMembership[]> =>
  ((await (await person.ask('/api/memberships/mine')).json()) as MyMembershipPage).memberships
const statusesOf = async (person: Person) => (await mineOf(person)).map(({ status }) => status)
const act = async (person: Person, what: 'cancel' | 'resume' | 'bill') =>
  person.ask(`/api/memberships/mine/${(await mineOf(person))[0]?.id}/${what}`, { method: 'POST' })
const atStripe = () =>
  books()
    .all('subscription')
    .map(({ status }) => status)
const refunds = () =>
  books()
    .all('refund')
    .map(({ amount, status }) => ({ amount, status }))
const mailsTo = (person: Person) =>
  mail.flatMap(({ body: { to, template } }) =>
    to === `${person.id}@local.test` && template.name === 'membership' ? [template.data.title] : [],
  )

/** Time passes, and a session ends after a month. */
async function wait(days: number) {
  await pass(days * day)
  the.ana = await enter(the.ana.id)
  await deliver()
}

/** From now on, the card of the one subscription is declined. */
async function failFromNowOn() {
  const client = await openStripe(getSettings(env))
  const options = { stripeAccount: the.account }
  const subscription = books().all('subscription').at(-1)
  const customer = String(subscription?.customer)
  const { id } = await client.paymentMethods.attach('pm_card_chargeCustomerFail', { customer }, options)
  await client.subscriptions.update(subscription?.id ?? '', { default_payment_method: id }, options)
}

async function playGame(more: object = {}) {
  const id = await publishGame(the.host, { teamId: team, ...more })
  await setPrice(id, 1500, { memberAmount: 1000 })
  return id
}
const isMemberIn = async (person: Person, id: string) =>
  ((await (await person.ask(`/api/events/${id}`)).json()) as EventDetail).price?.isMember

beforeEach(async () => {
  const json = { name: 'Club', people: [the.host.id] }
  team = await idOf(the.host.ask('/api/_local/teams', { method: 'PUT', json }))
  await rowsOf("UPDATE teams SET plan = 'VARSITY' WHERE id = ?", team)
  offer = await idOf(sell())
})

describe('A membership', () => {
  it('gives the member price in games without a season, and our fee comes with it', async () => {
    const game = await playGame()
    expect(await isMemberIn(the.ana, game)).toBe(false)
    const result = await buy(the.ana)
    expect(result).toMatchObject({
      state: 'paid',
      paid: { amount: 2000 },
      bought: { kind: 'membership', name: 'Drop-in pass', team: { id: team }, goesBack: false },
    })
    expect([await isMemberIn(the.ana, game), await isMemberIn(the.bo, game)]).toEqual([true, false])
    const [payment] = books().all('payment_intent')
    expect(payment?.application_fee_amount).toBe(60)
    await rowsOf(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES (?1, ?1, 'Fall', '2026-01-01', '2027-01-01', 1)",
      team,
    )
    await rowsOf('INSERT INTO team_sessions (event_id, season_id) VALUES (?, ?)', game, team)
    expect(await isMemberIn(the.ana, game)).toBe(false)
    await rowsOf("UPDATE membership_subscriptions SET type = 'TOURNAMENTS' WHERE team_id = ?", team)
    expect(await isMemberIn(the.ana, game)).toBe(true)
  })

  it('is found from its community and from games with a member price, while it is on sale', async () => {
    const game = await playGame()
    const sellersFor = async (person: Person) => {
      const detail = (await (await person.ask(`/api/teams/${team}/detail`)).json()) as TeamDetail
      const event = (await (await person.ask(`/api/events/${game}`)).json()) as EventDetail
      return [detail.sellerId, event.price?.sellerId]
    }
    expect(await sellersFor(the.ana)).toEqual([the.host.id, the.host.id])
    // Members pay the lower price already.
    expect(await sellersFor(the.host)).toEqual([the.host.id, undefined])
    await setPrice(game, 1500)
    expect(await sellersFor(the.ana)).toEqual([the.host.id, undefined])
    await setPrice(game, 1500, { memberAmount: 1000 })
    await rowsOf('UPDATE memberships SET ended_at = 1 WHERE id = ?', offer)
    expect(await sellersFor(the.ana)).toEqual([null, undefined])
  })

  it('renews each month, and events that come twice and in any order change nothing', async () => {
    payOn(await urlOf(askToJoin(the.ana)))
    await deliver((all) => [...all.toReversed(), ...all])
    const [first] = await mineOf(the.ana)
    expect(first).toMatchObject({ status: 'active', isEntitled: true, team: { name: 'Club' } })
    await wait(32)
    const [later] = await mineOf(the.ana)
    expect(later?.status).toBe('active')
    expect(later?.periodEnd).toBeGreaterThan(first?.periodEnd ?? 0)
  })

  it('is found by the sweep if no event has arrived', async () => {
    const url = await urlOf(askToJoin(the.ana))
    payOn(url)
    await pass(1.5 * hour)
    expect(await statusesOf(the.ana)).toEqual(['active'])
  })

  it('is bought once with two clicks, in two tabs, and not a second time', async () => {
    const [one, two] = await Promise.all([urlOf(askToJoin(the.ana)), urlOf(askToJoin(the.ana))])
    expect(one).toBe(two)
    const yearly = await idOf(sell({ name: 'Year pass', every: 'year', amount: 20_000 }))
    const other = await urlOf(askToJoin(the.ana, yearly, 20_000))
    expect(() => payOn(one)).toThrow()
    await comeBack(the.ana, payOn(other))
    expect(await codeOf(askToJoin(the.ana))).toBe('409 MembershipIsCurrent')
    expect(atStripe().filter((status) => status === 'active')).toHaveLength(1)
  })

  it('keeps its page if the answer was lost', async () => {
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 2 } }))
    let url = ''
    for (let tries = 0; tries < 4 && !url; tries += 1) {
      const answer = await askToJoin(the.ana)
      if (answer.status === 200) url = await urlOf(answer)
    }
    await comeBack(the.ana, payOn(url))
    expect(await statusesOf(the.ana)).toEqual(['active'])
    expect(books().all('customer')).toHaveLength(1)
  })

  it('is not sold for another price, without a plan, without an account, or after its end', async () => {
    expect(await codeOf(askToJoin(the.ana, offer, 1))).toBe('409 OfferChanged')
    expect(await codeOf(askToJoin(the.ana, 'not-there'))).toBe('404 MembershipNotFound')
    await rowsOf("UPDATE teams SET plan = 'ROOKIE' WHERE id = ?", team)
    expect(await codeOf(askToJoin(the.ana))).toBe('409 MembershipNotForSale')
    expect(await codeOf(sell())).toBe('409 MembershipsNeedPlan')
    await rowsOf("UPDATE teams SET plan = 'PRO' WHERE id = ?", team)
    await rowsOf('UPDATE payout_accounts SET charges_enabled = 0 WHERE user_id = ?', the.host.id)
    expect(await codeOf(askToJoin(the.ana))).toBe('409 MembershipNotForSale')
    expect(await codeOf(sell())).toBe('409 MembershipsNeedAccount')
    await rowsOf('UPDATE payout_accounts SET charges_enabled = 1 WHERE user_id = ?', the.host.id)
    expect((await the.host.ask(`/api/teams/${team}/memberships/${offer}`, { method: 'DELETE' })).status).toBe(204)
    expect(await codeOf(askToJoin(the.ana))).toBe('409 MembershipNotForSale')
    expect(atStripe()).toEqual([])
  })

  it('is not there for people with a block', async () => {
    await rowsOf('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?1, ?1, ?2, 1)', the.host.id, the.ana.id)
    expect(await codeOf(askToJoin(the.ana))).toBe('404 MembershipNotFound')
    expect(await codeOf(the.ana.ask(`/api/memberships?host=${the.host.id}`))).toBe('404 PersonNotFound')
  })

  it('leaves nothing if the card is declined', async () => {
    const url = await urlOf(askToJoin(the.ana))
    expect(() => payOn(url, 'declined')).toThrow()
    expect(await mineOf(the.ana)).toEqual([])
    expect((await comeBack(the.ana, payOn(url))).state).toBe('paid')
  })
})

describe('Our fee on a membership', () => {
  const feeAtStripe = () => books().all('subscription').at(-1)?.application_fee_percent
  const post = (path: string, json: object) => the.host.ask(`/api/payments${path}`, { method: 'POST', json })
  const ofTeam = () => ({ type: 'team', id: team })
  /** The community buys a plan, or another one instead. */
  const changePlan = async (id: string, type: 'TEAMS' | 'CHANGE_TEAM_SUBSCRIPTION') => {
    const answer = await post('/subscriptions', { items: [{ id, teamId: team, type }] })
    expect(answer.status).toBeLessThan(300)
    if (type === 'TEAMS') await comeBack(the.host, stripe.pay(await urlOf(answer)))
    await work()
  }

  it('follows the plan of the community, up and down, for the payments after that', async () => {
    await changePlan('varsity-50', 'TEAMS')
    await buy(the.ana)
    expect(feeAtStripe()).toBe(3)
    await changePlan('pro-200', 'CHANGE_TEAM_SUBSCRIPTION')
    expect(feeAtStripe()).toBe(1.5)
    const before = stripe.calls.length
    await changePlan('varsity-50', 'CHANGE_TEAM_SUBSCRIPTION')
    expect(feeAtStripe()).toBe(3)
    // Nothing more happens while the plan stays the same.
    expect(
      stripe.calls
        .slice(before)
        .filter((call) => call.startsWith('POST /v1/subscriptions/') && call.includes(books().all('subscription').at(-1)?.id ?? '')),
    ).toHaveLength(1)
    expect((await post('/subscriptions/cancel', ofTeam())).status).toBe(204)
    await work()
    expect(feeAtStripe()).toBe(3)
    await wait(32)
    expect(
      books()
        .all('payment_intent')
        .map(({ application_fee_amount: fee }) => fee),
    ).toEqual([60, 60])
  })

  it('is put right when a renewal is read', async () => {
    await buy(the.ana)
    await rowsOf("UPDATE teams SET plan = 'PRO' WHERE id = ?", team)
    await wait(32)
    expect(feeAtStripe()).toBe(1.5)
    await rowsOf("UPDATE teams SET plan = 'ROOKIE' WHERE id = ?", team)
    await wait(32)
    expect(feeAtStripe()).toBe(5)
    await wait(32)
    expect(
      books()
        .all('payment_intent')
        .map(({ application_fee_amount: fee }) => fee)
        .at(-1),
    ).toBe(100)
  })
})

describe('The books of a community, and those of its owner', () => {
  it('contain its memberships, and what went back of them', async () => {
    await buy(the.ana)
    const charge = books().all('charge').at(-1)
    if (!charge) throw new Error('Nobody has paid.')
    stripe.act(() => refundCharge(books(), charge, { amount: 500, withFee: true }))
    await deliver()
    await pass(hour)
    const booksOf = (kind: string, id: string) =>
      rowsOf('SELECT gross, payments, our_fee, refunds FROM ledger_months WHERE owner_kind = ? AND owner_id = ?', kind, id)
    const sums = [{ gross: 2000, payments: 1, our_fee: 45, refunds: -500 }]
    expect(await booksOf('team', team)).toEqual(sums)
    expect(await booksOf('user', the.host.id)).toEqual(sums)
  })
})

describe('A person with a membership', () => {
  it('ends it with its period, and can change their mind', async () => {
    await buy(the.ana)
    expect((await act(the.ana, 'cancel')).status).toBe(204)
    expect((await mineOf(the.ana))[0]).toMatchObject({ status: 'active', endsAtPeriodEnd: true })
    expect((await act(the.ana, 'resume')).status).toBe(204)
    expect((await mineOf(the.ana))[0]?.endsAtPeriodEnd).toBe(false)
    await act(the.ana, 'cancel')
    await wait(32)
    expect(await statusesOf(the.ana)).toEqual(['canceled'])
    expect(refunds()).toEqual([])
    expect((await buy(the.ana)).state).toBe('paid')
  })

  it('is asked for a payment that failed, keeps it for two weeks, and then has none', async () => {
    const game = await playGame({ starts: inDays(40, '18:00'), ends: inDays(40, '20:00') })
    await buy(the.ana)
    await failFromNowOn()
    await wait(32)
    expect((await mineOf(the.ana))[0]).toMatchObject({ status: 'past_due', isEntitled: true })
    expect(mailsTo(the.ana)).toHaveLength(1)
    expect(await urlOf(act(the.ana, 'bill'))).toContain('/invoice')
    expect(await isMemberIn(the.ana, game)).toBe(true)
    await wait(15)
    expect(await statusesOf(the.ana)).toEqual(['canceled'])
    expect(atStripe()).toEqual(['canceled'])
    expect(refunds()).toEqual([])
  })

  it('hears that it is over if the host has just ended our access to their account', async () => {
    await buy(the.ana)
    stripe.act(() => revoke(stripe.books(), the.account))
    expect(await codeOf(act(the.ana, 'cancel'))).toBe('409 MembershipOver')
    expect([await statusesOf(the.ana), mailsTo(the.ana).length]).toEqual([['canceled'], 1])
  })

  it('sees no membership of others, and cannot end them', async () => {
    await buy(the.ana)
    const [mine] = await mineOf(the.ana)
    expect(await mineOf(the.bo)).toEqual([])
    expect(await codeOf(the.bo.ask(`/api/memberships/mine/${mine?.id}/cancel`, { method: 'POST' }))).toBe('404 MembershipNotFound')
    const [session] = books().all('checkout_session')
    expect(await codeOf(the.bo.ask('/api/payments/return', { method: 'POST', json: { sessionId: session?.id } }))).toBe(
      '404 PaymentNotYours',
    )
  })
})

describe('Each payment for a membership', () => {
  const paidBy = (person: Person) =>
    rowsOf('SELECT amount, refunded, paid_at AS at FROM membership_payments WHERE member_id = ? ORDER BY paid_at', person.id)
  const receipts = () => mail.filter(({ body: { template } }) => template.name === 'membership-receipt')

  it('is stored once with its receipt, which only the member can save', async () => {
    mail.length = 0
    await buy(the.ana)
    await deliver((all) => [...all, ...all.toReversed()])
    expect(await paidBy(the.ana)).toMatchObject([{ amount: 2000, refunded: 0 }])
    expect(receipts().map(({ body }) => body.to)).toEqual([`${the.ana.id}@local.test`])
    const [row] = await rowsOf('SELECT id FROM membership_payments WHERE member_id = ?', the.ana.id)
    const [sent] = await sendMailOf(mail, 'membership-receipt:')
    const words = ['Membership', 'Drop-in pass', '$20.00 (USD)', String(row?.id)]
    expect(await textsOf(decodeBase64(sent?.attachments?.[0]?.content ?? ''))).toEqual(expect.arrayContaining(words))
    const path = `/api/memberships/payments/${row?.id}/receipt`
    expect(await textsOf(new Uint8Array(await (await the.ana.ask(path)).arrayBuffer()))).toEqual(expect.arrayContaining(words))
    expect(await codeOf(the.host.ask(path))).toBe('404 OrderNotFound')
    await wait(32)
    expect(await paidBy(the.ana)).toHaveLength(2)
  })

  it('says what the host gives back at Stripe, and the member is told', async () => {
    await buy(the.ana)
    await deliver()
    mail.length = 0
    for (const amount of [500, undefined]) {
      const charge = books().all('charge').at(-1)
      stripe.act(() => charge && refundCharge(books(), charge, { amount }))
      await deliver((all) => [...all, ...all])
      await pass(hour)
    }
    expect(await paidBy(the.ana)).toMatchObject([{ amount: 2000, refunded: 2000 }])
    expect(mailsTo(the.ana)).toEqual(['You get back $5.00 for “Drop-in pass”', 'You get back $20.00 for “Drop-in pass”'])
  })

  const readAgain = async (person: Person) => {
    const [row] = await rowsOf('SELECT id FROM membership_subscriptions WHERE member_id = ?', person.id)
    const db = openPrimary(env.DB)
    const reading = { db, stripe: await openStripe(getSettings(env)), now: Date.now() }
    await runBatch(db, { read: await readMembership(reading, { kind: 'read-membership', id: String(row?.id) }) })
    await sendOutbox(env, db.outboxIds)
  }

  it('is found by the next reading if no event has told of it, and nobody gets the receipt of an old one', async () => {
    await buy(the.ana)
    await wait(32)
    await rowsOf('DELETE FROM membership_payments')
    mail.length = 0
    await readAgain(the.ana)
    expect(await paidBy(the.ana)).toMatchObject([{ amount: 2000 }, { amount: 2000 }])
    expect(receipts()).toHaveLength(1)
  })

  it('tells what went back before the payment itself was known', async () => {
    await buy(the.ana)
    await deliver()
    await rowsOf('DELETE FROM membership_payments')
    mail.length = 0
    stripe.act(() => refundCharge(books(), books().all('charge').at(-1) ?? expect.fail(), { amount: 500 }))
    await deliver()
    expect(mailsTo(the.ana)).toEqual([])
    await readAgain(the.ana)
    await pass(hour)
    expect(await paidBy(the.ana)).toMatchObject([{ amount: 2000, refunded: 500 }])
    expect(mailsTo(the.ana)).toEqual(['You get back $5.00 for “Drop-in pass”'])
  })
})

describe('A dispute about a membership', () => {
  const storedStates = async () =>
    (await rowsOf('SELECT kind, title, state FROM payment_disputes WHERE team_id = ?', team)).map((row) => Object.values(row).join(' '))

  it('is told to the host once, beside the holder, and in the list of open disputes until it is decided', async () => {
    await buy(the.ana)
    await pass(hour)
    await buy(the.bo)
    const { id } = stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent'))
    await deliver((all) => [...all.toReversed(), ...all])
    expect(await storedStates()).toEqual(['membership Drop-in pass needs-response'])
    const told = async () => (await titlesOf(the.host)).filter((title) => title.includes('dispute'))
    expect(await told()).toEqual(['A payment of $20.00 is disputed: Drop-in pass'])
    const listed = async () => ((await (await the.host.ask('/api/disputes')).json()) as OpenDisputes).disputes
    expect(await listed()).toMatchObject([{ kind: 'membership', title: 'Drop-in pass', path: `/team/${team}/ledger` }])
    const ofHolders = async () => {
      const answer = await the.host.ask(`/api/teams/${team}/membership-holders`)
      return ((await answer.json()) as MembershipHolderPage).holders.map(({ person, dispute }) => [person?.id, dispute?.state])
    }
    expect(await ofHolders()).toEqual([
      [the.bo.id, undefined],
      [the.ana.id, 'needs-response'],
    ])
    stripe.act(() => decideDispute(books(), id, 'won'))
    await deliver()
    expect((await ofHolders())[1]).toEqual([the.ana.id, 'won'])
    expect([(await told())[0], await listed(), await statusesOf(the.ana)]).toEqual([
      'You won the dispute about $20.00: Drop-in pass',
      [],
      ['active'],
    ])
  })

  it('shows on the payment that it is about, and on no other one', async () => {
    const disputesOf = async (person: Person) =>
      ((await (await person.ask('/api/payments/history')).json()) as PaymentHistory).payments.map(
        ({ payment }) => 'dispute' in payment && payment.dispute,
      )
    await buy(the.ana)
    await wait(32)
    const { id } = stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent'))
    await deliver()
    expect(await disputesOf(the.ana)).toEqual([null, 'open'])
    stripe.act(() => decideDispute(books(), id, 'lost'))
    await deliver()
    expect(await disputesOf(the.ana)).toEqual([null, 'lost'])
  })

  it('does not stop the end of the membership when the community is deleted', async () => {
    await buy(the.ana)
    stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent'))
    expect((await the.host.ask(`/api/teams/${team}?name=Club`, { method: 'DELETE' })).status).toBe(204)
    await work()
    expect([atStripe(), refunds(), await statusesOf(the.ana)]).toEqual([['canceled'], [], ['canceled']])
  })

  it.each([
    ['won', 1],
    ['lost', 0],
  ] as const)('that is %s gives the rest of an ended membership back %i times', async (outcome, times) => {
    await buy(the.ana)
    await deliver()
    const { id } = stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent'))
    await deliver()
    expect((await the.host.ask(`/api/teams/${team}?name=Club`, { method: 'DELETE' })).status).toBe(204)
    await work()
    stripe.act(() => decideDispute(books(), id, outcome))
    await deliver((all) => [...all, ...all.toReversed()])
    await work()
    expect([atStripe(), refunds().length]).toEqual([['canceled'], times])
    expect(mailsTo(the.ana)).toEqual(['Your membership “Drop-in pass” has ended'])
  })

  it('leaves the member what the membership gives until it is decided, and gives nothing back of one that goes on', async () => {
    await buy(the.ana)
    const game = await playGame()
    const { id } = stripe.act(() => openDispute(books(), String(books().all('charge')[0]?.id), 'fraudulent'))
    await deliver()
    expect(await isMemberIn(the.ana, game)).toBe(true)
    stripe.act(() => decideDispute(books(), id, 'won'))
    await deliver()
    await work()
    expect([await isMemberIn(the.ana, game), await statusesOf(the.ana), refunds()]).toEqual([true, ['active'], []])
  })
})

describe('A membership that somebody else ends', () => {
  it('gives back the rest of its time when the community is deleted, once', async () => {
    await buy(the.ana)
    await pass(15 * day)
    const open = await urlOf(askToJoin(the.bo))
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
    const host = await enter(the.host.id)
    expect((await host.ask(`/api/teams/${team}?name=Club`, { method: 'DELETE' })).status).toBe(204)
    await work()
    // The queue tries it again.
    const [row] = await rowsOf('SELECT id FROM membership_subscriptions WHERE member_id = ?', the.ana.id)
    const db = openPrimary(env.DB)
    const reading = { db, stripe: await openStripe(getSettings(env)), now: Date.now() }
    await runBatch(db, { ended: await endMembership(reading, { kind: 'end-membership', id: String(row?.id), because: 'community' }) })
    await sendOutbox(env, db.outboxIds)
    expect(atStripe()).toEqual(['canceled'])
    expect(await statusesOf(the.ana)).toEqual(['canceled'])
    expect(refunds()).toHaveLength(1)
    expect(refunds()[0]?.amount).toBeGreaterThan(900)
    expect(refunds()[0]?.amount).toBeLessThan(1100)
    expect(mailsTo(the.ana)).toEqual(['Your membership “Drop-in pass” has ended'])
    expect(() => payOn(open)).toThrow()
  })

  it('gives its rest back and tells so once, if an event of its end comes between the end and the refund', async () => {
    await buy(the.ana)
    await deliver()
    expect((await the.host.ask(`/api/teams/${team}?name=Club`, { method: 'DELETE' })).status).toBe(204)
    const client = await openStripe(getSettings(env))
    const [row] = await rowsOf('SELECT id FROM membership_subscriptions WHERE member_id = ?', the.ana.id)
    const comment = commentOf('community')
    const ended = { cancellation_details: { comment } }
    await client.subscriptions.cancel(String(books().all('subscription')[0]?.id), ended, { stripeAccount: the.account })
    await deliver()
    const db = openPrimary(env.DB)
    const reading = { db, stripe: client, now: Date.now() }
    for (let times = 0; times < 2; times += 1)
      await runBatch(db, { ended: await endMembership(reading, { kind: 'end-membership', id: String(row?.id), because: 'community' }) })
    await sendOutbox(env, db.outboxIds)
    expect([refunds().length, await statusesOf(the.ana)]).toEqual([1, ['canceled']])
    expect(mailsTo(the.ana)).toEqual(['Your membership “Drop-in pass” has ended'])
  })

  it('gives its rest back although the host had begun to, and has canceled that', async () => {
    await buy(the.ana)
    await deliver()
    stripe.act(() => {
      const [charge] = books().all('charge')
      const { id } = refundCharge(books(), charge ?? expect.fail(), { amount: 500 })
      failRefund(books(), id)
      books().change('refund', id, { status: 'canceled' })
    })
    expect((await the.host.ask(`/api/teams/${team}?name=Club`, { method: 'DELETE' })).status).toBe(204)
    await work()
    const [begun, ...more] = refunds()
    expect([begun, more.map(({ status }) => status)]).toEqual([{ amount: 500, status: 'canceled' }, ['succeeded']])
    // All of it, but for the seconds that are over.
    expect(more[0]?.amount).toBeGreaterThan(1990)
  })

  it('gives nothing back of what the host has ended at Stripe, whatever happens then', async () => {
    const leaver = await enter(`ended-${the.host.id}`)
    await buy(leaver)
    const client = await openStripe(getSettings(env))
    await client.subscriptions.cancel(String(books().all('subscription')[0]?.id), {}, { stripeAccount: the.account })
    await deliver()
    expect((await leaver.ask('/api/accounts', { method: 'DELETE', json: { confirm: 'DELETE' } })).status).toBe(204)
    await work()
    expect([atStripe(), refunds()]).toEqual([['canceled'], []])
  })

  it('counts before its host unlinks the account, and ends with it', async () => {
    await buy(the.ana)
    const refused = the.host.ask('/api/payments/account', { method: 'DELETE' })
    expect(await codeOf(refused)).toBe('409 AccountHasPayers')
    expect((await the.host.ask('/api/payments/account?force=true', { method: 'DELETE' })).status).toBe(204)
    await work()
    expect([atStripe(), await statusesOf(the.ana), refunds().length]).toEqual([['canceled'], ['canceled'], 1])
  })

  it.each([['the account was unlinked'], ['the community was deleted']])(
    'ends if somebody pays on a page that stayed open after %s',
    async (how) => {
      const url = await urlOf(askToJoin(the.ana))
      // The host ended our access for a while, so we could not close the page.
      await rowsOf("UPDATE membership_subscriptions SET status = 'canceled', ended_at = 1 WHERE team_id = ?", team)
      if (how === 'the community was deleted') await the.host.ask(`/api/teams/${team}?name=Club`, { method: 'DELETE' })
      else await the.host.ask('/api/payments/account?force=true', { method: 'DELETE' })
      await work()
      const session = payOn(url)
      expect((await comeBack(the.ana, session)).bought).toMatchObject({ kind: 'membership', goesBack: true })
      await deliver()
      await work()
      expect((await comeBack(the.ana, session)).bought).toMatchObject({ goesBack: true })
      const [back, ...more] = refunds()
      expect([atStripe(), back?.status, more]).toEqual([['canceled'], 'succeeded', []])
      // Some seconds of the month are over.
      expect(back?.amount).toBeGreaterThan(1990)
      await deliver()
      expect(await rowsOf('SELECT status FROM membership_subscriptions WHERE team_id = ?', team)).toEqual([{ status: 'canceled' }])
    },
  )

  it('ends with the account of its member', async () => {
    const leaver = await enter(`leaver-${the.host.id}`)
    await buy(leaver)
    expect((await leaver.ask('/api/accounts', { method: 'DELETE', json: { confirm: 'DELETE' } })).status).toBe(204)
    await work()
    expect([atStripe(), refunds().length]).toEqual([['canceled'], 1])
    expect(books().all('customer')).toEqual([expect.objectContaining({ _deleted: true })])
  })
})

describe('The rest of a membership that the bank of its member does not take', () => {
  const refused = async () =>
    (await findStuckMoney(openPrimary(env.DB), Date.now())).refusedRefunds
      .filter(({ kind }) => kind === 'membership')
      .map(({ amount }) => amount)
  const failLast = () => stripe.act(() => failRefund(books(), String(books().all('refund').at(-1)?.id)))
  const toldHost = async () => (await titlesOf(the.host)).filter((title) => title.includes('could not go back'))
  const mailedHost = () => mail.filter(({ body }) => body.to.startsWith(the.host.id) && body.template.name === 'money-news')
  const backFor = (person: Person) => mailsTo(person).filter((title) => title.includes('could not go back'))

  async function endByHost() {
    await buy(the.ana)
    await deliver()
    expect((await the.host.ask('/api/payments/account?force=true', { method: 'DELETE' })).status).toBe(204)
    await work()
    await deliver()
  }

  /** What went back of $20.00 for a month. Each second that has passed since may cost a cent. */
  function amountBack(): number {
    const amount = Number(refunds()[0]?.amount)
    expect(2000 - amount).toBeOneOf([0, 1, 2])
    return amount
  }

  it.each([['the community is deleted'], ['the account is unlinked']])(
    'is told to the host and the member once, and shown to the operator: %s',
    async (how) => {
      if (how === 'the account is unlinked') await endByHost()
      else {
        await buy(the.ana)
        await deliver()
        expect((await the.host.ask(`/api/teams/${team}?name=Club`, { method: 'DELETE' })).status).toBe(204)
        await work()
        await deliver()
      }
      expect(await refused()).toEqual([])
      const amount = amountBack()
      failLast()
      await deliver()
      await deliver((all) => [...all, ...all])
      await pass(hour)
      const money = formatExactMoney({ amount, currency: 'usd' })
      expect([await toldHost(), backFor(the.ana)]).toEqual([
        [`${money} could not go back to a member: Drop-in pass`],
        [`${money} for “Drop-in pass” could not go back to you`],
      ])
      expect(mailedHost()).toHaveLength(1)
      expect([await refused(), refunds()]).toEqual([[amount], [{ amount, status: 'failed' }]])
      await pass(91 * day)
      expect(await refused()).toEqual([])
    },
  )

  it('is over once the host has sent it again at Stripe', async () => {
    await endByHost()
    const amount = amountBack()
    failLast()
    await deliver()
    stripe.act(() => refundCharge(books(), books().all('charge').at(-1) ?? expect.fail(), { amount: amount - 500 }))
    await deliver()
    expect(await refused()).toEqual([500])
    stripe.act(() => refundCharge(books(), books().all('charge').at(-1) ?? expect.fail(), {}))
    await deliver()
    expect([await refused(), backFor(the.ana).length]).toEqual([[], 1])
  })

  it('is noted as given back by hand, and the member is told once', async () => {
    await endByHost()
    const amount = amountBack()
    const holders = async () =>
      ((await (await the.host.ask(`/api/teams/${team}/membership-holders`)).json()) as MembershipHolderPage).holders.map(
        ({ refused }) => refused,
      )
    const paymentId = String((await rowsOf('SELECT id FROM membership_payments WHERE member_id = ?', the.ana.id))[0]?.id)
    const note = (id = paymentId) => the.host.ask(`/api/teams/${team}/membership-payments/${id}/given-back`, { method: 'POST' })
    expect([await holders(), await codeOf(note()), await codeOf(note('in_other'))]).toEqual([
      [[]],
      '409 RefundGoesByCard',
      '404 OrderNotFound',
    ])
    failLast()
    await deliver()
    expect([await holders(), await refused()]).toEqual([[[{ paymentId, amount, currency: 'usd' }]], [amount]])
    await work()
    const told = await toldHost()
    expect(told).toHaveLength(1)
    expect([(await note()).status, (await note()).status]).toEqual([204, 204])
    // A later reading at Stripe changes nothing.
    stripe.act(() => refundCharge(books(), books().all('charge').at(-1) ?? expect.fail(), { amount: 1 }))
    await deliver()
    await pass(hour)
    expect([await holders(), await refused(), await toldHost()]).toEqual([[[]], [], told])
    expect(
      mailsTo(the.ana).filter((title) => title === `You get back ${formatExactMoney({ amount, currency: 'usd' })} for “Drop-in pass”`),
    ).toHaveLength(1)
    // What another bank refuses later is owed in full.
    stripe.act(() => refundCharge(books(), books().all('charge').at(-1) ?? expect.fail(), { amount: 300 }))
    await deliver()
    failLast()
    await deliver()
    await pass(hour)
    expect([await holders(), await refused()]).toEqual([[[{ paymentId, amount: 300, currency: 'usd' }]], [300]])
    expect([new Set(await toldHost()), backFor(the.ana).length]).toEqual([
      new Set([...told, '$3.00 could not go back to a member: Drop-in pass']),
      2,
    ])
    expect((await note()).status).toBe(204)
    await deliver()
    expect(await refused()).toEqual([])
  })

  it('is noted by whoever was paid, if the community was deleted', async () => {
    await buy(the.ana)
    await deliver()
    expect((await the.host.ask(`/api/teams/${team}?name=Club`, { method: 'DELETE' })).status).toBe(204)
    await work()
    await deliver()
    const amount = amountBack()
    const owed = async (person: Person) => ((await (await person.ask('/api/memberships/refused')).json()) as RefusedMemberships).refused
    expect(await owed(the.host)).toEqual([])
    failLast()
    await deliver()
    const [back, ...others] = await owed(the.host)
    expect(back).toMatchObject({ amount, name: 'Drop-in pass', team: { id: team, name: 'Club' }, person: { id: the.ana.id } })
    expect([others, await owed(the.bo)]).toEqual([[], []])
    expect((await the.host.ask('/api/payments/account?force=true', { method: 'DELETE' })).status).toBe(204)
    expect(await owed(the.host)).toMatchObject([{ amount }])
    const note = (person: Person) => person.ask(`/api/teams/${team}/membership-payments/${back?.paymentId}/given-back`, { method: 'POST' })
    expect(await codeOf(note(the.bo))).toBe('404 TeamNotFound')
    expect([(await note(the.host)).status, (await note(the.host)).status]).toEqual([204, 204])
    expect([await owed(the.host), await refused()]).toEqual([[], []])
    expect(
      mailsTo(the.ana).filter((title) => title === `You get back ${formatExactMoney({ amount, currency: 'usd' })} for “Drop-in pass”`),
    ).toHaveLength(1)
  })

  it('is found by the books if no event has told of it', async () => {
    await buy(the.ana)
    await deliver()
    expect((await the.host.ask(`/api/teams/${team}?name=Club`, { method: 'DELETE' })).status).toBe(204)
    await work()
    failLast()
    for (const _ of [1, 2]) await pass(hour)
    expect([await refused(), (await toldHost()).length]).toEqual([[expect.any(Number)], 1])
  })
})

describe('Those who manage the money of a community', () => {
  it('change a price for new buyers only', async () => {
    await buy(the.ana)
    const change = (json: object) => the.host.ask(`/api/teams/${team}/memberships/${offer}`, { method: 'PUT', json })
    const texts = { name: 'Evening pass', description: '', currency: 'usd' }
    expect(await idOf(change({ ...texts, amount: 2000 }))).toBe(offer)
    const next = await idOf(change({ ...texts, amount: 2500 }))
    expect(next).not.toBe(offer)
    expect((await mineOf(the.ana))[0]?.membership).toMatchObject({ name: 'Evening pass', amount: 2000 })
    const { communities } = (await (await the.bo.ask(`/api/memberships?host=${the.host.id}`)).json()) as HostMemberships
    expect(communities.find(({ id }) => id === team)?.memberships).toMatchObject([{ id: next, amount: 2500, isMine: false }])
    const sold = (await (await the.host.ask(`/api/teams/${team}/memberships`)).json()) as TeamMemberships
    expect(sold).toMatchObject({ hostId: the.host.id, obstacle: null, currency: 'usd', feeBasisPoints: 300 })
    expect(sold.memberships).toMatchObject([
      { id: next, holders: 0, endedAt: null },
      { id: offer, holders: 1, endedAt: expect.any(Number) },
    ])
    const { holders } = (await (await the.host.ask(`/api/teams/${team}/membership-holders`)).json()) as MembershipHolderPage
    expect(holders).toMatchObject([{ person: { id: the.ana.id }, name: 'Evening pass', amount: 2000, status: 'active' }])
  })

  it('sell up to ten at a time', async () => {
    for (let index = 1; index < 10; index += 1) expect((await sell({ name: `Pass ${index}` })).status).toBe(201)
    expect(await codeOf(sell())).toBe('409 MembershipsFull')
  })
})
