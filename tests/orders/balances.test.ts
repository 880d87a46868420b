import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { HomeUpcoming } from '../../domain/home/contract.ts'
import type { GameYear, MyGamesPage } from '../../domain/my-games/contract.ts'
import type { SeatShare } from '../../domain/orders/share-contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { completeAccount, restrictAccount } from '../../sandbox/stripe/core/accounts.ts'
import { platform } from '../../sandbox/stripe/core/books.ts'
import { makeAddress, openCalendar } from '../calendar-addresses/calendars.ts'
import { cancel, change, getEvent, join, leave, offerSeat, priceOf, statesOf } from '../events/games.ts'
import { makeEvent, send } from '../payments/events.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { inDays } from '../setup/make-game-form.ts'
import { readEvents } from '../setup/read-calendar.ts'
import {
  askToPay,
  askToPayShare,
  balanceOf,
  books,
  buySeat,
  codeOf,
  comeBack,
  deliver,
  openPage,
  openShare,
  ordersOf,
  pass,
  passUntil,
  payOn,
  publishPaid,
  refundsAtStripe,
  refundsOf,
  splitPrice,
  startOf,
  startWithHost,
  stripe,
  the,
  titlesOf,
  work,
} from './paid-game.ts'

startWithHost()

const paid = () =>
  books()
    .all('charge')
    .map(({ amount, application_fee_amount: fee }) => [amount, fee])
const inSixDays = () => ({ starts: inDays(6), ends: inDays(6, '14:00') })
const terms = { deposit: { amount: 500, dueHours: 24 } }
const publishWithDeposit = async (more = {}) => publishPaid({ ...inSixDays(), maxGuests: 3, capacity: 8 }, 1500, { ...terms, ...more })
const payDeposit = async (person: Person, id: string) => comeBack(person, payOn(await joinToPayPart(person, id, 500, { balance: 1000 })))

async function joinToPayPart(person: Person, id: string, amount: number, more: object): Promise<string> {
  expect((await join(person, id)).status).toBeLessThan(300)
  return openPage(person, id, amount, more)
}

describe('A game that moves', () => {
  const move = async (id: string, days: number) =>
    expect((await change(the.host, id, { starts: inDays(days), ends: inDays(days, '14:00') })).status).toBeLessThan(300)

  it('earlier has its balance due earlier, and whoever does not pay it then has no seat', async () => {
    const id = await publishWithDeposit()
    await payDeposit(the.ana, id)
    await move(id, 3)
    expect(await balanceOf(the.ana, id)).toMatchObject({ amount: 1000, dueAt: (await startOf(id)) - day })
    await passUntil(id, day - hour)
    expect(await statesOf(id)).toEqual([`${the.ana.id} paying`])
    await passUntil(id, -hour)
    expect(await statesOf(id)).toEqual([`${the.ana.id} expired`])
  })

  it('later gives more time to leave, also if its host gives no money back by now, and earlier takes none away', async () => {
    const id = await publishPaid(inSixDays(), 1500, { refundHours: 24 })
    await buySeat(the.ana, id)
    await rowsOf("UPDATE events SET pricing = json_set(pricing, '$.refundHours', NULL) WHERE id = ?", id)
    await move(id, 9)
    const until = (await startOf(id)) - day
    const promised = async () => (await rowsOf('SELECT refund_until AS until FROM orders WHERE event_id = ?', id))[0]?.until
    expect(await promised()).toBe(until)
    await move(id, 8)
    expect(await promised()).toBe(until)
    await move(id, 9)
    expect(await promised()).toBe(until)
    await pass(until - minute - Date.now())
    expect((await leave(the.ana, id)).status).toBe(200)
    await work()
    expect(await refundsOf(the.ana)).toEqual([expect.stringMatching(/^1500 left /)])
  })

  it('later has it due later, so that nobody loses a seat by the old day', async () => {
    const id = await publishWithDeposit()
    await payDeposit(the.ana, id)
    const old = await startOf(id)
    await move(id, 9)
    expect(await balanceOf(the.ana, id)).toMatchObject({ amount: 1000, dueAt: (await startOf(id)) - day })
    await pass(old - Date.now())
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
  })
})

