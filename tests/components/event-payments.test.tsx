import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { EventPrice } from '../../domain/events/pricing-contract.ts'
import type { GameCoupon, GameCoupons } from '../../domain/orders/coupon-contract.ts'
import type { Dispute, OpenDisputes } from '../../domain/orders/disputes.ts'
import type { GameOrder, GameOrderPage, UnpaidSeats } from '../../domain/orders/game-orders-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { aHost, aManaged, aManagedJoiner, startsAt } from './event-examples.ts'
import { setPayments } from './payment-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const ana = aManagedJoiner('Ana Payer')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const give = 'POST /api/orders/:id/refunds'
const bodies = () => requestsTo(give).map(({ body }) => body as { amount: number; idempotencyKey: string })
const dialog = page.getByRole('alertdialog', { name: 'Give money back' })
const amount = dialog.getByLabelText('Amount (USD)')

const anOrder = (changes: Partial<GameOrder> = {}): GameOrder => ({
  ...{ id: 'o1', payer: ana.person, name: 'Ana Payer', seats: 1, part: null, amount: 1500, credit: 0, fee: 75, currency: 'usd' },
  ...{ method: 'card', state: 'paid', rest: 1500, balance: 0, credits: [], waitsForBuyer: false },
  ...{ createdAt: startsAt - 3 * day, paidAt: startsAt - 3 * day, refunds: [], dispute: null },
  ...changes,
})
const aDispute = (changes: Partial<Dispute> = {}): Dispute => ({
  ...{ id: 'du_1', amount: 1500, currency: 'usd', reason: 'fraudulent', state: 'needs-response' },
  ...{ respondBy: Date.UTC(2031, 10, 20, 12), createdAt: startsAt },
  ...changes,
})

let orders: GameOrder[] = []
let unpaid: UnpaidSeats[] = []
let ifCancelled = { card: 1500, cash: 0 }

beforeEach(() => {
  orders = [anOrder()]
  unpaid = []
  ifCancelled = { card: 1500, cash: 0 }
  answerWith({
    'GET /api/events/:id/manage': () => ({ ...aManaged([ana]), seesPayments: true }),
    'GET /api/events/:id/orders': (): GameOrderPage => ({
      totals: { currency: 'usd', paid: 1500, refunded: 0, fees: 75, cash: 0, ifCancelled },
      unpaid,
      orders,
      next: null,
    }),
  })
})

const openPayments = () => openApp('/discover/events/sunrise/manage?tab=payments', { viewer: aHost() })

