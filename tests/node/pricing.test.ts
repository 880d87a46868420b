import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Pricing } from '../../domain/events/pricing-contract.ts'

describe('A price', () => {
  it.each([
    { currency: 'usd', amount: 0 },
    { currency: 'usd', amount: -500 },
    { currency: 'usd', amount: 10.5 },
    { currency: 'usd', amount: 2 ** 53 },
    { currency: 'USD', amount: 500 },
    { currency: 'dollars', amount: 500 },
  ])('is not %j', (pricing) => {
    expect(v.is(Pricing, pricing)).toBe(false)
  })

  it('is a number of cents', () => expect(v.is(Pricing, { currency: 'usd', amount: 1500 })).toBe(true))
})