describe('A player who pays a deposit', () => {
  it('has the seat, sees the balance, pays it on a page of its own, and owes nothing more', async () => {
    const id = await publishWithDeposit()
    expect((await payDeposit(the.ana, id)).state).toBe('paid')
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
    const dueAt = (await startOf(id)) - day
    expect(await balanceOf(the.ana, id)).toMatchObject({ amount: 1000, dueAt, shares: 0 })
    expect(await codeOf(askToPay(the.ana, id, 1500))).toBe('409 OfferChanged')
    const url = await openPage(the.ana, id, 1000)
    expect(await openPage(the.ana, id, 1000)).toBe(url)
    payOn(url)
    await deliver((all) => [...all, ...all].toReversed())
    expect(paid()).toEqual([
      [500, 25],
      [1000, 50],
    ])
    expect(await balanceOf(the.ana, id)).toBeNull()
    expect(await codeOf(askToPay(the.ana, id, 1000))).toBe('409 NothingToPay')
    expect(refundsAtStripe()).toEqual([])
  })

  it('sees both amounts before, and can pay everything at once', async () => {
    const id = await publishWithDeposit()
    await join(the.ana, id)
    expect(await codeOf(askToPay(the.ana, id, 500))).toBe('409 OfferChanged')
    expect(await codeOf(askToPay(the.ana, id, 500, { balance: 900 }))).toBe('409 OfferChanged')
    await comeBack(the.ana, payOn(await openPage(the.ana, id, 1500, { way: 'full' })))
    expect([paid(), await balanceOf(the.ana, id)]).toEqual([[[1500, 75]], null])
  })

  it('is reminded once, then asked for a last time, and loses the seat if nothing is paid', async () => {
    const id = await publishWithDeposit({ refundHours: 48 })
    await payDeposit(the.ana, id)
    await passUntil(id, 3 * day + hour)
    expect((await titlesOf(the.ana)).filter((title) => /balance/.test(title))).toEqual([])
    await passUntil(id, 2 * day + hour)
    await pass(hour)
    const soon = expect.stringMatching(/^Pay the balance of \$10\.00: /)
    expect((await titlesOf(the.ana)).filter((title) => /balance/.test(title))).toEqual([soon])
    await passUntil(id, day)
    await pass(hour)
    expect((await titlesOf(the.ana)).filter((title) => /balance/.test(title))).toEqual([
      expect.stringMatching(/balance of \$10\.00 is due/),
      soon,
    ])
    expect(await statesOf(id)).toEqual([`${the.ana.id} paying`])
    // They could still pay.
    expect(await balanceOf(the.ana, id)).toMatchObject({ amount: 1000 })
    await passUntil(id, 30 * 60_000)
    await pass(60_000)
    expect(await statesOf(id)).toEqual([`${the.ana.id} expired`])
    // The time in which the deposit would come back is over.
    expect(refundsAtStripe()).toEqual([])
  })

  it('is told with every notice what the page then asks for, with the fee that the player bears', async () => {
    const id = await publishWithDeposit({ feeBy: 'player' })
    await comeBack(the.ana, payOn(await joinToPayPart(the.ana, id, 525, { balance: 1000 })))
    await passUntil(id, 2 * day)
    await passUntil(id, day - hour)
    expect((await titlesOf(the.ana)).filter((title) => /balance/.test(title)).toSorted()).toEqual([
      expect.stringMatching(/^Pay the balance of \$10\.50: /),
      expect.stringMatching(/^Your balance of \$10\.50 is due: /),
    ])
    expect(await codeOf(askToPay(the.ana, id, 1000))).toBe('409 OfferChanged')
    await comeBack(the.ana, payOn(await openPage(the.ana, id, 1050)))
    expect([paid(), await balanceOf(the.ana, id)]).toEqual([
      [
        [525, 25],
        [1050, 50],
      ],
      null,
    ])
  })

  it('pays no higher fee than was told, if the plan of the community or of the player has ended since', async () => {
    const id = await publishWithDeposit({ feeBy: 'player' })
    await comeBack(the.ana, payOn(await joinToPayPart(the.ana, id, 525, { balance: 1000 })))
    const payWithFeeOf = (fee: number) =>
      rowsOf('UPDATE orders SET amount = 500 + ?1, booking_fee = ?1, our_fee = ?1 WHERE event_id = ?2 AND balance > 0', fee, id)
    await payWithFeeOf(15)
    expect(await codeOf(askToPay(the.ana, id, 1050))).toBe('409 OfferChanged')
    expect((await askToPay(the.ana, id, 1030)).status).toBe(200)
    await payWithFeeOf(0)
    await passUntil(id, 2 * day)
    expect(await titlesOf(the.ana)).toContainEqual(expect.stringMatching(/^Pay the balance of \$10\.00: /))
    expect((await askToPay(the.ana, id, 1000)).status).toBe(200)
  })

  it('does not get the fee added to a balance that was told without it', async () => {
    const id = await publishWithDeposit()
    const priceWith = (feeBy: 'host' | 'player') => change(the.host, id, { pricing: priceOf(1500, { ...terms, feeBy }) })
    const refusal = async (answer: Response) => {
      const { status, code, issues } = await readProblem(answer)
      return [`${status} ${code}`, issues?.[0]?.path]
    }
    const refused = ['409 FeeAfterDeposit', 'form.pricing.feeBy']
    const open = await joinToPayPart(the.ana, id, 500, { balance: 1000 })
    expect(await refusal(await priceWith('player'))).toEqual(refused)
    await comeBack(the.ana, payOn(open))
    expect(await refusal(await priceWith('player'))).toEqual(refused)
    // All the rest of the price can change, for others.
    expect((await change(the.host, id, { pricing: priceOf(1800, terms) })).status).toBe(204)
    await comeBack(the.ana, payOn(await openPage(the.ana, id, 1000)))
    expect((await priceWith('player')).status).toBe(204)
    // To bear it makes it cheaper for those who owe something.
    await comeBack(the.bo, payOn(await joinToPayPart(the.bo, id, 525, { balance: 1000 })))
    expect((await priceWith('host')).status).toBe(204)
    expect((await openPage(the.bo, id, 1000)).length).toBeGreaterThan(0)
  })

  it('keeps the seat if the balance is paid at the last moment', async () => {
    const id = await publishWithDeposit()
    await payDeposit(the.ana, id)
    await passUntil(id, day - hour)
    expect(await statesOf(id)).toEqual([`${the.ana.id} paying`])
    await comeBack(the.ana, payOn(await openPage(the.ana, id, 1000)))
    await passUntil(id, 10 * 60_000)
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
  })

  it('gets both back for a seat that is lost', async () => {
    const id = await publishWithDeposit({ refundHours: 24 })
    await payDeposit(the.ana, id)
    await comeBack(the.ana, payOn(await openPage(the.ana, id, 1000)))
    await payDeposit(the.bo, id)
    const open = await openPage(the.bo, id, 1000)
    await leave(the.ana, id)
    await pass(1000)
    expect(refundsAtStripe().toSorted()).toEqual(['1000 succeeded', '500 succeeded'])
    await cancel(the.host, id)
    await pass(1000)
    expect(refundsAtStripe().toSorted()).toEqual(['1000 succeeded', '500 succeeded', '500 succeeded'])
    expect(() => payOn(open)).toThrow(/expired/)
  })

  it('can pay the balance in cash, or need not pay it, once it is due', async () => {
    const id = await publishWithDeposit()
    await payDeposit(the.ana, id)
    await payDeposit(the.bo, id)
    await passUntil(id, day - hour)
    const [bos] = await rowsOf("SELECT id FROM joiners WHERE event_id = ? AND user_id = ? AND state = 'paying'", id, the.bo.id)
    const [anas] = await rowsOf("SELECT id FROM joiners WHERE event_id = ? AND user_id = ? AND state = 'paying'", id, the.ana.id)
    const note = (joinerId: unknown, method: string, amount: number) =>
      the.host.ask(`/api/events/${id}/joiners/${String(joinerId)}/payment`, { method: 'POST', json: { method, amount, currency: 'usd' } })
    expect(await codeOf(note(anas?.id, 'cash', 1500))).toBe('409 OfferChanged')
    const open = await openPage(the.ana, id, 1000)
    expect((await note(anas?.id, 'cash', 1000)).status).toBe(204)
    expect(() => payOn(open)).toThrow(/expired/)
    expect((await note(bos?.id, 'gift', 0)).status).toBe(204)
    expect((await statesOf(id)).toSorted()).toEqual([`${the.ana.id} going`, `${the.bo.id} going`].toSorted())
    expect([await balanceOf(the.ana, id), await balanceOf(the.bo, id)]).toEqual([null, null])
    expect(paid().map(([amount]) => amount)).toEqual([500, 500])
  })

  it('cannot give the seat away before it is paid for', async () => {
    const id = await publishWithDeposit()
    await payDeposit(the.ana, id)
    expect(await codeOf(offerSeat(the.ana, id, the.bo.id))).toBe('409 BalanceUnpaid')
  })

  it('pays everything at once on the day on which the balance is due', async () => {
    const id = await publishWithDeposit()
    await passUntil(id, day + 2 * hour)
    await buySeat(the.ana, id)
    expect(await balanceOf(the.ana, id)).toBeNull()
  })
})

