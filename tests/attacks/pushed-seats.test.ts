import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { outreachLimits } from '../../domain/outreach/limits.ts'
import { day, hour } from '../../domain/time/spans.ts'
import {
  actOn,
  answerSeat,
  cancel,
  change,
  getEvent,
  getLive,
  join,
  leave,
  noticeTitlesOf,
  offerSeat,
  passMinutes,
  publishGame,
  statesOf,
} from '../events/games.ts'
import { deliverAll, deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'

collectLog()
const queues = holdQueues()

let [host, pest, victim, friend] = [] as unknown as [Person, Person, Person, Person]

beforeAll(async () => {
  const people = await Promise.all(['host', 'pest', 'victim', 'friend'].map((id) => enter(id)))
  ;[host, pest, victim, friend] = people as [Person, Person, Person, Person]
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  await env.DB.batch(['outreach', 'seat_transfers', 'blocks'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  return () => void vi.useRealTimers()
})

const takeBack = (person: Person, id: string) => person.ask(`/api/events/${id}/me/transfer`, { method: 'DELETE' })
const transferOf = async (person: Person, id: string) => (await getLive(person, id)).transferReceived?.id ?? 'none'
const accept = (person: Person, id: string, transferId: string) =>
  person.ask(`/api/events/${id}/me/transfers/${transferId}/accept`, { method: 'POST' })
const getAnswer = (person: Person, id: string) => person.ask(`/api/events/${id}/live`)
const codeOf = async (answer: Response) => (await readProblem(answer)).code

async function publishWithSeat(form: Parameters<typeof publishGame>[1] = {}): Promise<string> {
  const id = await publishGame(host, form)
  expect((await join(pest, id)).status).toBe(200)
  return id
}

describe('A seat that is pushed onto a stranger', () => {
  it('puts them on no list, in no ticket and near no endorsement until they accept', async () => {
    const id = await publishWithSeat({ capacity: 2 })
    expect((await offerSeat(pest, id, 'victim')).status).toBe(200)
    expect(await statesOf(id)).toEqual(['pest going'])
    expect(await getLive(victim, id)).toMatchObject({ mine: null, taken: 1, transferReceived: { person: { id: 'pest' }, seats: 1 } })
    expect((await getLive(host, id)).joiners.map(({ userId }) => userId)).toEqual(['pest'])
    expect((await pest.ask('/api/endorsements/victim/fair-play', { method: 'PUT' })).status).toBe(404)
    const managed = (await (await host.ask(`/api/events/${id}/manage`)).json()) as { joiners: { userId: string }[] }
    expect(managed.joiners.map(({ userId }) => userId)).toEqual(['pest'])
    const mine = (await (await victim.ask('/api/events/mine')).json()) as { events: unknown[] }
    expect(mine.events).toEqual([])
    expect(await noticeTitlesOf(id, victim)).toEqual([['Name of pest offers you their seat at Open play']])
    expect((await answerSeat(victim, id, 'decline')).status).toBe(200)
    expect(await statesOf(id)).toEqual(['pest going'])
    expect(await getLive(victim, id)).toMatchObject({ mine: null, transferReceived: null })
  })

  it('keeps the seat taken while it is offered, and moves it in one step', async () => {
    const id = await publishWithSeat({ capacity: 1 })
    await offerSeat(pest, id, 'victim')
    expect((await join(friend, id)).status).toBe(409)
    const transferId = await transferOf(victim, id)
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => accept(victim, id, transferId)),
      ...Array.from({ length: 10 }, () => join(friend, id)),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(await statesOf(id)).toEqual(['victim going'])
    expect(await getLive(host, id)).toMatchObject({ taken: 1 })
  })

  it('is offered to one person at a time, however many requests arrive together', async () => {
    const id = await publishWithSeat()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => offerSeat(pest, id, i % 2 === 0 ? 'victim' : 'friend')))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(await rowsOf('SELECT count(*) AS n FROM seat_transfers')).toEqual([{ n: 1 }])
    expect(await codeOf(await offerSeat(pest, id, 'friend'))).toBe('TransferOpen')
  })

  it('cannot be accepted by others, after it was taken back, after a day, after the start, or after its player left', async () => {
    const id = await publishWithSeat()
    const openTransfer = async () => {
      expect((await offerSeat(pest, id, 'victim')).status).toBe(200)
      return transferOf(victim, id)
    }
    const expectOver = async (transferId: string) => expect(await codeOf(await accept(victim, id, transferId))).toBe('TransferOver')
    const first = await openTransfer()
    expect(await codeOf(await accept(friend, id, first))).toBe('TransferOver')
    expect(await codeOf(await accept(host, id, first))).toBe('TransferOver')
    expect((await takeBack(pest, id)).status).toBe(200)
    await expectOver(first)
    const second = await openTransfer()
    await leave(pest, id)
    await join(pest, id)
    await expectOver(second)
    expect((await getLive(victim, id)).transferReceived).toBeNull()
    const third = await openTransfer()
    vi.setSystemTime(Date.now() + day)
    await expectOver(third)
    expect(await statesOf(id)).toEqual(['pest going'])
    const { startsAt } = await getEvent(host, id)
    vi.setSystemTime(startsAt - hour)
    expect((await offerSeat(pest, id, 'friend')).status).toBe(200)
    const last = await transferOf(friend, id)
    expect((await getLive(friend, id)).transferReceived?.expiresAt).toBe(startsAt)
    vi.setSystemTime(startsAt)
    expect(await codeOf(await accept(friend, id, last))).toBe('TransferOver')
  })

  it('ends with the seat of its player, and does not come back with their next one', async () => {
    const slots = [
      { id: 'north', name: 'North', capacity: 2 },
      { id: 'south', name: 'South', capacity: 2 },
    ]
    const joinerOf = async (id: string) => (await rowsOf("SELECT id FROM joiners WHERE event_id = ? AND user_id = 'pest'", id))[0]?.id
    const losses: Record<string, { lose: (id: string) => Promise<Response>; regain: (id: string) => Promise<Response> }> = {
      'moved to the waitlist': {
        lose: (id) => change(host, id, { slots: slots.slice(0, 1) }, { slotMoves: [{ from: 'south', to: 'north', isToWaitlist: true }] }),
        regain: async (id) => host.ask(`/api/events/${id}/joiners/${await joinerOf(id)}`, { method: 'POST', json: { action: 'seat' } }),
      },
      left: { lose: (id) => leave(pest, id), regain: (id) => join(pest, id, { slotId: 'north' }) },
      removed: {
        lose: (id) => actOn(host, id, 'pest', 'remove'),
        regain: async (id) => {
          await rowsOf("UPDATE joiners SET state = 'going' WHERE event_id = ? AND user_id = 'pest'", id)
          return getAnswer(pest, id)
        },
      },
      cancelled: {
        lose: (id) => cancel(host, id),
        regain: async (id) => {
          await rowsOf("UPDATE events SET state = 'published' WHERE id = ?", id)
          return getAnswer(pest, id)
        },
      },
    }
    for (const [name, { lose, regain }] of Object.entries(losses)) {
      await env.DB.exec('DELETE FROM outreach')
      const id = await publishGame(host, { slots })
      expect((await join(pest, id, { slotId: 'south' })).status).toBe(200)
      expect((await offerSeat(pest, id, 'victim')).status).toBe(200)
      const transferId = await transferOf(victim, id)
      expect((await lose(id)).ok, name).toBe(true)
      expect(await rowsOf('SELECT id FROM seat_transfers'), name).toEqual([])
      expect((await regain(id)).ok, name).toBe(true)
      expect((await getLive(pest, id)).mine?.state, name).toBe('going')
      expect(await getLive(victim, id), name).toMatchObject({ transferReceived: null })
      expect(await codeOf(await accept(victim, id, transferId)), name).toBe('TransferOver')
      expect(await noticeTitlesOf(id, pest), name).not.toContainEqual(
        expect.arrayContaining([expect.stringContaining('Nobody took your seat')]),
      )
    }
  })

  it('ends by itself; its player is told the same whether it was declined, not answered or met a block', async () => {
    const endings: Record<string, (id: string) => Promise<unknown>> = {
      declined: (id) => answerSeat(victim, id, 'decline'),
      expired: () => passMinutes(24 * 60),
      blocked: () => victim.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: ['pest'] } }),
    }
    const told: unknown[] = []
    for (const end of Object.values(endings)) {
      const id = await publishWithSeat()
      expect((await offerSeat(pest, id, 'victim')).status).toBe(200)
      await deliverNotices()
      await end(id)
      await deliverNotices()
      expect((await getLive(pest, id)).transferSent).toBeNull()
      const rows = await rowsOf("SELECT title, text, actor_id FROM notices WHERE user_id = 'pest' AND path = ?", `/evt/${id}`)
      // The text starts with the date and the place of the game, and these games have different dates.
      told.push(rows.map(({ text, ...row }) => ({ ...row, text: String(text).split('Northside Courts. ')[1] })))
    }
    expect(told[0]).toEqual([expect.objectContaining({ title: 'Nobody took your seat at Open play', actor_id: null })])
    expect(told).toEqual([told[0], told[0], told[0]])
    await deliverAll()
  })

  it('does not reach a person who has blocked the player, and looks like nobody is there', async () => {
    const id = await publishWithSeat()
    await block('victim', 'pest')
    const [blocked, nobody] = [await offerSeat(pest, id, 'victim'), await offerSeat(pest, id, 'nobody')]
    expect([blocked.status, await codeOf(blocked)]).toEqual([nobody.status, await codeOf(nobody)])
    expect(await rowsOf('SELECT * FROM seat_transfers')).toEqual([])
  })

  it('reaches the same person only a few times, and few people a day, however it is tried', async () => {
    const { maxPerDay, toOnePerson } = outreachLimits.seatOffer
    const id = await publishWithSeat()
    const statuses: number[] = []
    for (let i = 0; i < toOnePerson.max + 3; i++) {
      statuses.push((await offerSeat(pest, id, 'victim')).status)
      await deliverAll()
      await answerSeat(victim, id, 'decline')
    }
    expect(statuses).toEqual([...Array(toOnePerson.max).fill(200), 429, 429, 429])
    expect(await codeOf(await offerSeat(pest, id, 'victim'))).toBe('AskedTooOften')
    // Another game changes nothing, and neither does the next day.
    const other = await publishWithSeat()
    vi.setSystemTime(Date.now() + day)
    expect(await codeOf(await offerSeat(pest, other, 'victim'))).toBe('AskedTooOften')
    await deliverAll()
    expect(queues.sent.filter(({ subject }) => subject.includes('offers you their seat')).length).toBe(toOnePerson.max)
    // Many games and many strangers at the same moment.
    const games = await Promise.all(Array.from({ length: 20 }, () => publishWithSeat()))
    const strangers = await Promise.all(games.map((_, i) => enter(`stranger-${i}`)))
    const answers = await Promise.all(games.map((game, i) => offerSeat(pest, game, strangers[i]?.id ?? '')))
    expect(answers.filter(({ status }) => status === 200).length).toBe(maxPerDay)
    const refused = answers.find(({ status }) => status !== 200)
    expect(refused && (await readProblem(refused)).title).toBe('You can send up to 10 seat offers per day. Try again tomorrow.')
    await deliverAll()
  })
})
