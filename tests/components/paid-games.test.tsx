import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventDetail, MyJoiner } from '../../domain/events/contract.ts'
import type { JoinEvent, JoinerAnswer, SeatOffer } from '../../domain/events/join-contract.ts'
import type { EventPrice } from '../../domain/events/pricing-contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { aCard, aMyJoiner, anEvent, eventAnswers } from './event-examples.ts'
import { catchLeaving } from './payment-examples.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const card = page.getByRole('complementary', { name: 'Your seat' })
const pay = 'POST /api/events/sunrise/pay'
const paid = () => requestsTo(pay).map(({ body }) => body)

const aPrice = (changes: Partial<EventPrice> = {}): EventPrice => ({
  ...{ currency: 'usd', amount: 1500, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 },
  ...{ isMember: false, feeBasisPoints: 500, paysBookingFee: true },
  ...changes,
})
type GameChanges = Omit<NonNullable<Parameters<typeof anEvent>[0]>, 'price'> & { price?: Partial<EventPrice> }
const aPaidGame = ({ price, ...more }: GameChanges = {}) => anEvent({ price: aPrice(price), ...more })
const held = (seats = 1, price: Partial<EventPrice> = {}) =>
  aPaidGame({ price, live: { taken: seats, held: seats, mine: aMyJoiner({ state: 'paying', seats }) } })

const openGame = (event: EventDetail) => {
  answerWith(eventAnswers(event))
  return openApp('/evt/sunrise', { viewer: someone })
}
const becomes = (event: EventDetail): JoinerAnswer => {
  answerWith(eventAnswers(event))
  return { live: event.live }
}