const shareOf = async (person: Person, shareId: string) => (await (await person.ask(`/api/shares/${shareId}`)).json()) as SeatShare
/** Ana takes a seat for herself and two friends, and pays for hers. */
const split = (id: string) => splitPrice(the.ana, id, ['Gil', 'Hal'])

const onHome = async (person: Person) => {
  const { events } = await (await person.ask('/api/home/upcoming')).json<HomeUpcoming>()
  return events.map(({ id, mine, isGuest, price }) => ({ id, mine, isGuest, amount: price?.amount }))
}
const inMyGames = async (person: Person, list: string) => {
  const { games } = await (await person.ask(`/api/my-games${list}`)).json<MyGamesPage>()
  return games.map(({ id, isGuest }) => ({ id, isGuest }))
}
const gamesIn = async (calendar: string) => readEvents(await (await openCalendar(calendar)).text()).map(({ status }) => status)

describe('A player whose host cannot be paid when the balance is due', () => {
  const restrict = async () => {
    stripe.act((world) => restrictAccount(world.books(platform), the.account))
    await rowsOf('UPDATE payout_accounts SET charges_enabled = 0 WHERE stripe_id = ?', the.account)
  }
  const about = async (person: Person) => (await titlesOf(person)).filter((title) => /balance/.test(title))

  it('keeps the seat, can pay once the host can be paid again, and has time for it', async () => {
    const id = await publishWithDeposit({ deposit: { amount: 500, dueHours: 48 } })
    await payDeposit(the.ana, id)
    await restrict()
    await passUntil(id, 2 * day - hour)
    expect(await codeOf(askToPay(the.ana, id, 1000))).toBe('409 HostCannotBePaid')
    // Nobody asks for what cannot be paid, until the last day.
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
    await passUntil(id, day - hour)
    await passUntil(id, day - 8 * hour)
    expect(await statesOf(id)).toEqual([`${the.ana.id} paying`])
    expect(await about(the.ana)).toContainEqual(expect.stringMatching(/^Your balance of \$10\.00 cannot be paid now/))
    await passUntil(id, 90 * minute)
    stripe.act((world) => completeAccount(world.books(platform), the.account))
    await send(JSON.stringify({ ...makeEvent({ type: 'account.updated', account: the.account }), data: { object: { id: the.account } } }), {
      to: 'connect',
    })
    await work()
    expect(await about(the.ana)).toContainEqual(expect.stringMatching(/^You can pay the balance of \$10\.00 now/))
    await passUntil(id, 50 * minute)
    await comeBack(the.ana, payOn(await openPage(the.ana, id, 1000)))
    await passUntil(id, 10 * minute)
    expect([await statesOf(id), refundsAtStripe()]).toEqual([[`${the.ana.id} going`], []])
  })

  it('gets the deposit back if that never changes, also in a game that gives nothing back', async () => {
    const id = await publishWithDeposit({ refundHours: null })
    await payDeposit(the.ana, id)
    await restrict()
    for (const before of [day, 2 * hour, 45 * minute]) {
      await passUntil(id, before)
      expect(await statesOf(id)).not.toEqual([`${the.ana.id} expired`])
    }
    await passUntil(id, 20 * minute)
    await pass(minute)
    expect(await statesOf(id)).toEqual([`${the.ana.id} expired`])
    expect(await refundsOf(the.ana)).toEqual([expect.stringMatching(/^500 host-not-paid /)])
  })
})