describe('The payments of a game', () => {
  it('are given back in part, and nothing typed is lost if the server refuses', async () => {
    let refusals = 1
    answerWith({
      [give]: () => {
        if (refusals-- > 0) return refuse('PaymentsUnavailable', 'Our payment provider did not answer.')
        orders = [anOrder({ rest: 1000, refunds: [{ id: 'r1', amount: 500, reason: 'host', state: 'due', at: startsAt }] })]
        return null
      },
    })
    await openPayments()
    await button('Give money back to Ana Payer').click()
    await expect.element(amount).toHaveValue('15')
    await expect.element(dialog).toHaveTextContent(/Ana Payer gets \$15\.00 back in 5 to 10 days\. Ana Payer keeps the seat\./)
    await amount.fill('15.01')
    await button('Give money back').click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Only $15.00 are left of this payment.')
    await amount.fill('5')
    await button('Give $5.00 back').click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Our payment provider did not answer.')
    await expect.element(amount).toHaveValue('5')
    await button('Give $5.00 back').click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(bodies().map(({ amount: sent }) => sent)).toEqual([500, 500])
    expect(new Set(bodies().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Ana Payer' })).toHaveTextContent(/\$5\.00 goes back/)
  })

  it('are given as credit for the next games', async () => {
    const giveCredit = 'POST /api/orders/:id/credits'
    answerWith({
      [giveCredit]: () => {
        orders = [anOrder({ rest: 1000, credits: [{ id: 'c1', amount: 500, reason: 'host', at: startsAt }] })]
        return null
      },
    })
    await openPayments()
    await expect.element(page.getByRole('link', { name: 'Books of this game' })).toHaveAttribute('href', '/ledger/events/sunrise')
    await button('Give money back to Ana Payer').click()
    await dialog.getByRole('radio', { name: 'As credit for your next games' }).click()
    await amount.fill('5')
    await expect.element(dialog).toHaveTextContent(/Ana Payer gets \$5\.00 credit\. Ana Payer keeps the seat\./)
    await expectAccessibleInBothThemes()
    await button('Give $5.00 credit').click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(requestsTo(giveCredit).map(({ body }) => body)).toMatchObject([{ amount: 500 }])
    expect(bodies()).toEqual([])
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Ana Payer' })).toHaveTextContent(/\$5\.00 given as credit/)
  })

  it('say what is disputed and until when, and what a bank did not take', async () => {
    orders = [
      anOrder({ dispute: aDispute() }),
      anOrder({
        ...{ id: 'o2', name: 'Bo Failed' },
        refunds: [{ id: 'r2', amount: 1500, reason: 'cancelled', state: 'failed', at: startsAt }],
      }),
    ]
    await openPayments()
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await expect.element(row('Ana Payer')).toHaveTextContent(/Answer at Stripe by November 20/)
    await expect.element(button('Give money back to Ana Payer')).not.toBeInTheDocument()
    await expect.element(row('Bo Failed')).toHaveTextContent(/not taken by the bank of the player, so you have it again/)
    await expectAccessibleInBothThemes()
  })

  it('are given back by hand after a question, if we cannot use the account any more', async () => {
    const stuck = { id: 'r1', amount: 1500, reason: 'cancelled', state: 'no-access', at: startsAt } as const
    orders = [anOrder({ rest: 0, refunds: [stuck] })]
    answerWith({
      'POST /api/orders/:id/refunds/:refund/given-back': () => {
        orders = [anOrder({ rest: 0, refunds: [{ ...stuck, state: 'by-hand' }] })]
      },
    })
    await openPayments()
    const row = page.getByRole('listitem').filter({ hasText: 'Ana Payer' })
    await expect.element(row).toHaveTextContent(/\$15\.00 cannot be sent/)
    await button('Given back by hand: $15.00 to Ana Payer').click()
    const question = page.getByRole('alertdialog', { name: 'Does Ana Payer have the $15.00?' })
    await expectAccessibleInBothThemes()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(requestsTo('POST /api/orders/:id/refunds/:refund/given-back')).toEqual([])
    await button('Given back by hand: $15.00 to Ana Payer').click()
    await question.getByRole('button', { name: 'They have it' }).click()
    await expect.element(row).toHaveTextContent(/\$15\.00 given back by hand/)
    await expect.element(question).not.toBeInTheDocument()
    expect(requestsTo('POST /api/orders/:id/refunds/:refund/given-back').map(({ path }) => path)).toEqual([
      `/api/orders/${orders[0]?.id}/refunds/r1/given-back`,
    ])
  })

  it('are given back by hand if a bank did not take them, unless as much went back since, or a bank has them', async () => {
    const refused = { id: 'r1', amount: 1500, reason: 'late', state: 'failed', at: startsAt } as const
    const again = { id: 'r2', amount: 1500, reason: 'host', state: 'sent', at: startsAt + day } as const
    orders = [
      anOrder({ refunds: [refused] }),
      anOrder({ id: 'o2', name: 'Bo Again', rest: 0, refunds: [refused, again] }),
      anOrder({ id: 'o3', name: 'Cy Bank', refunds: [refused], dispute: aDispute() }),
    ]
    await openPayments()
    await expect.element(button('Given back by hand: $15.00 to Ana Payer')).toBeVisible()
    await expect.element(button('Give money back to Ana Payer')).toBeVisible()
    for (const name of ['Bo Again', 'Cy Bank']) {
      await expect.element(page.getByRole('listitem').filter({ hasText: name })).toHaveTextContent(/was not taken by the bank/)
      await expect.element(button(`Given back by hand: $15.00 to ${name}`)).not.toBeInTheDocument()
    }
  })

  it('are noted in cash, at the price of the ticket, and given back by hand', async () => {
    const tiers = [
      { id: 'kid', name: 'Kid', amount: 800, memberAmount: 500, seats: null },
      { id: 'adult', name: 'Adult', amount: 1500, memberAmount: null, seats: null },
    ]
    const price: EventPrice = {
      ...{ currency: 'usd', amount: 800, early: null, memberAmount: null, feeBy: 'host', refundHours: 24, tiers },
      ...{ isMember: false, feeBasisPoints: 500, paysBookingFee: true },
    }
    const bo = aManagedJoiner('Bo Cash', { state: 'paying' })
    orders = []
    unpaid = [{ joinerId: bo.id, payer: bo.person, name: 'Bo Cash', seats: 2, tierId: null, isMember: true, left: null, payUntil: null }]
    const cash = anOrder({ payer: bo.person, name: 'Bo Cash', method: 'cash', amount: 1300, rest: 0, fee: 0 })
    const due = { id: 'r1', amount: 1300, reason: 'left', state: 'due', at: startsAt } as const
    answerWith({
      'GET /api/events/:id/manage': () => ({ ...aManaged([bo], { price }), seesPayments: true }),
      'POST /api/events/:id/joiners/:joiner/payment': () => {
        unpaid = []
        orders = [{ ...cash, refunds: [due] }]
      },
      'POST /api/orders/:id/refunds/:refund/given-back': () => {
        orders = [{ ...cash, refunds: [{ ...due, state: 'sent' }] }]
      },
    })
    await openPayments()
    await button('Bo Cash paid in cash').click()
    await expect.element(button('I have $13.00')).toBeVisible()
    await page.getByRole('button', { name: /Ticket/ }).click()
    await page.getByRole('option', { name: 'Adult' }).click()
    await expect.element(button('I have $30.00')).toBeVisible()
    await page.getByRole('button', { name: /Ticket/ }).click()
    await page.getByRole('option', { name: 'Kid' }).click()
    await button('I have $13.00').click()
    await expect.element(page.getByRole('list', { name: 'Players who paid' })).toHaveFocus()
    const row = page.getByRole('listitem').filter({ hasText: 'Bo Cash' })
    await expect.element(row).toHaveTextContent(/Give \$13\.00 back in cash: they left in time\./)
    expect(requestsTo('POST /api/events/:id/joiners/:joiner/payment')[0]?.body).toEqual({
      ...{ method: 'cash', amount: 1300, currency: 'usd', tierId: 'kid' },
    })
    await expectAccessibleInBothThemes()
    await button('Given back: $13.00 to Bo Cash').click()
    const question = page.getByRole('alertdialog', { name: 'Does Bo Cash have the $13.00?' })
    await expect.element(question).toHaveTextContent(/We tell them that you gave it back in cash\. You cannot undo this\./)
    expect(requestsTo('POST /api/orders/:id/refunds/:refund/given-back')).toEqual([])
    await question.getByRole('button', { name: 'They have it' }).click()
    await expect.element(row).toHaveTextContent(/Paid in cash/)
    await expect.element(row).toHaveTextContent(/\$13\.00 given back/)
    await expect.element(row).toHaveFocus()
  })

  it('are noted one after the other, from the heading of who has not paid', async () => {
    const price: EventPrice = {
      ...{ currency: 'usd', amount: 800, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 },
      ...{ isMember: false, feeBasisPoints: 500, paysBookingFee: true },
    }
    const players = ['Bo Cash', 'Cy Later'].map((name) => aManagedJoiner(name, { state: 'paying' }))
    unpaid = players.map(({ id, person }) => ({
      ...{ joinerId: id, payer: person, name: person?.name ?? '', seats: 1, tierId: null, isMember: false, left: null, payUntil: null },
    }))
    answerWith({
      'GET /api/events/:id/manage': () => ({ ...aManaged(players, { price }), seesPayments: true }),
      'POST /api/events/:id/joiners/:joiner/payment': () => {
        unpaid = unpaid.slice(1)
      },
    })
    await openPayments()
    await button('No payment needed from Bo Cash').click()
    await button('Give the seat').click()
    await expect.element(button('No payment needed from Bo Cash')).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: 'Not paid yet' })).toHaveFocus()
  })

  it('are not shown to hosts who do not manage the money', async () => {
    answerWith({ 'GET /api/events/:id/manage': () => aManaged([ana]) })
    await openPayments()
    await expect.element(page.getByRole('tab', { name: /Going/ })).toBeVisible()
    await expect.element(page.getByRole('tab', { name: 'Payments' })).not.toBeInTheDocument()
  })
})

