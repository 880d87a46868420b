import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Pricing, type Tier } from '../../domain/events/pricing-contract.ts'
import { isRefunded, priceSeats, pricingOfTier, refundTermsFor, withFee } from '../../domain/events/seat-price.ts'
import { currencies, maxAmountOf, minimumOf, readAmount, shareOf } from '../../domain/money.ts'
import { keepFee } from '../../domain/orders/balance.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { checkAmount } from '../../sandbox/stripe/core/currencies.ts'
import { createStripe } from '../../sandbox/stripe/core/stripe.ts'

const plain: Pricing = { currency: 'usd', amount: 1500, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 }
const tier = (id: string, amount: number): Tier => ({ id, name: `Ticket ${id}`, amount, memberAmount: null, seats: null })
const messageOf = (pricing: object) => v.safeParse(Pricing, pricing).issues?.[0].message

describe('A price', () => {
  it.each([
    [{ amount: 0 }, 'Enter a price above zero.'],
    [{ amount: -500 }, 'Enter a price above zero.'],
    [{ amount: 10.5 }, 'Enter a price.'],
    [{ amount: 2 ** 53 }, 'Enter a price.'],
    [{ amount: 49 }, 'The smallest amount is $0.50.'],
    [{ amount: 100_000_000 }, 'The largest amount is $999,999.99.'],
    [{ memberAmount: 20 }, 'The smallest amount is $0.50.'],
    [{ early: { amount: 1500, days: 3 } }, 'The early price must be lower.'],
    [{ currency: 'USD' }, 'Choose a currency.'],
    [{ currency: 'xyz' }, 'Choose a currency.'],
    [{ tiers: [tier('a', 1500), tier('b', 40)] }, 'The smallest amount is $0.50.'],
    [{ tiers: [tier('a', 1500), { ...tier('b', 1500), memberAmount: 1 }] }, 'The smallest amount is $0.50.'],
    [{ tiers: [tier('a', 1500), tier('a', 2000)] }, 'Give each ticket a different name.'],
    [{ tiers: [{ ...tier('a', 1500), seats: 0 }] }, 'Enter 1 to 1000 seats, or leave it empty.'],
    [{ tiers: Array.from({ length: 7 }, (_, n) => tier(`t${n}`, 1500)) }, 'A game can have up to 6 kinds of tickets.'],
    [{ tiers: [tier('a', 1500)], memberAmount: 1000 }, 'A game with several tickets has no other prices.'],
    [{ tiers: [tier('a', 1200), tier('b', 2000)] }, 'The price must be that of the cheapest ticket.'],
  ])('with %j is refused: %s', (change, message) => {
    expect(messageOf({ ...plain, ...change })).toBe(message)
  })

  it('is refused exactly where Stripe refuses it', () => {
    const { world } = createStripe({ now: () => 0, url: 'http://localhost' })
    const books = world.books('acct_platform')
    const isRefusedByStripe = (amount: number, currency: string) => {
      try {
        checkAmount(books, amount, currency)
        return false
      } catch {
        return true
      }
    }
    for (const currency of currencies)
      for (const amount of [minimumOf(currency) - 1, minimumOf(currency), maxAmountOf(currency), maxAmountOf(currency) + 1])
        expect({ currency, amount, isRefused: !v.is(Pricing, { ...plain, currency, amount }) }).toEqual({
          currency,
          amount,
          isRefused: isRefusedByStripe(amount, currency),
        })
  })
})

const startsAt = 100 * day
const buyer = { seats: 1, isMember: false, startsAt, now: startsAt - 2 * day, feeBasisPoints: 500, paysBookingFee: true }