describe('A party that splits the price', () => {
  it('has all seats, and each friend pays one on a page of their own', async () => {
    const id = await publishPaid({ ...inSixDays(), maxGuests: 3, capacity: 8 })
    const shares = await split(id)
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
    expect(await shareOf(the.bo, shares)).toMatchObject({
      event: { id },
      person: { id: the.ana.id },
      amount: 1500,
      sharesLeft: 2,
      isMine: false,
    })
    expect(await codeOf(askToPayShare(the.bo, shares, 1000))).toBe('409 OfferChanged')
    const result = await comeBack(the.bo, payOn(await openShare(the.bo, shares)))
    expect(result).toMatchObject({ state: 'paid', bought: { kind: 'seat', part: 'share' } })
    await deliver((all) => [...all, ...all])
    expect(await balanceOf(the.ana, id)).toMatchObject({ amount: 1500, shares: 2, sharesPaid: 1 })
    expect((await getEvent(the.bo, id)).guestOf).toMatchObject({ id: the.ana.id })
    expect((await getEvent(the.ana, id)).guestOf).toBeUndefined()
    const calendar = await makeAddress(the.bo)
    expect(await gamesIn(calendar)).toEqual(['CONFIRMED'])
    expect(await onHome(the.bo)).toEqual([{ id, mine: null, isGuest: true, amount: 1500 }])
    expect(await onHome(the.ana)).toMatchObject([{ id, mine: 'going', isGuest: false }])
    const month = new Date(await startOf(id)).toISOString().slice(0, 7)
    for (const list of ['?tab=next', `/month?month=${month}`]) {
      expect(await inMyGames(the.bo, list)).toEqual([{ id, isGuest: true }])
      expect(await inMyGames(the.ana, list)).toEqual([{ id, isGuest: false }])
    }
    expect(await ordersOf(the.bo)).toMatchObject([{ event: { id }, seats: 1, amount: 1500, state: 'paid' }])
    // Whoever asks can pay the rest.
    await comeBack(the.ana, payOn(await openPage(the.ana, id, 1500)))
    expect(await balanceOf(the.ana, id)).toBeNull()
    expect(await codeOf(the.bo.ask(`/api/shares/${shares}`))).toBe('404 ShareNotFound')
    expect(paid().map(([amount]) => amount)).toEqual([1500, 1500, 1500])
    expect((await getEvent(the.bo, id)).guestOf).toMatchObject({ id: the.ana.id })
    await leave(the.ana, id)
    expect([(await getEvent(the.bo, id)).guestOf, await gamesIn(calendar), await onHome(the.bo)]).toEqual([undefined, [], []])
  })

  it('is a game that its guests have played, unless nobody of it came', async () => {
    const id = await publishPaid({ ...inSixDays(), maxGuests: 3, capacity: 8 })
    await comeBack(the.bo, payOn(await openShare(the.bo, await split(id))))
    const startsAt = Date.now() - 3 * day
    await env.DB.batch([
      env.DB.prepare('UPDATE events SET starts_at = ?2, ends_at = ?2 + 7200000 WHERE id = ?1').bind(id, startsAt),
      env.DB.prepare('UPDATE joiners SET starts_at = ?2 WHERE event_id = ?1').bind(id, startsAt),
    ])
    expect(await inMyGames(the.bo, '?tab=past')).toEqual([{ id, isGuest: true }])
    const year = async () => {
      await env.DB.prepare('DELETE FROM game_years').run()
      const inAustin = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', year: 'numeric' })
      const answer = await the.bo.ask(`/api/my-games/years/${inAustin.format(startsAt)}`)
      return answer.json<GameYear>()
    }
    expect(await year()).toMatchObject({ games: 1, people: 1, partner: { person: { id: the.ana.id } } })
    await env.DB.prepare('UPDATE joiners SET is_no_show = 1 WHERE event_id = ?').bind(id).run()
    expect(await year()).toMatchObject({ games: 0, people: 0 })
  })

  it('still owes the shares if no event tells of its own payment', async () => {
    const id = await publishPaid({ ...inSixDays(), maxGuests: 3, capacity: 8 })
    expect((await join(the.ana, id, { guests: ['Gil', 'Hal'] })).status).toBeLessThan(300)
    payOn(await openPage(the.ana, id, 1500, { way: 'split', balance: 3000 }))
    await pass(hour)
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
    expect(await balanceOf(the.ana, id)).toMatchObject({ amount: 3000, shares: 2, sharesPaid: 0 })
  })

  it('never sells a share twice: a friend waits while another one pays, and what comes too late goes back', async () => {
    const id = await publishPaid({ ...inSixDays(), maxGuests: 3, capacity: 8 })
    const shares = await split(id)
    const [cy, di, ed] = await Promise.all(['cy', 'di', 'ed'].map((name) => enter(`${name}-${the.ana.id}`)))
    const answers = await Promise.all([the.bo, cy, di, ed].map((person) => askToPayShare(person as Person, shares)))
    const urls = await Promise.all(
      answers.map(async (answer) => (answer.status === 200 ? ((await answer.json()) as { url: string }).url : await codeOf(answer))),
    )
    expect(urls.filter((url) => url === '409 ShareTaken')).toHaveLength(2)
    const open = urls.filter((url) => url.startsWith('http'))
    expect(await codeOf(askToPay(the.ana, id, 3000))).toBe('409 ShareTaken')
    for (const url of open) payOn(url)
    await deliver()
    expect([await balanceOf(the.ana, id), refundsAtStripe()]).toEqual([null, []])
  })

  it('still owes what is left after more than that was paid and has gone back', async () => {
    const id = await publishPaid({ ...inSixDays(), maxGuests: 3, capacity: 8 })
    const shares = await split(id)
    const all = await openPage(the.ana, id, 3000)
    await comeBack(the.bo, payOn(await openShare(the.bo, shares)))
    payOn(all)
    await deliver()
    expect(refundsAtStripe()).toEqual(['3000 succeeded'])
    const dueAt = (await startOf(id)) - day
    expect(await balanceOf(the.ana, id)).toMatchObject({ amount: 1500, sharesPaid: 1 })
    expect((await balanceOf(the.ana, id))?.dueAt).toBeLessThanOrEqual(dueAt)
    await pass(25 * hour)
    expect(await statesOf(id)).toEqual([`${the.ana.id} paying`])
    await comeBack(the.ana, payOn(await openPage(the.ana, id, 1500)))
    expect([await statesOf(id), await balanceOf(the.ana, id)]).toEqual([[`${the.ana.id} going`], null])
  })

  it('keeps the seats that were paid for when the time is over, and the others are free', async () => {
    const id = await publishPaid({ ...inSixDays(), maxGuests: 3, capacity: 3 })
    const shares = await split(id)
    payOn(await openShare(the.bo, shares))
    await deliver()
    await pass(19 * hour)
    expect(await titlesOf(the.ana)).toContainEqual(expect.stringMatching(/^\$15\.00 is not paid yet/))
    await pass(6 * hour)
    expect(await titlesOf(the.ana)).toContainEqual(expect.stringMatching(/^Your friends have not paid \$15\.00/))
    expect(await statesOf(id)).toEqual([`${the.ana.id} paying`])
    const late = await openShare(await enter(`late-${the.ana.id}`), shares)
    await pass(day + hour)
    expect(() => payOn(late)).toThrow(/expired/)
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
    expect(await rowsOf('SELECT seats, guests FROM joiners WHERE event_id = ?', id)).toEqual([{ seats: 2, guests: '["Gil"]' }])
    expect(await titlesOf(the.ana)).toContainEqual(expect.stringMatching(/^Some of your friends have not paid/))
    expect((await getEvent(the.host, id)).live.taken).toBe(2)
    expect([await balanceOf(the.ana, id), refundsAtStripe()]).toEqual([null, []])
  })

  it('is told what is left with the fee that the players bear', async () => {
    const id = await publishPaid({ ...inSixDays(), maxGuests: 3, capacity: 8 }, 1500, { feeBy: 'player' })
    const way = { way: 'split', balance: 3000 } as const
    expect((await join(the.ana, id, { guests: ['Gil', 'Hal'] })).status).toBeLessThan(300)
    await comeBack(the.ana, payOn(await openPage(the.ana, id, 1575, way)))
    const shares = (await balanceOf(the.ana, id))?.orderId ?? ''
    expect((await askToPayShare(the.bo, shares, 1575)).status).toBe(200)
    await pass(19 * hour)
    expect(await titlesOf(the.ana)).toContainEqual(expect.stringMatching(/^\$31\.50 is not paid yet/))
    expect((await askToPay(the.ana, id, 3150)).status).toBe(200)
  })

  it('ends the page of a friend who did not pay, also if no event tells of it', async () => {
    const id = await publishPaid({ ...inSixDays(), maxGuests: 3, capacity: 8 })
    const shares = await split(id)
    await openShare(the.bo, shares)
    await pass(hour)
    for (const name of ['cy', 'di']) {
      const friend = await enter(`${name}-${the.ana.id}`)
      await comeBack(friend, payOn(await openShare(friend, shares)))
    }
    expect(await balanceOf(the.ana, id)).toBeNull()
    await pass(hour)
    expect(await rowsOf('SELECT state FROM orders WHERE payer_id = ?', the.bo.id)).toEqual([{ state: 'ended' }])
    expect(await statesOf(id)).toEqual([`${the.ana.id} going`])
  })

  it('gives each payment back to who paid it', async () => {
    const id = await publishPaid({ ...inSixDays(), maxGuests: 3, capacity: 8 })
    const shares = await split(id)
    payOn(await openShare(the.bo, shares))
    await deliver()
    await cancel(the.host, id)
    await pass(1000)
    expect(refundsAtStripe()).toEqual(['1500 succeeded', '1500 succeeded'])
    expect((await ordersOf(the.bo))[0]?.refunds).toMatchObject([{ amount: 1500, reason: 'cancelled' }])
  })

  it('is not there if the game starts soon, or has a deposit', async () => {
    const id = await publishPaid({ ...inSixDays(), maxGuests: 3, capacity: 8 })
    await passUntil(id, 5 * hour)
    await join(the.ana, id, { guests: ['Gil'] })
    expect(await codeOf(askToPay(the.ana, id, 1500, { way: 'split', balance: 1500 }))).toBe('409 OfferChanged')
    const other = await publishWithDeposit()
    await join(the.bo, other, { guests: ['Gil'] })
    expect(await codeOf(askToPay(the.bo, other, 1500, { way: 'split', balance: 1500 }))).toBe('409 OfferChanged')
  })
})
