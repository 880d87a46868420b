import { beforeEach, describe, expect, it } from 'vitest'
import { hour, minute } from '../../domain/time/spans.ts'
import { actOn, getEvent, getLive, getMyJoiner, join, leave, publishGame, setPrice, statesOf } from '../events/games.ts'
import { deliverNotices, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { befriend, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { books, buySeat, codeOf, comeBack, openPage, pass, passToNoon, payOn, publishPaid, startWithHost, the, work } from './paid-game.ts'

const queues = startWithHost()
let cy: Person
let names: Record<string, string>

beforeEach(async () => {
  cy = await enter(`cy-of-${the.ana.id}`)
  names = { [the.host.id]: 'host', [the.ana.id]: 'ana', [the.bo.id]: 'bo', [cy.id]: 'cy' }
  await befriend(the.ana.id, the.bo.id)
  await befriend(the.ana.id, cy.id)
  await rowsOf('DELETE FROM outreach')
  await passToNoon()
})

const bring = (person: Person, id: string, ...friends: Person[]) =>
  person.ask(`/api/events/${id}/me/friends`, { method: 'POST', json: { friendIds: friends.map((friend) => friend.id) } })
const take = (person: Person, id: string) => person.ask(`/api/events/${id}/me/take`, { method: 'POST' })
const seatsOf = async (id: string) =>
  (await statesOf(id))
    .map((state) => state.split(' '))
    .map(([who = '', state]) => `${names[who] ?? who} ${state}`)
    .sort()
/** What a player sees of the friends with whom they come. */
const friendsOf = async (person: Person, id: string) =>
  ((await getLive(person, id)).friends ?? [])
    .map((friend) => `${names[friend.person.id]} ${friend.isPaying ? 'pays' : friend.hasAccepted ? 'is in' : 'is asked'}`)
    .sort()
const chargesOf = () => books().all('charge').length
/** What the last email about a seat that is held for this person says of the price, and its link. */
async function mailTo(person: Person) {
  await waitForEmptyOutbox()
  const data = queues.mail.flatMap(({ body: { to, template } }) =>
    to === `${person.id}@local.test` && template.name === 'friend-seat' ? [template.data] : [],
  )
  return { price: data.at(-1)?.price, link: `/api/seat-offers/${data.at(-1)?.token}` }
}

describe('Friends for whom a player with a paid seat holds seats', () => {
  it('accept, pay for their own seat, and have it with the payment', async () => {
    const id = await publishPaid({ capacity: 3, maxGuests: 2 })
    await join(the.ana, id)
    expect(await codeOf(bring(the.ana, id, the.bo))).toBe('409 PayBeforeFriends')
    await comeBack(the.ana, payOn(await openPage(the.ana, id)))
    await work()
    expect((await bring(the.ana, id, the.bo, cy)).status).toBe(200)
    expect(await seatsOf(id)).toEqual(['ana going', 'bo offered', 'cy offered'])
    const { price, link } = await mailTo(the.bo)
    expect(price).toBe('$15')
    await deliverNotices()
    expect(await rowsOf("SELECT text FROM notices WHERE user_id = ? AND title LIKE '%holds a seat for you%'", the.bo.id)).toEqual([
      { text: expect.stringContaining('Price: $15. You pay once you accept') },
    ])
    expect(await (await ask(link)).json()).toMatchObject({ state: 'open', price: { amount: 1500 } })

    expect((await ask(`${link}/take`, { method: 'POST' })).status).toBeLessThan(300)
    expect(await friendsOf(the.ana, id)).toEqual(['bo pays', 'cy is asked'])
    // Nobody has paid for them, and no seat is left.
    expect(chargesOf()).toBe(1)
    expect(await getLive(the.host, id)).toMatchObject({ taken: 3 })
    await comeBack(the.bo, payOn(await openPage(the.bo, id)))
    await work()
    expect(chargesOf()).toBe(2)
    expect(await friendsOf(the.ana, id)).toContain('bo is in')
    // Each has a seat of their own: the money of the one who leaves comes back to them.
    expect((await leave(the.ana, id)).status).toBe(200)
    await work()
    expect(await getMyJoiner(the.bo, id)).toMatchObject({ state: 'going' })
    expect(books().all('refund')).toHaveLength(1)
  })

  it('lose the seat if they do not pay in time, and are held none after they did so three times', async () => {
    const id = await publishPaid({ capacity: 2, maxGuests: 1 })
    await buySeat(the.ana, id)
    for (let count = 0; count < 3; count += 1) {
      expect((await bring(the.ana, id, the.bo)).status).toBe(200)
      expect((await take(the.bo, id)).status).toBe(200)
      expect(await seatsOf(id)).toEqual(['ana going', 'bo paying'])
      expect(await codeOf(join(cy, id))).toBe('409 EventFull')
      await pass(11 * minute)
      expect(await seatsOf(id)).toEqual(['ana going', 'bo expired'])
      expect(await friendsOf(the.ana, id)).toEqual([])
      await rowsOf('DELETE FROM outreach')
    }
    // The player learns nothing about it: their friend is invited.
    expect((await bring(the.ana, id, the.bo)).status).toBe(200)
    expect(await seatsOf(id)).toEqual(['ana going', 'bo expired'])
    await buySeat(cy, id)
    expect(await getLive(the.host, id)).toMatchObject({ taken: 2 })
  })

  it('lose it when the player leaves before they accept, but not once they pay', async () => {
    const id = await publishPaid({ capacity: 3, maxGuests: 2 })
    await buySeat(the.ana, id)
    await bring(the.ana, id, the.bo, cy)
    await take(the.bo, id)
    await leave(the.ana, id)
    expect(await seatsOf(id)).toEqual(['ana left', 'bo paying', 'cy expired'])
    expect((await take(cy, id)).status).toBe(409)
    await comeBack(the.bo, payOn(await openPage(the.bo, id)))
    await work()
    expect(await seatsOf(id)).toEqual(['ana left', 'bo going', 'cy expired'])
  })

  it('lose it with a block, and who pays already keeps a seat of their own', async () => {
    const id = await publishPaid({ capacity: 3, maxGuests: 2 })
    await buySeat(the.ana, id)
    await bring(the.ana, id, the.bo, cy)
    await take(the.bo, id)
    for (const friend of [the.bo, cy])
      expect((await friend.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: [the.ana.id] } })).status).toBeLessThan(300)
    expect(await seatsOf(id)).toEqual(['ana going', 'bo paying', 'cy expired'])
    expect(await friendsOf(the.ana, id)).toEqual([])
    expect(await friendsOf(the.bo, id)).toEqual([])
  })

  it('are invited when there are not enough seats, and nobody is held one when no time is left to pay', async () => {
    const id = await publishPaid({ capacity: 2, maxGuests: 2 })
    await buySeat(the.ana, id)
    expect((await bring(the.ana, id, the.bo, cy)).status).toBe(200)
    expect(await seatsOf(id)).toEqual(['ana going'])
    const { startsAt } = await getEvent(the.host, id)
    await pass(startsAt - Date.now() - 56 * minute)
    await rowsOf('DELETE FROM outreach')
    await bring(the.ana, id, the.bo)
    const until = (await getMyJoiner(the.bo, id))?.offerExpiresAt ?? 0
    expect(Math.round((startsAt - until) / minute)).toBe(41)
    await pass(16 * minute)
    expect(await seatsOf(id)).toEqual(['ana going', 'bo expired'])
    expect(await codeOf(bring(the.ana, id, cy))).toBe('409 TooLateToHold')
  })

  it('pay if the game costs money by the time they accept', async () => {
    const id = await publishGame(the.host, { capacity: 4, maxGuests: 2 })
    await join(the.ana, id, { friendIds: [the.bo.id] })
    expect(await seatsOf(id)).toEqual(['ana going', 'bo offered'])
    await setPrice(id, 2000)
    await take(the.bo, id)
    expect(await seatsOf(id)).toEqual(['ana going', 'bo paying'])
    await comeBack(the.bo, payOn(await openPage(the.bo, id, 2000)))
    await work()
    expect(await seatsOf(id)).toEqual(['ana going', 'bo going'])
  })

  it('choose their kind of ticket when they pay', async () => {
    const tier = (id: string, amount: number) => ({ id, name: id, amount, memberAmount: null, seats: null })
    const id = await publishPaid({ capacity: 4, maxGuests: 2 }, 1200, { tiers: [tier('Adult', 2000), tier('Student', 1200)] })
    await buySeat(the.ana, id, { tierId: 'Adult', amount: 2000 })
    await bring(the.ana, id, the.bo)
    const { price, link } = await mailTo(the.bo)
    expect(price).toBe('from $12')
    expect(await (await ask(link)).json()).toMatchObject({ state: 'open', asksMore: true })
    await take(the.bo, id)
    expect(await (await ask(link)).json()).toMatchObject({ state: 'paying', asksMore: true })
    await comeBack(the.bo, payOn(await openPage(the.bo, id, 1200, { tierId: 'Student' })))
    await work()
    expect(await getMyJoiner(the.bo, id)).toMatchObject({ state: 'going', tierId: 'Student' })
  })

  it('cannot accept while all kinds of tickets are sold out, in the app or by the link, and lose nothing by it', async () => {
    const tier = (id: string, amount: number) => ({ id, name: id, amount, memberAmount: null, seats: 1 })
    const id = await publishPaid({ capacity: 4, maxGuests: 2 }, 1200, { tiers: [tier('Adult', 2000), tier('Student', 1200)] })
    await buySeat(the.ana, id, { tierId: 'Adult', amount: 2000 })
    await bring(the.ana, id, the.bo)
    const { link } = await mailTo(the.bo)
    await buySeat(cy, id, { tierId: 'Student', amount: 1200 })
    expect(await codeOf(take(the.bo, id))).toBe('409 AllTicketsSoldOut')
    expect(await codeOf(ask(`${link}/take`, { method: 'POST' }))).toBe('409 AllTicketsSoldOut')
    expect(await seatsOf(id)).toEqual(['ana going', 'bo offered', 'cy going'])
    await leave(cy, id)
    expect((await take(the.bo, id)).status).toBe(200)
    expect(await seatsOf(id)).toContain('bo paying')
  })

  it('can be seated by a host once they have accepted, and not before', async () => {
    const id = await publishPaid({ capacity: 4, maxGuests: 2 })
    await buySeat(the.ana, id)
    await bring(the.ana, id, the.bo)
    expect(await codeOf(actOn(the.host, id, the.bo.id, 'seat'))).toBe('409 FriendNotAnswered')
    await take(the.bo, id)
    expect((await actOn(the.host, id, the.bo.id, 'seat')).status).toBe(204)
    await pass(2 * hour)
    expect(await friendsOf(the.ana, id)).toEqual(['bo is in'])
  })
})