describe('What a person pays', () => {
  it('is the price of each seat, of which the host bears our fee', () => {
    expect(priceSeats(plain, { ...buyer, seats: 3 })).toEqual({
      currency: 'usd',
      amount: 4500,
      discount: 0,
      credit: 0,
      seatsAmount: 4500,
      bookingFee: 0,
      ourFee: 225,
    })
  })

  it('has the fee on top if the host wants so, and not for a person whose plan has none', () => {
    const pricing = { ...plain, feeBy: 'player' as const }
    expect(priceSeats(pricing, buyer)).toMatchObject({ amount: 1575, seatsAmount: 1500, bookingFee: 75, ourFee: 75 })
    expect(priceSeats(pricing, { ...buyer, paysBookingFee: false })).toMatchObject({ amount: 1500, bookingFee: 0, ourFee: 0 })
  })

  it('is less for a member, but not for their guests', () => {
    const pricing = { ...plain, memberAmount: 1000 }
    expect(priceSeats(pricing, { ...buyer, seats: 2, isMember: true }).amount).toBe(2500)
    expect(priceSeats(pricing, { ...buyer, seats: 2 }).amount).toBe(3000)
  })

  it('is less until the day, and a member never pays more than others', () => {
    const pricing = { ...plain, early: { amount: 800, days: 2 }, memberAmount: 1000 }
    expect(priceSeats(pricing, { ...buyer, now: startsAt - 2 * day - 1 }).amount).toBe(800)
    expect(priceSeats(pricing, { ...buyer, now: startsAt - 2 * day - 1, isMember: true }).amount).toBe(800)
    expect(priceSeats(pricing, { ...buyer, now: startsAt - 2 * day }).amount).toBe(1500)
    expect(priceSeats(pricing, { ...buyer, isMember: true }).amount).toBe(1000)
  })

  it('is the price of their kind of ticket, and less for a member of the community', () => {
    const tiers = [tier('adult', 2000), { ...tier('student', 1500), memberAmount: 1000 }]
    const pricing = { ...plain, tiers }
    expect(priceSeats(pricingOfTier(pricing, 'adult'), { ...buyer, seats: 2, isMember: true }).amount).toBe(4000)
    expect(priceSeats(pricingOfTier(pricing, 'student'), { ...buyer, seats: 2, isMember: true }).amount).toBe(2500)
  })

  it.each([
    [
      { percent: 25, amountOff: null },
      { discount: 750, seatsAmount: 2250, ourFee: 112, amount: 2362 },
    ],
    [
      { percent: 33, amountOff: null },
      { discount: 990, seatsAmount: 2010, ourFee: 100, amount: 2110 },
    ],
    [
      { percent: null, amountOff: 1000 },
      { discount: 1000, seatsAmount: 2000, ourFee: 100, amount: 2100 },
    ],
    [
      { percent: 100, amountOff: null },
      { discount: 3000, seatsAmount: 0, ourFee: 0, amount: 0 },
    ],
    [
      { percent: null, amountOff: 9000 },
      { discount: 3000, seatsAmount: 0, ourFee: 0, amount: 0 },
    ],
    // Stripe does not charge 49 cents.
    [
      { percent: null, amountOff: 2951 },
      { discount: 3000, seatsAmount: 0, ourFee: 0, amount: 0 },
    ],
    [
      { percent: null, amountOff: 2950 },
      { discount: 2950, seatsAmount: 50, ourFee: 2, amount: 52 },
    ],
  ])('is less by a coupon of %j, and our fee with it', (coupon, price) => {
    expect(priceSeats({ ...plain, feeBy: 'player' }, { ...buyer, seats: 2, coupon })).toMatchObject(price)
  })

  it.each([
    [1000, { credit: 1000, seatsAmount: 500, bookingFee: 25, ourFee: 25, amount: 525 }],
    [1500, { credit: 1500, seatsAmount: 0, bookingFee: 0, ourFee: 0, amount: 0 }],
    [9000, { credit: 1500, amount: 0 }],
    // Stripe does not charge 49 cents, and nothing is given away.
    [1451, { credit: 1450, seatsAmount: 50, ourFee: 2, amount: 52 }],
    [1499, { credit: 1450, amount: 52 }],
  ])('is less by a credit of %i, and our fee with it', (creditToUse, price) => {
    expect(priceSeats({ ...plain, feeBy: 'player' }, { ...buyer, creditToUse })).toMatchObject(price)
  })

  it('is less by a coupon first, then by credit', () => {
    const coupon = { percent: 20, amountOff: null }
    expect(priceSeats(plain, { ...buyer, coupon, creditToUse: 700 })).toMatchObject({ discount: 300, credit: 700, amount: 500, ourFee: 25 })
    expect(priceSeats({ ...plain, amount: 60 }, { ...buyer, coupon: { percent: 10, amountOff: null }, creditToUse: 3 })).toMatchObject({
      ...{ discount: 6, credit: 3, amount: 51 },
    })
    expect(priceSeats({ ...plain, amount: 50 }, { ...buyer, creditToUse: 30 })).toMatchObject({ credit: 0, amount: 50 })
  })

  it('is never less than our fee, and our fee never more than its share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 1_000_000 }), fc.integer({ min: 1, max: 11 }), fc.boolean(), (amount, seats, isByHost) => {
        const price = priceSeats({ ...plain, amount, feeBy: isByHost ? 'host' : 'player' }, { ...buyer, seats })
        expect(price.amount).toBe(price.seatsAmount + price.bookingFee)
        expect(price.ourFee).toBe(shareOf(amount * seats, 500))
      }),
    )
  })
})

