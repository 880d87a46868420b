import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencies, formatMoney, judgeAmount, maxAmountOf, minimumOf, readAmount, shareOf, splitAmount } from '../../domain/money.ts'
import { countries } from '../../domain/payments/countries.ts'
import { currencyOf, isSupported } from '../../sandbox/stripe/core/countries.ts'
import { checkAmount, minimumOf as stripeMinimumOf } from '../../sandbox/stripe/core/currencies.ts'
import { createStripe } from '../../sandbox/stripe/core/stripe.ts'

describe('An amount', () => {
  it.each([
    ['15', 'usd', 1500],
    [' 15.5 ', 'usd', 1550],
    ['0.05', 'usd', 5],
    ['1,500.00', 'usd', 150_000],
    ['1500', 'jpy', 1500],
    ['15.5', 'jpy', null],
    ['15.555', 'usd', null],
    ['-15', 'usd', null],
    ['1,50', 'usd', null],
    ['15e3', 'usd', null],
    ['15.', 'usd', null],
    ['', 'usd', null],
    ['999999.99', 'usd', 99_999_999],
    ['1000000', 'usd', null],
  ] as const)('of %o in %s is read as %o', (text, currency, amount) => {
    expect(readAmount(text, currency)).toBe(amount)
  })

  it('is shown without cents if there are none', () => {
    expect(formatMoney({ amount: 1500, currency: 'usd' })).toBe('$15')
    expect(formatMoney({ amount: 1550, currency: 'usd' })).toBe('$15.50')
    expect(formatMoney({ amount: 1500, currency: 'jpy' })).toBe('¥1,500')
    expect(formatMoney({ amount: -250, currency: 'eur' })).toBe('-€2.50')
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
    for (const currency of currencies) {
      for (const amount of [0, minimumOf(currency) - 1, minimumOf(currency), maxAmountOf(currency), maxAmountOf(currency) + 1])
        expect({ currency, amount, isRefused: judgeAmount({ amount, currency }) !== null }).toEqual({
          currency,
          amount,
          isRefused: isRefusedByStripe(amount, currency),
        })
      expect(minimumOf(currency)).toBe(stripeMinimumOf(currency))
    }
  })

  it.each([-1, 10.5, Number.NaN, Number.POSITIVE_INFINITY])('of %d is none', (amount) => {
    expect(judgeAmount({ amount, currency: 'usd' })?.code).toBe('AmountInvalid')
  })
})

describe('A share', () => {
  it('is rounded down, so nobody is charged more than their share', () => {
    expect(shareOf(999, 500)).toBe(49)
    expect(shareOf(1, 500)).toBe(0)
    expect(shareOf(0, 500)).toBe(0)
  })

  it('split among people sums to the whole, and nobody pays more than a cent more than another', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999), fc.integer({ min: 1, max: 40 }), (amount, parts) => {
        const shares = splitAmount(amount, parts)
        expect(shares).toHaveLength(parts)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

it('A host can be paid in 45 countries, each in a currency that we know', () => {
  expect(countries).toHaveLength(45)
  expect(new Set(countries.map(({ code }) => code)).size).toBe(45)
  for (const { code, currency } of countries) expect([code, isSupported(code), currencyOf(code)]).toEqual([code, true, currency])
})
