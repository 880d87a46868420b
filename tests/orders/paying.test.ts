import { describe, expect, it } from 'vitest'
import { payoutWords } from '../../domain/payments/payout-news.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { restrictAccount } from '../../sandbox/stripe/core/accounts.ts'
import { platform } from '../../sandbox/stripe/core/books.ts'
import { failRefund } from '../../sandbox/stripe/core/refunds.ts'
import { actOn, cancel, join, leave, setPrice, statesOf } from '../events/games.ts'
import { consume } from '../notifications/hold-queues.ts'
import { rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import {
  askToPay,
  books,
  buySeat,
  codeOf,
  comeBack,
  deliver,
  joinToPay,
  openPage,
  ordersOf,
  ordersOfGame,
  pass,
  payOn,
  publishPaid,
  refundsAtStripe,
  refundsOf,
  startWithHost,
  stripe,
  the,
  titlesOf,
  work,
} from './paid-game.ts'

startWithHost()

const charges = () => books().all('charge')
const name = ({ id }: { id: string }) => id

describe('A person who joins a game that costs money', () => {
  it('pays on a page of the host’s account, and has the seat once Stripe says so', async () => {
    const id = await publishPaid()
    const url = await joinToPay(the.ana, id)
    expect(await statesOf(id)).toEqual([`${name(the.ana)} paying`])
    const session = payOn(url)
    expect(await statesOf(id)).toEqual([`${name(the.ana)} paying`])
    expect(await comeBack(the.ana, session)).toMatchObject({
      state: 'paid',
      bought: { kind: 'seat', event: { id }, seats: 1, goesBack: false },
      paid: { amount: 1500, currency: 'usd' },
    })
    expect(await statesOf(id)).toEqual([`${name(the.ana)} going`])
    expect(charges().map(({ amount, application_fee_amount: fee }) => [amount, fee])).toEqual([[1500, 75]])
    expect(await ordersOf(the.ana)).toMatchObject([{ event: { id }, seats: 1, amount: 1500, currency: 'usd', state: 'paid', refunds: [] }])
    expect(await titlesOf(the.host)).toEqual([expect.stringMatching(/joined/)])
  })

  it('has the seat by the webhook alone, however often and in whichever order it comes', async () => {
    const id = await publishPaid()
    payOn(await joinToPay(the.ana, id))
    await deliver((all) => [...all, ...all].toReversed())
    expect(await statesOf(id)).toEqual([`${name(the.ana)} going`])
    expect(await ordersOf(the.ana)).toHaveLength(1)
    expect(refundsAtStripe()).toEqual([])
  })

  it('can try another card after a decline, and pays once', async () => {
    const id = await publishPaid()
    const url = await joinToPay(the.ana, id)
    expect(() => payOn(url, 'declined')).toThrow()
    expect(await statesOf(id)).toEqual([`${name(the.ana)} paying`])
    expect(await openPage(the.ana, id)).toBe(url)
    expect((await comeBack(the.ana, payOn(url))).state).toBe('paid')
    expect(charges().filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  })

  it('gets one page from two clicks, and from a click after the answer was lost', async () => {
    const id = await publishPaid()
    await join(the.ana, id)
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
    expect(await codeOf(askToPay(the.ana, id))).toBe('503 PaymentsUnavailable')
    const urls = await Promise.all([openPage(the.ana, id), openPage(the.ana, id)])
    expect(new Set(urls).size).toBe(1)
    expect(books().all('checkout_session')).toHaveLength(1)
  })

  it('pays for the seats of their guests, with the fee on top if the host wants so', async () => {
    const id = await publishPaid({ maxGuests: 2, capacity: 6 }, 1000, { feeBy: 'player' })
    await buySeat(the.ana, id, { guests: ['Gil', 'Hal'], amount: 3150 })
    expect(charges().map(({ amount, application_fee_amount: fee }) => [amount, fee])).toEqual([[3150, 150]])
  })

  it.each([
    ['a lower price than the one of now', 1000, '409 OfferChanged'],
    ['a higher one', 9900, '409 OfferChanged'],
    ['a negative one', -1500, '400 InvalidInput'],
    ['a part of a cent', 1500.5, '400 InvalidInput'],
  ])('is refused with %s, and Stripe is not asked', async (_, amount, code) => {
    const id = await publishPaid()
    await join(the.ana, id)
    stripe.calls.length = 0
    expect(await codeOf(askToPay(the.ana, id, amount))).toBe(code)
    expect(stripe.calls).toEqual([])
    expect(await ordersOf(the.ana)).toEqual([])
  })

  it('is refused if the seats cost more than Stripe charges at once, and Stripe is not asked', async () => {
    const id = await publishPaid({ maxGuests: 2, capacity: 6 }, 40_000_000)
    await join(the.ana, id, { guests: ['Gil', 'Hal'] })
    stripe.calls.length = 0
    expect(await codeOf(askToPay(the.ana, id, 120_000_000))).toBe('409 PriceTooLarge')
    expect(stripe.calls).toEqual([])
    expect(await ordersOf(the.ana)).toEqual([])
  })

  it('cannot pay on the page of an earlier price once they have opened one of the new price', async () => {
    const id = await publishPaid()
    const url = await joinToPay(the.ana, id)
    await setPrice(id, 2000)
    expect(await codeOf(askToPay(the.ana, id))).toBe('409 OfferChanged')
    const next = await openPage(the.ana, id, 2000)
    expect(() => payOn(url)).toThrow(/expired/)
    await comeBack(the.ana, payOn(next))
    expect(await statesOf(id)).toEqual([`${name(the.ana)} going`])
  })

  it('has nothing to pay without a seat that is held for them', async () => {
    const id = await publishPaid()
    expect(await codeOf(askToPay(the.ana, id))).toBe('404 NotInEvent')
    await buySeat(the.ana, id)
    expect(await codeOf(askToPay(the.ana, id))).toBe('409 NothingToPay')
    const url = await joinToPay(the.bo, id)
    await leave(the.bo, id)
    await work()
    expect(await codeOf(askToPay(the.bo, id))).toBe('404 NotInEvent')
    expect(() => payOn(url)).toThrow(/expired/)
  })

  it('cannot pay a host whose account is restricted', async () => {
    const id = await publishPaid()
    await join(the.ana, id)
    await rowsOf('UPDATE payout_accounts SET charges_enabled = 0 WHERE user_id = ?', the.host.id)
    expect(await codeOf(askToPay(the.ana, id))).toBe('409 HostCannotBePaid')
    expect(await codeOf(join(the.bo, id))).toBe('409 HostCannotBePaid')
    expect(await statesOf(id)).toEqual([`${name(the.ana)} paying`])
  })

  it('cannot pay on an account that Stripe has just restricted, and the host is told at once', async () => {
    const id = await publishPaid()
    await join(the.ana, id)
    stripe.act((world) => restrictAccount(world.books(platform), the.account))
    expect(await codeOf(askToPay(the.ana, id))).toBe('409 HostCannotBePaid')
    await work()
    expect(await titlesOf(the.host)).toContain(payoutWords('restricted', 0).title)
    expect(await codeOf(join(the.bo, id))).toBe('409 HostCannotBePaid')
  })

  it('finds nothing with the page of somebody else', async () => {
    const id = await publishPaid()
    const session = payOn(await joinToPay(the.ana, id))
    const answer = the.bo.ask('/api/payments/return', { method: 'POST', json: { sessionId: session } })
    expect(await codeOf(answer)).toBe('404 PaymentNotYours')
    expect(await statesOf(id)).toEqual([`${name(the.ana)} paying`])
  })

  it('costs four trips to the database and one request to Stripe', async () => {
    const id = await publishPaid()
    await join(the.ana, id)
    stripe.calls.length = 0
    const answer = await askToPay(the.ana, id)
    const trips = Number(/round trips (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])
    expect(stripe.calls).toEqual(['POST /v1/checkout/sessions'])
    expect(trips).toBeLessThanOrEqual(4)
  })
})

describe('Seats that nobody pays for', () => {
  it('are free ten minutes after the person closed the tab, and the person is told', async () => {
    const id = await publishPaid()
    await join(the.ana, id)
    await pass(9 * minute)
    expect(await statesOf(id)).toEqual([`${name(the.ana)} paying`])
    await pass(2 * minute)
    expect(await statesOf(id)).toEqual([`${name(the.ana)} expired`])
    expect(await titlesOf(the.ana)).toEqual([expect.stringMatching(/^Your seat was not paid for/)])
    await buySeat(the.ana, id)
  })

  it('are held as long as somebody can pay for them, and free when Stripe says that nobody can', async () => {
    const id = await publishPaid()
    const url = await joinToPay(the.ana, id)
    await pass(32 * minute)
    expect(await statesOf(id)).toEqual([`${name(the.ana)} paying`])
    await pass(2 * minute)
    expect(await statesOf(id)).toEqual([`${name(the.ana)} expired`])
    expect(() => payOn(url)).toThrow(/expired/)
  })

  it('belong to the person whose payment nobody told us about', async () => {
    const id = await publishPaid()
    payOn(await joinToPay(the.ana, id))
    await pass(35 * minute)
    expect(await statesOf(id)).toEqual([`${name(the.ana)} going`])
    expect(await ordersOf(the.ana)).toMatchObject([{ state: 'paid', refunds: [] }])
  })

  it('are free too if the answer with the page was lost, and nobody can pay on that page', async () => {
    const id = await publishPaid()
    await join(the.ana, id)
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
    expect(await codeOf(askToPay(the.ana, id))).toBe('503 PaymentsUnavailable')
    await pass(34 * minute)
    expect(await statesOf(id)).toEqual([`${name(the.ana)} expired`])
    expect(
      books()
        .all('checkout_session')
        .map(({ status }) => status),
    ).toEqual(['expired'])
  })

  it('are held for a day after a host approved the person', async () => {
    const id = await publishPaid({ needsApproval: true })
    await join(the.ana, id)
    expect((await actOn(the.host, id, the.ana.id, 'approve')).status).toBe(204)
    await pass(23 * hour)
    expect(await statesOf(id)).toEqual([`${name(the.ana)} paying`])
    await buyHeld(id)
  })

  const buyHeld = async (id: string) => {
    expect((await comeBack(the.ana, payOn(await openPage(the.ana, id)))).state).toBe('paid')
    expect(await statesOf(id)).toEqual([`${name(the.ana)} going`])
  }

  it('cannot be held for ever by opening one page after the other', async () => {
    const id = await publishPaid()
    await joinToPay(the.ana, id)
    await pass(31 * minute + 1000)
    expect(await codeOf(askToPay(the.ana, id))).toBe('409 HoldOver')
  })
})

describe('A payment that arrives when the hold is over', () => {
  /** Stripe says that the page has ended, and then that it was paid. */
  const payLate = async (id: string, url: string) => {
    await pass(34 * minute)
    expect(await statesOf(id)).toContain(`${name(the.ana)} expired`)
    const session = new URL(url).pathname.split('/').at(-1) ?? ''
    stripe.act(() => books().change('checkout_session', session, { status: 'open', expires_at: books().now + 600 }))
    payOn(url)
  }

  it('gets the seat if it is still free', async () => {
    const id = await publishPaid()
    const url = await joinToPay(the.ana, id)
    await payLate(id, url)
    await deliver()
    expect(await statesOf(id)).toEqual([`${name(the.ana)} going`])
    expect(refundsAtStripe()).toEqual([])
  })

  it('goes back, once, if somebody else has the seat', async () => {
    const id = await publishPaid({ capacity: 1 })
    const url = await joinToPay(the.ana, id)
    await payLate(id, url)
    await buySeat(the.bo, id)
    await deliver((all) => [...all, ...all])
    expect(await statesOf(id)).toEqual([`${name(the.ana)} expired`, `${name(the.bo)} going`])
    expect(refundsAtStripe()).toEqual(['1500 succeeded'])
    expect(await ordersOf(the.ana)).toMatchObject([{ state: 'paid', refunds: [{ amount: 1500, reason: 'late', state: 'sent' }] }])
    expect(await titlesOf(the.ana)).toContainEqual(expect.stringMatching(/^You get \$15.00 back/))
    // Whoever opens the address of the payment again gets no seat for it.
    await leave(the.bo, id)
    const result = await comeBack(the.ana, String(new URL(url).pathname.split('/').at(-1)))
    expect(result).toMatchObject({ state: 'paid', bought: { kind: 'seat', goesBack: true } })
    expect(await statesOf(id)).toEqual([`${name(the.ana)} expired`, `${name(the.bo)} left`])
  })

  it('is given back by hand if the bank of the player does not take it', async () => {
    const id = await publishPaid({ capacity: 1 })
    await payLate(id, await joinToPay(the.ana, id))
    await buySeat(the.bo, id)
    await deliver()
    const noteByHand = async () => {
      const late = (await ordersOfGame(id)).orders.find(({ payer }) => payer?.id === the.ana.id)
      const refund = late?.refunds.find(({ state }) => state !== 'by-hand')
      return the.host.ask(`/api/orders/${late?.id}/refunds/${refund?.id}/given-back`, { method: 'POST' })
    }
    expect(await codeOf(noteByHand())).toBe('409 RefundGoesByCard')
    stripe.act(() => failRefund(books(), String(books().all('refund')[0]?.id)))
    await deliver()
    for (const _ of [1, 2]) expect((await noteByHand()).status).toBe(204)
    const late = (await ordersOfGame(id)).orders.find(({ payer }) => payer?.id === the.ana.id)
    expect(late).toMatchObject({ rest: 0, fee: 75 })
    expect((await refundsOf(the.ana)).toSorted()).toEqual(['1500 late by-hand', '1500 late failed'])
    expect(await titlesOf(the.ana)).toContainEqual(expect.stringMatching(/^You get \$15.00 back/))
    expect(await (await the.ana.ask('/api/notifications')).text()).toContain('The host says that they gave it to you by hand.')
  })

  it('goes back if the person has left, and stays with a seat that the host gave them', async () => {
    const id = await publishPaid()
    const [anaUrl, boUrl] = [await joinToPay(the.ana, id), await joinToPay(the.bo, id)]
    payOn(anaUrl)
    payOn(boUrl)
    await leave(the.ana, id)
    expect((await actOn(the.host, id, the.bo.id, 'seat')).status).toBe(204)
    await deliver()
    expect(await statesOf(id)).toEqual([`${name(the.ana)} left`, `${name(the.bo)} going`])
    expect(refundsAtStripe()).toEqual(['1500 succeeded'])
    await leave(the.bo, id)
    await work()
    expect(refundsAtStripe()).toEqual(['1500 succeeded', '1500 succeeded'])
  })
})

describe('A host whose games are paid for', () => {
  const unlink = (query = '') => the.host.ask(`/api/payments/account${query}`, { method: 'DELETE' })

  it('is asked before the account is unlinked, and the players still get their money back', async () => {
    await rowsOf("UPDATE payout_accounts SET kind = 'LINK' WHERE user_id = ?", the.host.id)
    const id = await publishPaid()
    await buySeat(the.ana, id)
    const answer = await unlink()
    expect(await readProblem(answer)).toMatchObject({ code: 'AccountHasPayers', title: 'One person pays through this account.' })
    expect((await unlink('?force=true')).status).toBe(204)
    await work()
    expect(await codeOf(join(the.bo, id))).toBe('409 HostCannotBePaid')
    await cancel(the.host, id)
    await work()
    expect(refundsAtStripe()).toEqual(['1500 succeeded'])
  })

  it('gives us access to a linked account until nothing can be owed, and no longer', async () => {
    await rowsOf("UPDATE payout_accounts SET kind = 'LINK' WHERE user_id = ?", the.host.id)
    const id = await publishPaid()
    await buySeat(the.ana, id)
    await unlink('?force=true')
    await work()
    const sweep = async (key: string) => {
      await consume('money', [{ id: key, body: { kind: 'sweep' } }])
      await work()
    }
    await sweep('sweep-before')
    const hasAccess = () => stripe.world.books(platform).get('authorization', the.account)?.isActive
    expect(hasAccess()).toBe(true)
    await cancel(the.host, id)
    await work()
    await pass(hour)
    await sweep('sweep-after')
    expect(hasAccess()).toBe(false)
    expect(await rowsOf('SELECT * FROM accounts_to_release')).toEqual([])
    expect(refundsAtStripe()).toEqual(['1500 succeeded'])
  })

  it('is not asked once the game is over or cancelled', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    await cancel(the.host, id)
    await work()
    expect((await unlink()).status).toBe(204)
  })
})
