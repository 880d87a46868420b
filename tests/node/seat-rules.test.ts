import { describe, expect, it } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { canHoldSeats, canJoinWithFriends, friendHoldDurationOf, offerDurationOf } from '../../domain/events/rules.ts'
import { judgeSeat, type SeatWay, seatWays } from '../../domain/events/seat-rules.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'

const outcome = (
  way: SeatWay,
  facts: { isPaid?: boolean; isHost?: boolean; isForSale?: boolean; timeLeft?: number; nextHoldAt?: number; hasTicket?: boolean } = {},
) => {
  const { isPaid = true, isHost = false, isForSale = true, timeLeft = hour, nextHoldAt = null, hasTicket = true } = facts
  const judged = judgeSeat({
    way,
    isPaid,
    isHost,
    isForSale,
    startsAt: timeLeft,
    timeZone: 'America/Chicago',
    nextHoldAt,
    hasTicket,
    now: 0,
  })
  return judged instanceof AppError ? judged.code : judged
}

describe('A seat', () => {
  it('in a free game needs no payment, in no way and at no time', () => {
    for (const way of seatWays) expect(outcome(way, { isPaid: false, timeLeft: -hour })).toBe('going')
  })

  it('in a game that costs money is paid for by whoever takes it, unless a host or a player gives it to them', () => {
    expect(Object.fromEntries(seatWays.map((way) => [way, outcome(way)]))).toEqual({
      join: 'paying',
      take: 'paying',
      offer: 'paying',
      approve: 'paying',
      letIn: 'paying',
      substitute: 'paying',
      seat: 'going',
      unregistered: 'going',
      transfer: 'going',
      season: 'SeatsCostMoney',
      change: 'SeatsCostMoney',
    })
  })

  it('is free for the hosts of the game', () => {
    expect(outcome('join', { isHost: true, timeLeft: 0 })).toBe('going')
    expect(outcome('change', { isHost: true })).toBe('SeatsCostMoney')
  })

  it('is not sold while the host cannot be paid, and can still be given away', () => {
    expect(outcome('join', { isForSale: false })).toBe('HostCannotBePaid')
    expect(outcome('seat', { isForSale: false })).toBe('going')
    expect(outcome('join', { isForSale: false, isHost: true })).toBe('going')
    expect(outcome('join', { isForSale: false, isPaid: false })).toBe('going')
  })

  it('cannot be paid for when the game starts in less than 40 minutes', () => {
    expect(outcome('approve', { timeLeft: 40 * minute })).toBe('paying')
    expect(outcome('approve', { timeLeft: 40 * minute - 1 })).toBe('TooLateToPay')
    expect(outcome('seat', { timeLeft: 0 })).toBe('going')
  })

  it('is not held for somebody for whom no ticket is left', () => {
    expect(outcome('take', { hasTicket: false })).toBe('AllTicketsSoldOut')
    expect(outcome('take', { hasTicket: false, isHost: true })).toBe('going')
  })

  it('is not held again for somebody who let it go unpaid too often, unless a host or the waitlist offers it', () => {
    const often = { nextHoldAt: Date.UTC(1970, 0, 1, 22, 30) }
    expect(seatWays.filter((way) => outcome(way, often) === 'HeldTooOften')).toEqual(['join'])
    expect(outcome('join', { ...often, isHost: true })).toBe('going')
    const facts = {
      way: 'join',
      isPaid: true,
      isHost: false,
      isForSale: true,
      startsAt: day,
      timeZone: 'America/Chicago',
      now: 12 * hour,
    } as const
    expect(judgeSeat({ ...facts, ...often })).toMatchObject({
      userMessage:
        'You held a seat in this game 3 times without paying. You can try again on Thu, Jan 1 at 4:30 PM CST, or ask the host to seat you.',
    })
  })

  it('is not offered for longer than it can be paid for', () => {
    expect(offerDurationOf(0, 45 * minute)).toBe(10 * minute)
    expect(offerDurationOf(0, 45 * minute, true)).toBe(5 * minute)
    expect(offerDurationOf(0, 40 * minute, true)).toBe(0)
    expect(friendHoldDurationOf(0, 45 * minute, false)).toBe(15 * minute)
    expect(friendHoldDurationOf(0, 5 * minute, false)).toBe(5 * minute)
    expect(friendHoldDurationOf(0, 0, false)).toBe(0)
    expect(friendHoldDurationOf(0, 55 * minute, true)).toBe(15 * minute)
    expect(friendHoldDurationOf(0, 55 * minute - 1, true)).toBe(0)
  })
})

describe('A player', () => {
  const game = { isPaid: false, isHost: false, needsApproval: false }

  it('can hold seats for friends unless a host decides who plays, and has one of their own first', () => {
    expect(canJoinWithFriends(game)).toBe(true)
    expect(canJoinWithFriends({ ...game, isPaid: true })).toBe(false)
    expect(canJoinWithFriends({ ...game, isPaid: true, isHost: true })).toBe(true)
    expect(canHoldSeats({ needsApproval: true })).toBe(false)
    expect(canJoinWithFriends({ ...game, needsApproval: true })).toBe(false)
  })
})
