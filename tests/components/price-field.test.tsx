import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ChangeEvent, CreatedEvent, CreateEvent, EventForm } from '../../domain/events/form-contract.ts'
import type { Payees } from '../../domain/events/payees-contract.ts'
import type { Pricing } from '../../domain/events/pricing-contract.ts'
import type { GameCoupon, GameCoupons } from '../../domain/orders/coupon-contract.ts'
import { aFormAnswer, anEvent, eventAnswers, formAnswers } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const main = page.getByRole('main')
const field = (name: string) => page.getByRole('textbox', { name })
const sentPrice = () => (requestsTo('POST /api/events').at(-1)?.body as CreateEvent | undefined)?.form.pricing

const own = { currency: 'usd', isViewer: true, feeBasisPoints: 500 } as const
const setPayees = (payees: Partial<Payees>) =>
  answerWith({ 'GET /api/events/payees': { person: own, communities: [], ...payees } satisfies Payees })
const price: Pricing = { currency: 'usd', amount: 1500, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 }

beforeEach(() =>
  answerWith({
    ...eventAnswers(anEvent({ id: 'made', isHost: true })),
    ...formAnswers(),
    'POST /api/events': { id: 'made', count: 1 } satisfies CreatedEvent,
    'PATCH /api/events/:id': null,
  }),
)

async function openPrice(path = '/create/event') {
  await openApp(path, { viewer: someone })
  if (path === '/create/event') await main.getByText('More', { exact: true }).click()
  await main.getByText('Price', { exact: true }).first().click()
}
async function editPrice(form: Partial<EventForm>) {
  answerWith({ 'GET /api/events/:id/form': aFormAnswer({ form }) })
  await openPrice('/create/event/made')
}
async function publish() {
  await page.getByRole('list', { name: 'Places to play' }).getByRole('button').first().click()
  await button('Publish').click()
}