describe('The coupons of a game', () => {
  const price: EventPrice = {
    ...{ currency: 'usd', amount: 800, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 },
    ...{ isMember: false, feeBasisPoints: 500, paysBookingFee: true },
  }
  const aCoupon = (changes: Partial<GameCoupon>): GameCoupon => ({
    ...{ id: 'c', code: 'FRIENDS', percent: 25, amountOff: null, currency: 'usd' },
    ...{ maxUses: 10, uses: 3, endsAt: null, endedAt: null, isForSeries: false },
    ...changes,
  })
  const section = page.getByRole('region', { name: 'Coupons' })
  const openCoupons = (answer: GameCoupons) => {
    answerWith({ 'GET /api/events/:id/manage': () => aManaged([ana], { price }), 'GET /api/events/:id/coupons': answer })
    return openApp('/discover/events/sunrise/manage?tab=coupons', { viewer: aHost() })
  }

  it('are made for all dates of a series or for this one, by any host', async () => {
    answerWith({ 'POST /api/events/:id/coupons': null })
    await openCoupons({ coupons: [aCoupon({ isForSeries: true })], isSeriesHost: true })
    await expect.element(section.getByRole('listitem')).toHaveTextContent(/FRIENDS25% off · 3 of 10 used · on all dates/)
    await expect.element(button('End FRIENDS')).toBeVisible()
    const add = async (code: string) => {
      await button('Add a coupon').click()
      for (const [name, text] of [
        ['Code', code],
        ['Takes off', '20'],
        ['Uses', '5'],
      ] as const)
        await section.getByRole('textbox', { name }).fill(text)
    }
    await add('series')
    await expect.element(section.getByText(/Its uses are counted over all dates/)).toBeVisible()
    await expectAccessibleInBothThemes()
    await button('Save coupon').click()
    await expect.element(button('Add a coupon')).toHaveFocus()
    expect(requestsTo('POST /api/events/:id/coupons')).toHaveLength(1)
    await add('once')
    await section.getByRole('button', { name: /Works on/ }).click()
    await page.getByRole('option', { name: 'This date' }).click()
    await button('Save coupon').click()
    const sent = () => requestsTo('POST /api/events/:id/coupons').map(({ body }) => body)
    await expect.poll(sent).toMatchObject([
      { code: 'SERIES', isForSeries: true },
      { code: 'ONCE', isForSeries: false },
    ])
  })

  it('for a series are ended by those who host all dates alone', async () => {
    await openCoupons({ coupons: [aCoupon({ isForSeries: true }), aCoupon({ id: 'd', code: 'TODAY' })], isSeriesHost: false })
    await expect.element(button('End TODAY')).toBeVisible()
    await expect.element(button('End FRIENDS')).not.toBeInTheDocument()
    await button('Add a coupon').click()
    await expect.element(section.getByRole('textbox', { name: 'Code' })).toBeVisible()
    await expect.element(section.getByText('Works on')).not.toBeInTheDocument()
  })

  it('are not there if the game is free', async () => {
    answerWith({ 'GET /api/events/:id/manage': () => aManaged([ana]) })
    await openPayments()
    await expect.element(page.getByRole('tab', { name: /Going/ })).toBeVisible()
    await expect.element(page.getByRole('tab', { name: 'Coupons' })).not.toBeInTheDocument()
  })
})

