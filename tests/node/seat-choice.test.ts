import * as v from 'valibot'
import { expect, it } from 'vitest'
import { SendSeatCode } from '../../domain/seat-codes/contract.ts'

it('lets nobody choose guests or friends for an account that may be somebody else’s', () => {
  const request = {
    eventId: 'sunrise',
    email: 'maya@example.com',
    name: 'Maya R',
    isOldEnough: true,
    acceptsTerms: true,
    choice: { slotId: 'a', guests: ['Sam'], friendIds: ['somebody-i-chose'], orWait: true },
  }
  expect(v.parse(SendSeatCode, request).choice).toEqual({ slotId: 'a', answers: {}, orWait: true })
})