describe('The price of a game', () => {
  it('is free without a payout account, and says where to set one up', async () => {
    await openPrice()
    await expect.element(page.getByRole('radio', { name: 'Paid' })).toBeDisabled()
    await expect.element(page.getByRole('link', { name: 'Set up payouts' })).toHaveAttribute('href', '/settings?tab=payments')
    await publish()
    await expect.poll(sentPrice).toBeNull()
  })

  it('is typed, and says what the host gets and the players pay', async () => {
    setPayees({})
    await openPrice()
    await page.getByRole('radio', { name: 'Paid' }).click()
    await field('Price per seat (USD)').fill('15')
    await expect.element(main).toHaveTextContent(/You get \$14\.25 per seat, before the fees of Stripe\. Players pay \$15\./)
    await page.getByRole('radio', { name: 'Players pay the fee' }).click()
    await expect.element(main).toHaveTextContent(/You get \$15 per seat, before the fees of Stripe\. Players pay \$15\.75\./)
    await page.getByRole('switch', { name: 'Early price' }).click()
    await field('Early price per seat (USD)').fill('12.50')
    await expectAccessibleInBothThemes()
    await publish()
    await expect.poll(sentPrice).toEqual({ ...price, refundIfResold: true, feeBy: 'player', early: { amount: 1250, days: 7 } })
  })

  it('is that of several tickets, of which each has its own', async () => {
    setPayees({})
    await openPrice()
    await page.getByRole('radio', { name: 'Paid' }).click()
    await button('Sell several tickets').click()
    await expect.element(field('Price per seat (USD)')).not.toBeInTheDocument()
    await field('Name of ticket 1').fill('Adult')
    await field('Price of ticket 1 (USD)').fill('20')
    await field('Name of ticket 2').fill('Student')
    await field('Price of ticket 2 (USD)').fill('12')
    await field('Seats of ticket 2').fill('ten')
    await publish()
    await expect.element(main.getByText('Enter 1 to 1000 seats, or leave it empty.')).toBeVisible()
    await field('Seats of ticket 2').fill('10')
    await expectAccessibleInBothThemes()
    await button('Publish').click()
    const tier = { id: expect.any(String), memberAmount: null }
    await expect.poll(sentPrice).toEqual({
      ...{ ...price, refundIfResold: true },
      amount: 1200,
      tiers: [
        { ...tier, name: 'Adult', amount: 2000, seats: null },
        { ...tier, name: 'Student', amount: 1200, seats: 10 },
      ],
    })
  })

  it('has coupons once it is saved, which a host makes and ends', async () => {
    setPayees({})
    const coupon: GameCoupon = {
      ...{ id: 'c', code: 'FRIENDS', percent: null, amountOff: 500, currency: 'usd' },
      ...{ maxUses: 10, uses: 3, endsAt: null, endedAt: null, isForSeries: false },
    }
    answerWith({
      'GET /api/events/:id/coupons': { coupons: [coupon], isSeriesHost: false } satisfies GameCoupons,
      'POST /api/events/:id/coupons': refuse('CouponExists', 'There is one.'),
      'DELETE /api/events/:id/coupons/:couponId': () => {
        answerWith({
          'GET /api/events/:id/coupons': { coupons: [{ ...coupon, endedAt: Date.now() }], isSeriesHost: false } satisfies GameCoupons,
        })
        return null
      },
    })
    await editPrice({ pricing: price })
    const section = page.getByRole('region', { name: 'Coupons' })
    await expect.element(section.getByRole('listitem')).toHaveTextContent(/FRIENDS\$5 off · 3 of 10 used/)
    await section.getByRole('button', { name: 'Add a coupon' }).click()
    await section.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(section.getByRole('button', { name: 'Add a coupon' })).toHaveFocus()
    await section.getByRole('button', { name: 'Add a coupon' }).click()
    await expect.element(section.getByRole('textbox', { name: 'Code' })).toHaveFocus()
    await section.getByRole('textbox', { name: 'Code' }).fill('su')
    await section.getByRole('textbox', { name: 'Takes off' }).fill('120')
    await section.getByRole('button', { name: 'Save coupon' }).click()
    for (const words of ['A code has 4 to 20 letters and digits.', 'Enter 1 to 100 percent.', 'Enter 1 to 1000 uses.'])
      await expect.element(section.getByText(words)).toBeVisible()
    await expectAccessibleInBothThemes()
    await section.getByRole('textbox', { name: 'Code' }).fill('summer')
    await section.getByRole('textbox', { name: 'Takes off' }).fill('20')
    await section.getByRole('textbox', { name: 'Uses' }).fill('5')
    await section.getByRole('button', { name: 'Save coupon' }).click()
    await expect.element(section.getByText('There is one.')).toBeVisible()
    expect(requestsTo('POST /api/events/made/coupons').map(({ body }) => body)).toEqual([
      { code: 'SUMMER', percent: 20, amountOff: null, maxUses: 5, endsAt: null },
    ])
    await section.getByRole('button', { name: 'End FRIENDS' }).click()
    const question = page.getByRole('alertdialog', { name: 'End FRIENDS?' })
    await question.getByRole('button', { name: 'Keep it' }).click()
    expect(requestsTo('DELETE /api/events/made/coupons/c')).toEqual([])
    await section.getByRole('button', { name: 'End FRIENDS' }).click()
    await expect.element(question).toHaveTextContent(/Nobody can use this code any more, and you cannot make it again\./)
    await question.getByRole('button', { name: 'End the coupon' }).click()
    await expect.element(section.getByRole('listitem')).toHaveFocus()
    await expect.element(section.getByRole('listitem')).toHaveTextContent(/3 of 10 used · ended/)
    expect(requestsTo('DELETE /api/events/made/coupons/c')).toHaveLength(1)
  })

  it('says at its field what is wrong, before anything is sent', async () => {
    setPayees({})
    await openPrice()
    await page.getByRole('radio', { name: 'Paid' }).click()
    await publish()
    await expect.element(main.getByText('Enter a price.')).toBeVisible()
    await field('Price per seat (USD)').fill('0.10')
    await expect.element(main.getByText('The smallest amount is $0.50.')).toBeVisible()
    await field('Price per seat (USD)').fill('15')
    await page.getByRole('switch', { name: 'Early price' }).click()
    await field('Early price per seat (USD)').fill('20')
    await userEvent.keyboard('{Tab}')
    await expect.element(main.getByText('The early price must be lower.')).toBeVisible()
    expect(requestsTo('POST /api/events')).toEqual([])
  })

  it('is changed, with a price for members and no refunds, and a refusal is shown at it', async () => {
    const owner = { id: 'crew', currency: 'usd', isViewer: false, feeBasisPoints: 300 } as const
    setPayees({ communities: [owner] })
    answerWith({
      'PATCH /api/events/:id': refuse('PriceAfterJoining', 'Players have seats.', [
        { path: 'form.pricing', message: 'Players have seats.' },
      ]),
    })
    await editPrice({ pricing: price, teamId: 'crew' })
    await expect.element(field('Price per seat (USD)')).toHaveValue('15')
    await expect.element(main).toHaveTextContent(/The payee gets \$14\.55 per seat/)
    await page.getByRole('switch', { name: 'Price for members' }).click()
    await field('Members pay (USD)').fill('10')
    await page.getByRole('button', { name: /Refunds/ }).click()
    await page.getByRole('option', { name: 'No refunds' }).click()
    await button('Save changes').click()
    await expect.element(main.getByText('Players have seats.').first()).toBeVisible()
    const sent = requestsTo('PATCH /api/events/:id').at(-1)?.body as ChangeEvent
    expect(sent.form.pricing).toEqual({ ...price, memberAmount: 1000, refundHours: null })
  })

  it('says at the choice of who pays the fee that it stays', async () => {
    setPayees({})
    const message = 'Players still owe a balance.'
    answerWith({ 'PATCH /api/events/:id': refuse('FeeAfterDeposit', message, [{ path: 'form.pricing.feeBy', message }]) })
    await editPrice({ pricing: price })
    await page.getByRole('radio', { name: /Players pay the fee/ }).click()
    await button('Save changes').click()
    await expect.element(main.getByText(message).first()).toBeVisible()
  })

  it('says who has no account, and changes to the currency of the account', async () => {
    setPayees({ person: { ...own, isViewer: false, currency: 'eur' } })
    await editPrice({ pricing: price })
    await button('Use EUR').click()
    await expect.element(field('Price per seat (EUR)')).toHaveValue('15')
    await page.getByRole('radio', { name: 'Free' }).click()
    await expect.element(field('Price per seat (EUR)')).not.toBeInTheDocument()
  })
})
