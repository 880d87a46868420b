import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../domain/format-money.ts'
import { formatExactMoney } from '../../domain/money.ts'
import { countries } from '../../domain/payments/countries.ts'
import { currencyOf, isSupported } from '../../sandbox/stripe/core/countries.ts'

describe('An amount', () => {
  it('is shown without cents if there are none', () => {
    expect(formatMoney({ amount: 1500, currency: 'usd' })).toBe('$15')
    expect(formatMoney({ amount: 1550, currency: 'usd' })).toBe('$15.50')
    expect(formatMoney({ amount: 1500, currency: 'jpy' })).toBe('¥1,500')
    expect(formatMoney({ amount: -250, currency: 'eur' })).toBe('-€2.50')
  })

  it('has the digits of its currency, also of an account that a host has linked', () => {
    expect(formatExactMoney({ amount: 1500, currency: 'krw' })).toBe('₩1,500')
    expect(formatExactMoney({ amount: 1500, currency: 'kwd' })).toContain('1.500')
    expect(formatExactMoney({ amount: 1500, currency: 'huf' })).toContain('15.00')
  })

  it('is shown with its cents where somebody pays it', () => {
    expect(formatExactMoney({ amount: 1500, currency: 'usd' })).toBe('$15.00')
    expect(formatExactMoney({ amount: 1500, currency: 'jpy' })).toBe('¥1,500')
  })
})

it('A host can be paid in 45 countries, each in a currency that we know', () => {
  expect(countries).toHaveLength(45)
  expect(new Set(countries.map(({ code }) => code)).size).toBe(45)
  for (const { code, currency } of countries) expect([code, isSupported(code), currencyOf(code)]).toEqual([code, true, currency])
})