describe('A game that costs money', () => {
  it('says the price with its fee, the early price and until when the money comes back', async () => {
    await openGame(aPaidGame({ price: { feeBy: 'player', early: { amount: 1000, days: 1 } } }))
    await expect.element(card).toHaveTextContent(/\$10\.50.*per seat/)
    await expect.element(card).toHaveTextContent(/Includes \$0\.50 booking fee\./)
    await expect.element(card).toHaveTextContent(/Early price until .*, then \$15\./)
    await expect.element(card).toHaveTextContent(/Money back if you leave by /)
    await expect.element(button('Join · $10.50')).toBeVisible()
    await expectAccessibleInBothThemes()
  })

  it.each<[Partial<EventPrice>, RegExp]>([
    [{ memberAmount: 900 }, /\$15.*Members pay \$9\./],
    [{ memberAmount: 900, isMember: true }, /\$9.*Your price as a member\./],
    [{ refundHours: null }, /No refunds\./],
    [{ refundHours: 14 * 24 }, /No refunds since /],
    [{ refundHours: 0 }, /Money back if you leave before it starts\./],
  ])('explains %o', async (price, words) => {
    await openGame(aPaidGame({ price }))
    await expect.element(card).toHaveTextContent(words)
  })

  it('tells a person who has paid for a seat of a friend that they are in, and asks nobody to pay twice', async () => {
    const friend = { id: 'beth', name: 'Beth Moretti', pictureUrl: null }
    await openGame(aPaidGame({ guestOf: friend }))
    await expect.element(card).toHaveTextContent(/You are in.*You play as a guest of Beth Moretti\. Your seat is paid/)
    await expect.element(button('Join · $15')).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
    // They may have paid it for somebody else.
    await userEvent.click(button('Take another seat'))
    await expect.element(page.getByRole('dialog', { name: 'Join' }).getByRole('button', { name: 'Join', exact: true })).toBeVisible()
  })

  it('leads to the memberships with which its price is lower', async () => {
    await openGame(aPaidGame({ price: { memberAmount: 900, sellerId: 'hoda' } }))
    await expect.element(card.getByRole('link', { name: 'Memberships' })).toHaveAttribute('href', '/subscriptions/hoda')
  })

  it('is joined and paid for with one tap', async () => {
    const left = catchLeaving()
    answerWith({ 'PUT /api/events/:id/me': () => becomes(held()), [pay]: { url: 'https://stripe.example/seat' } })
    await openGame(aPaidGame())
    await button('Join · $15').click()
    await expect.element(page.getByText('Taking you to Stripe')).toBeVisible()
    expect(paid()).toEqual([{ amount: 1500, currency: 'usd' }])
    expect(left).toEqual(['https://stripe.example/seat'])
  })

  it('is joined with one of its tickets, and paid for at once', async () => {
    const left = catchLeaving()
    const tier = { memberAmount: null, seats: null }
    const tiers = [
      { ...tier, id: 'a', name: 'Adult', amount: 2000 },
      { ...tier, id: 's', name: 'Student', amount: 1200, seats: 3 },
    ]
    const price = { amount: 1200, tiers, takenByTier: { s: 2 } }
    answerWith({
      'PUT /api/events/:id/me': () =>
        becomes(aPaidGame({ price, live: { taken: 1, held: 1, mine: aMyJoiner({ state: 'paying', tierId: 's' }) } })),
      [pay]: { url: 'https://stripe.example/seat' },
    })
    await openGame(aPaidGame({ price }))
    await expect.element(card).toHaveTextContent(/from \$12.*Adult \$20, Student \$12\./)
    await button('Join · from $12').click()
    const dialog = page.getByRole('dialog', { name: 'Join' })
    await dialog.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.element(dialog.getByText('Choose a ticket.')).toBeVisible()
    await dialog.getByRole('radio', { name: 'Student 1 left $12' }).click()
    await expect.element(dialog.getByRole('status')).toHaveTextContent(/1 seat\$12\.00/)
    await expectAccessibleInBothThemes()
    await dialog.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.poll(() => left).toEqual(['https://stripe.example/seat'])
    expect(requestsTo('PUT /api/events/sunrise/me').map(({ body }) => body)).toMatchObject([{ tierId: 's' }])
    expect(paid()).toEqual([{ amount: 1200, currency: 'usd', tierId: 's' }])
  })

  it.each([
    [{}, ['https://stripe.example/seat']],
    [{ hasCoupons: true }, []],
  ])('leads to the payment right after a newcomer was given the seat, unless there is something to choose: %o', async (price, to) => {
    const left = catchLeaving()
    answerWith({ ...eventAnswers(held(1, price)), [pay]: { url: 'https://stripe.example/seat' } })
    const app = await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    await expect.element(button('Pay $15')).toBeVisible()
    await expect.poll(() => left).toEqual(to)
    expect(paid()).toHaveLength(to.length)
    await expect.poll(app.address).toBe('/evt/sunrise')
  })

  it('costs less with a code, which the player types before they join', async () => {
    const left = catchLeaving()
    const price = { hasCoupons: true }
    answerWith({
      'POST /api/events/:id/coupons/check': ({ body }: ApiRequest) =>
        (body as { code: string }).code === 'summer'
          ? { code: 'SUMMER', percent: 20, amountOff: null }
          : refuse('CouponNotValid', 'This code does not work.'),
      'PUT /api/events/:id/me': () => becomes(held(1, price)),
      [pay]: { url: 'https://stripe.example/seat' },
    })
    await openGame(aPaidGame({ price }))
    await button('Join · $15').click()
    const dialog = page.getByRole('dialog', { name: 'Join' })
    await dialog.getByRole('button', { name: 'I have a code' }).click()
    await expect.element(dialog.getByRole('textbox', { name: 'Code' })).toHaveFocus()
    await dialog.getByRole('textbox', { name: 'Code' }).fill('nope')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText('This code does not work.')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Code' }).fill('summer')
    await dialog.getByRole('button', { name: 'Use code' }).click()
    const status = dialog.getByRole('status').filter({ hasText: 'SUMMER: 20% off' })
    await expect.element(status).toHaveFocus()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect.element(dialog.getByRole('button', { name: 'I have a code' })).toHaveFocus()
    await dialog.getByRole('button', { name: 'I have a code' }).click()
    await dialog.getByRole('textbox', { name: 'Code' }).fill('summer')
    await dialog.getByRole('button', { name: 'Use code' }).click()
    await expect.element(status).toBeVisible()
    await expect.element(dialog.getByText('$12.00')).toBeVisible()
    await expectAccessibleInBothThemes()
    await dialog.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.poll(() => left).toEqual(['https://stripe.example/seat'])
    expect(paid()).toEqual([{ amount: 1200, currency: 'usd', code: 'SUMMER' }])
  })

  it('is free with a code that pays for all of it, without a page to pay on', async () => {
    const left = catchLeaving()
    answerWith({
      'POST /api/events/:id/coupons/check': { code: 'GIFT', percent: 100, amountOff: null },
      [pay]: () => {
        answerWith(eventAnswers(anEvent({ live: { mine: aMyJoiner() } })))
        return { url: 'https://product.example/evt/sunrise' }
      },
    })
    await openGame(held(1, { hasCoupons: true }))
    await card.getByRole('button', { name: 'I have a code' }).click()
    await card.getByRole('textbox', { name: 'Code' }).fill('gift')
    await card.getByRole('button', { name: 'Use code' }).click()
    await button('Take the seat for free').click()
    await expect.element(button('Show my ticket')).toBeVisible()
    expect([left, paid()]).toEqual([[], [{ amount: 0, currency: 'usd', code: 'GIFT' }]])
  })

  it('is paid with credit and the rest by card, unless the player keeps the credit', async () => {
    const left = catchLeaving()
    answerWith({ 'PUT /api/events/:id/me': () => becomes(held(1, { credit: 1480 })), [pay]: { url: 'https://stripe.example/seat' } })
    await openGame(aPaidGame({ price: { credit: 1480 } }))
    await expect.element(card).toHaveTextContent(/\$15per seat.*You have \$14\.80 credit with this host\./)
    await button('Join · $15').click()
    const dialog = page.getByRole('dialog', { name: 'Join' })
    await expect.element(dialog.getByText('At least $0.50 must be paid by card.')).toBeVisible()
    await expect.element(dialog.getByRole('status')).toHaveTextContent(/1 seat\$0\.50After \$14\.50 of your credit\./)
    await expectAccessibleInBothThemes()
    await dialog.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.poll(() => left).toEqual(['https://stripe.example/seat'])
    const use = card.getByRole('switch', { name: 'Use my credit ($14.80)' })
    await use.click()
    await button('Pay $15').click()
    await expect.poll(paid).toEqual([
      { amount: 50, currency: 'usd', credit: 1450 },
      { amount: 1500, currency: 'usd' },
    ])
  })

  it('is paid with credit alone, without a page to pay on', async () => {
    const left = catchLeaving()
    answerWith({
      [pay]: () => {
        answerWith(eventAnswers(anEvent({ live: { mine: aMyJoiner() } })))
        return { url: 'https://product.example/evt/sunrise' }
      },
    })
    await openGame(held(1, { credit: 2000 }))
    await button('Pay with my credit').click()
    await expect.element(button('Show my ticket')).toBeVisible()
    expect([left, paid()]).toEqual([[], [{ amount: 0, currency: 'usd', credit: 1500 }]])
  })

  it('lets a player without a ticket choose it before they pay', async () => {
    const left = catchLeaving()
    answerWith({ [pay]: { url: 'https://stripe.example/seat' } })
    const tier = { memberAmount: null, seats: null }
    const tiers = [
      { ...tier, id: 'a', name: 'Adult', amount: 2000 },
      { ...tier, id: 's', name: 'Student', amount: 1200 },
    ]
    await openGame(held(1, { amount: 1200, tiers }))
    await card.getByRole('radio', { name: /Student/ }).click()
    await button('Pay $12').click()
    await expect.poll(paid).toEqual([{ amount: 1200, currency: 'usd', tierId: 's' }])
    await expect.poll(() => left).toEqual(['https://stripe.example/seat'])
  })

  it('costs as much as the seats of the player and their guests', async () => {
    const left = catchLeaving()
    answerWith({
      'PUT /api/events/:id/me': ({ body }: ApiRequest) => becomes(held(1 + (body as JoinEvent).guests.length)),
      [pay]: { url: 'https://stripe.example/seats' },
    })
    await openGame(aPaidGame({ price: { isMember: true, memberAmount: 1000 } }))
    await button('Bring a guest').click()
    const dialog = page.getByRole('dialog', { name: 'Join' })
    await dialog.getByLabelText('Guest 1', { exact: true }).fill('Vera')
    await expect.element(dialog.getByRole('status')).toHaveTextContent(/2 seats\$25\.00You pay on the next page\./)
    await dialog.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.poll(() => left).toEqual(['https://stripe.example/seats'])
    expect(paid()).toEqual([{ amount: 2500, currency: 'usd' }])
  })

  it('holds the seat if the payment cannot start, and says why', async () => {
    answerWith({
      'PUT /api/events/:id/me': () => becomes(held()),
      [pay]: refuse('STRIPEKEYNOTSET', 'Payments are not set up on this site yet.'),
    })
    await openGame(aPaidGame())
    await button('Join · $15').click()
    await expect.element(page.getByText('Payments are not set up on this site yet.')).toBeVisible()
    await expect.element(card.getByText('Your seat is held while you pay.').first()).toBeVisible()
    const left = catchLeaving()
    answerWith({ [pay]: { url: 'https://stripe.example/again' } })
    await button('Pay $15').click()
    await expect.poll(() => left).toEqual(['https://stripe.example/again'])
  })

  it.each([
    ['with one tap', 0],
    ['in the dialog', 2],
  ])('says until when a player who often did not pay cannot hold a seat, and starts no payment: %s', async (_, maxGuests) => {
    const words =
      'You held a seat in this game 3 times without paying. You can try again on Sat, Nov 28 at 4:30 PM CST, or ask the host to seat you.'
    answerWith({ 'PUT /api/events/:id/me': refuse('HeldTooOften', words) })
    await openGame(aPaidGame({ maxGuests }))
    if (maxGuests === 0) await button('Join · $15').click()
    else {
      await button('Bring a guest').click()
      const dialog = page.getByRole('dialog', { name: 'Join' })
      await dialog.getByLabelText('Guest 1', { exact: true }).fill('Aunt Vera')
      await dialog.getByRole('button', { name: 'Join', exact: true }).click()
    }
    await expect.element(page.getByText(words)).toBeVisible()
    expect(paid()).toEqual([])
  })

  it('shows a new price before anything is paid', async () => {
    await openGame(held())
    answerWith({
      [pay]: () => {
        answerWith(eventAnswers(held(1, { amount: 1800 })))
        return refuse('OfferChanged', 'The price has changed.')
      },
    })
    await button('Pay $15').click()
    await expect.element(page.getByText('The price has changed, so nothing was charged. Please look at the new price.')).toBeVisible()
    await expect.element(button('Pay $18')).toBeVisible()
  })

  describe('tells what is paid later as it will be charged, with the fee that the player bears', () => {
    const later = () => ({ maxGuests: 2, startsAt: Date.now() + 6 * day })
    const deposit = { feeBy: 'player', amount: 3000, deposit: { amount: 1000, dueHours: 48 } } as const
    const seats = page.getByRole('dialog', { name: 'Join' }).getByRole('status')

    it('after a deposit', async () => {
      const mine = (more: Partial<MyJoiner>) => ({ ...later(), price: deposit, live: { taken: 1, mine: aMyJoiner(more) } })
      const app = await openGame(aPaidGame({ ...later(), price: deposit }))
      await expect.element(card).toHaveTextContent(/Deposit \$10\.50 per seat/)
      await button('Join · $31.50').click()
      await expect.element(seats).toHaveTextContent(/\$10\.50.*Includes \$0\.50 booking fee\. You pay the balance of \$21 by /)
      answerWith(eventAnswers(aPaidGame(mine({ state: 'paying' }))))
      await app.reload()
      await expect.element(card).toHaveTextContent(/You pay the balance of \$21 by /)
      const balance = {
        orderId: 'first',
        amount: 2000,
        dueAt: Date.now() + 4 * day,
        shares: 0,
        sharesPaid: 0,
        firstAmount: 1000,
        firstFee: 50,
      }
      answerWith(eventAnswers(aPaidGame(mine({ balance }))))
      await app.reload()
      await expect.element(button('Pay $21')).toBeVisible()
    })

    it('by friends, also if the viewer has a plan without the fee', async () => {
      await openGame({ ...held(2, { feeBy: 'player', paysBookingFee: false }), ...later() })
      await card.getByRole('switch', { name: 'Split the price' }).click()
      await expect.element(button('Pay $15')).toBeVisible()
      await expect.element(card).toHaveTextContent(/Your friends pay \$15\.75 by /)
    })
  })

  it('is free for its hosts, and a request or a place on the waitlist costs nothing yet', async () => {
    const app = await openGame(aPaidGame({ isHost: true }))
    await expect.element(button('Join')).toBeVisible()
    answerWith(eventAnswers(aPaidGame({ needsApproval: true })))
    await app.reload()
    await expect.element(button('Ask to join')).toBeVisible()
    answerWith(eventAnswers(aPaidGame({ live: { taken: 12 } })))
    await app.reload()
    await expect.element(button('Join the waitlist')).toBeVisible()
  })

  it('keeps the number of seats that are paid for, and says before leaving whether the money comes back', async () => {
    const going = { live: { taken: 1, mine: aMyJoiner() } }
    const app = await openGame(aPaidGame(going))
    await expect.element(button('Give away my seat')).toBeVisible()
    await expect.element(button('Change guests')).not.toBeInTheDocument()
    await button('Leave').click()
    const dialog = page.getByRole('alertdialog', { name: 'Leave this game?' })
    await expect.element(dialog).toHaveTextContent(/What you paid for your seat comes back to you\./)
    answerWith(eventAnswers(aPaidGame({ ...going, price: { refundHours: null } })))
    await app.reload()
    await button('Leave').click()
    await expect.element(dialog).toHaveTextContent(/What you paid for your seat does not come back to you\./)
    answerWith(eventAnswers(aPaidGame({ ...going, price: { refundHours: null, refundIfResold: true } })))
    await app.reload()
    await button('Leave').click()
    await expect.element(dialog).toHaveTextContent(/If somebody buys your seat, you get it back\./)
  })

  it.each<[string, GameChanges]>([
    ['where a host approves each player', { maxGuests: 2, needsApproval: true }],
    ['where nobody can come along', { maxGuests: 0 }],
    ['when no time is left to accept and pay', { maxGuests: 2, startsAt: Date.now() + 54 * minute }],
  ])('lets a player bring no friends %s', async (_, changes) => {
    await openGame(aPaidGame({ ...changes, live: { taken: 1, mine: aMyJoiner() } }))
    await expect.element(button('Give away my seat')).toBeVisible()
    await expect.element(button('Bring friends')).not.toBeInTheDocument()
  })

  it('keeps the terms of when it was paid for, if its host has made them worse since', async () => {
    const worse = { refundHours: null, refundIfResold: false }
    const withTerms = (refund: MyJoiner['refund']) => aPaidGame({ live: { taken: 1, mine: aMyJoiner({ refund }) }, price: worse })
    const app = await openGame(withTerms({ until: Date.now() + hour, ifResold: false }))
    await expect.element(page.getByText(/Money back if you leave by/)).toBeVisible()
    await button('Leave').click()
    const dialog = page.getByRole('alertdialog', { name: 'Leave this game?' })
    await expect.element(dialog).toHaveTextContent(/What you paid for your seat comes back to you\./)
    answerWith(eventAnswers(withTerms({ until: Date.now() - hour, ifResold: true })))
    await app.reload()
    await expect.element(page.getByText('Money back only if somebody buys your seat.')).toBeVisible()
    await button('Leave').click()
    await expect.element(dialog).toHaveTextContent(/If somebody buys your seat, you get it back\./)
  })

  it('is paid for after its seat was accepted by the link in an email', async () => {
    const left = catchLeaving()
    const offer = {
      event: { ...aCard(), placeName: 'Northside Courts' },
      ...{ seats: 2, state: 'open', expiresAt: Date.now() + hour, price: aPrice(), overlaps: [] },
    } satisfies SeatOffer
    const path = 'GET /api/seat-offers/:token'
    answerWith({
      [path]: offer,
      'POST /api/seat-offers/:token/take': () => answerWith({ [path]: { ...offer, state: 'paying' } satisfies SeatOffer }),
      [pay]: refuse('PaymentsUnavailable', 'Our payment provider did not answer.'),
    })
    const link = `/seat-offer?token=${'x'.repeat(43)}`
    await openApp(link, { viewer: someone })
    await expect.element(page.getByText('$30 for 2 seats.')).toBeVisible()
    await button('Accept and pay').click()
    await expect.element(page.getByText('Our payment provider did not answer.')).toBeVisible()
    answerWith({ [pay]: { url: 'https://stripe.example/offer' } })
    await button('Pay $30').click()
    await expect.poll(() => left).toEqual(['https://stripe.example/offer'])
    await openApp(link)
    await expect
      .element(page.getByRole('link', { name: 'Pay $30' }))
      .toHaveAttribute('href', `/login?next=${encodeURIComponent('/discover/events/sunrise')}`)
  })

  it('tells a person who was offered a seat what they pay after the deposit', async () => {
    const later = { event: { ...aCard({ startsAt: Date.now() + 6 * day }), placeName: 'Northside Courts' }, expiresAt: Date.now() + hour }
    const price = aPrice({ amount: 3000, feeBy: 'player', deposit: { amount: 1000, dueHours: 48 } })
    answerWith({ 'GET /api/seat-offers/:token': { ...later, seats: 1, state: 'open', price, overlaps: [] } satisfies SeatOffer })
    await openApp(`/seat-offer?token=${'x'.repeat(43)}`, { viewer: someone })
    await expect.element(page.getByText('$10.50 as a deposit for your seat.')).toBeVisible()
    await expect.element(page.getByText(/You pay the balance of \$21 by /)).toBeVisible()
  })

  it('fits on a phone, with the price in the bar', async () => {
    await page.viewport(390, 844)
    const app = await openGame(held(2, { feeBy: 'player' }))
    const bar = page.getByRole('region', { name: 'Join' })
    await expect.element(bar.getByRole('button', { name: 'Pay $31.50' })).toBeVisible()
    await expect.element(bar).toHaveTextContent('Held for you')
    await expect.element(button('Leave')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
    answerWith(eventAnswers(aPaidGame()))
    await app.reload()
    await expect.element(bar).toHaveTextContent(/^\$15.*Join · \$15$/)
  })
})