it('The settings list the open disputes with their deadlines, and lead to what was paid', async () => {
  setPayments({})
  const game = { ...aDispute(), kind: 'game' as const, title: 'Sunrise doubles', path: '/discover/events/sunrise/manage?tab=payments' }
  const dues = { ...game, id: 'du_dues', kind: 'dues' as const, title: 'Season fee', path: '/team/smashers/dues/season' }
  answerWith({ 'GET /api/disputes': { disputes: [game, dues] } satisfies OpenDisputes })
  await openApp('/settings?tab=payments', { viewer: someone })
  const list = page.getByRole('region', { name: 'Open disputes' })
  await expect.element(list).toHaveTextContent(/Sunrise doubles.*Answer at Stripe by November 20/)
  await expect.element(list).toHaveTextContent(/Season fee.*The bank of the member has taken \$15\.00/)
  await expect.element(list.getByRole('link', { name: 'Sunrise doubles' })).toHaveAttribute('href', game.path)
  await expect.element(list.getByRole('link', { name: 'Season fee' })).toHaveAttribute('href', dues.path)
})

describe('Cancelling a game that people have paid for', () => {
  const cancel = page.getByRole('alertdialog', { name: 'Cancel this game?' })

  it('says how much goes back by card, and what the host must give back by hand', async () => {
    ifCancelled = { card: 4500, cash: 1500 }
    await openApp('/discover/events/sunrise/manage?cancel=1', { viewer: aHost() })
    await expect
      .element(cancel)
      .toHaveTextContent('$45.00 that was paid by card goes back from your Stripe account. Give $15.00 in cash back by hand.')
    await expectAccessibleInBothThemes()
  })

  it('does not speak of money that nobody has paid', async () => {
    ifCancelled = { card: 0, cash: 0 }
    await openApp('/discover/events/sunrise/manage?cancel=1', { viewer: aHost() })
    await expect.element(cancel).toHaveTextContent('Nobody has paid, so nothing goes back.')
  })
})