it('A balance never has a higher fee than the one with which it was told, and the same one if the fee is the same', () => {
  // The fees of two plans can be the same cent for less.
  const amount = fc.integer({ min: 100, max: 100_000 })
  const fee = fc.constantFrom(0, 150, 300, 500)
  fc.assert(
    fc.property(amount, amount, fee, fee, fc.boolean(), (first, balance, told, current, isShared) => {
      const price = (feeBasisPoints: number) => ({
        ...plain,
        feeBy: 'player' as const,
        isMember: false,
        feeBasisPoints,
        paysBookingFee: true,
      })
      const offer = price(current)
      const terms = keepFee(offer, { shares: isShared ? 1 : 0, firstAmount: first, firstFee: shareOf(first, told) })
      const { amount: charged } = withFee(terms, balance, terms)
      const asTold = withFee(offer, balance, price(told)).amount
      // A friend was told the fee as if they had no plan.
      if (!isShared || shareOf(first, told) > 0) expect(charged).toBeLessThanOrEqual(asTold)
      if (told === current) expect(charged).toBe(asTold)
    }),
  )
})

it('A player who leaves in time gets the money back, to the minute', () => {
  expect(isRefunded(refundTermsFor(plain, startsAt), startsAt - 24 * hour)).toBe(true)
  expect(isRefunded(refundTermsFor(plain, startsAt), startsAt - 24 * hour + 1)).toBe(false)
  expect(isRefunded(refundTermsFor({ refundHours: null }, startsAt), 0)).toBe(false)
  // Whoever has paid has the better terms.
  const own = { until: startsAt - 48 * hour, ifResold: true }
  expect(refundTermsFor(plain, startsAt, own)).toEqual({ until: startsAt - 24 * hour, ifResold: true })
  expect(refundTermsFor({ refundHours: null }, startsAt, own)).toEqual(own)
})

it.each([
  ['15', 'usd', 1500],
  [' 15.5 ', 'usd', 1550],
  ['0.05', 'usd', 5],
  ['1,500.00', 'usd', 150_000],
  ['1500', 'jpy', 1500],
  ['15.5', 'jpy', null],
  ['15.555', 'usd', null],
  ['-15', 'usd', null],
  ['15,5', 'usd', 1550],
  ['0,500', 'usd', null],
  ['15,5', 'jpy', null],
  ['15e3', 'usd', null],
  ['15.', 'usd', null],
  ['', 'usd', null],
  ['999999.99', 'usd', 99_999_999],
  ['1000000', 'usd', null],
] as const)('An amount of %o in %s is read as %o', (text, currency, amount) => {
  expect(readAmount(text, currency)).toBe(amount)
})
