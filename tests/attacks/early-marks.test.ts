import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CheckInsAnswer, ManagedEvent, ManagedJoiner } from '../../domain/events/manage-contract.ts'
import { readTicketCode } from '../../domain/events/ticket.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { actOn, answerSeat, getEvent, getMyJoiner, join, leave, offerSeat, publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'

collectLog()
holdQueues()

let [host, ana, bo] = [] as unknown as [Person, Person, Person]

beforeAll(async () => {
  const people = await Promise.all(['host', 'ana', 'bo'].map((id) => enter(id)))
  ;[host, ana, bo] = people as [Person, Person, Person]
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  await env.DB.batch(['outreach', 'endorsements'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  return () => void vi.useRealTimers()
})

const entryOf = async (id: string, userId: string): Promise<ManagedJoiner> => {
  const { joiners } = (await (await host.ask(`/api/events/${id}/manage`)).json()) as ManagedEvent
  const joiner = joiners.find((each) => each.userId === userId)
  if (!joiner) throw new Error('Not on the list')
  return joiner
}

const report = async (id: string, checkIn: object): Promise<CheckInsAnswer> =>
  (await host.ask(`/api/events/${id}/check-ins`, { method: 'PUT', json: { checkIns: [checkIn] } })).json()

describe('A mark before its time', () => {
  it('as a no-show does not exist before the start, whatever time the report claims', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    const { id: joinerId } = await entryOf(id, 'ana')
    const { startsAt } = await getEvent(host, id)
    const noShow = { joinerId, arrived: 0, isNoShow: true }
    for (const at of [Date.now(), startsAt, startsAt + hour]) {
      for (const isEarly of [false, true]) {
        expect(await report(id, { ...noShow, at, isEarly })).toEqual({ unknown: [], tooEarly: [joinerId] })
      }
    }
    vi.setSystemTime(startsAt - 1)
    expect((await report(id, { ...noShow, at: startsAt })).tooEarly).toEqual([joinerId])
    expect(await entryOf(id, 'ana')).toMatchObject({ isNoShow: false, checkedInAt: null })
    vi.setSystemTime(startsAt)
    expect(await report(id, { ...noShow, at: startsAt })).toEqual({ unknown: [], tooEarly: [] })
    expect(await entryOf(id, 'ana')).toMatchObject({ isNoShow: true })
  })

  it('as checked in needs two hours before the start, or the word of the host', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    const { id: joinerId } = await entryOf(id, 'ana')
    const { startsAt } = await getEvent(host, id)
    const checkIn = { joinerId, arrived: 1 }
    vi.setSystemTime(startsAt - 2 * hour - minute)
    expect((await report(id, { ...checkIn, at: startsAt })).tooEarly).toEqual([joinerId])
    expect(await entryOf(id, 'ana')).toMatchObject({ arrived: 0, checkedInAt: null })
    expect((await report(id, { ...checkIn, at: Date.now(), isEarly: true })).tooEarly).toEqual([])
    expect(await entryOf(id, 'ana')).toMatchObject({ arrived: 1 })
    // It can be undone at any time.
    vi.setSystemTime(Date.now() + 1)
    expect((await report(id, { joinerId, arrived: 0, at: Date.now() })).tooEarly).toEqual([])
    vi.setSystemTime(startsAt - 2 * hour)
    expect((await report(id, { ...checkIn, at: Date.now() })).tooEarly).toEqual([])
    expect(await entryOf(id, 'ana')).toMatchObject({ arrived: 1 })
  })

  it('as endorsed does not exist before a game of both has started', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    await join(bo, id)
    const endorse = () => ana.ask('/api/endorsements/bo/fair-play', { method: 'PUT' })
    const mayEndorse = async () => ((await (await ana.ask('/api/profiles/bo')).json()) as { mayEndorse: boolean }).mayEndorse
    const { startsAt } = await getEvent(host, id)
    vi.setSystemTime(startsAt - 1)
    expect(await mayEndorse()).toBe(false)
    const refused = await endorse()
    expect([refused.status, (await readProblem(refused)).code]).toEqual([409, 'NotPlayedYet'])
    vi.setSystemTime(startsAt)
    expect(await mayEndorse()).toBe(true)
    expect((await endorse()).status).toBe(204)
  })
})

describe('The code of a ticket', () => {
  it('is shown to its holder and the hosts only, and is different for each seat of a game', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    await join(bo, id)
    const code = (await getMyJoiner(ana, id))?.ticketCode ?? ''
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{6}$/)
    expect((await entryOf(id, 'ana')).ticketCode).toBe(code)
    expect((await getMyJoiner(bo, id))?.ticketCode).not.toBe(code)
    expect(JSON.stringify(await getEvent(bo, id))).not.toContain(code)
    await expect(
      env.DB.prepare("UPDATE joiners SET ticket_code = ? WHERE event_id = ? AND user_id = 'bo'").bind(code, id).run(),
    ).rejects.toThrow('UNIQUE')
  })

  it('is a new one after the seat was left or given away', async () => {
    const id = await publishGame(host)
    const codes = new Set<string | null | undefined>()
    await join(ana, id)
    codes.add((await getMyJoiner(ana, id))?.ticketCode)
    await leave(ana, id)
    await join(ana, id)
    codes.add((await getMyJoiner(ana, id))?.ticketCode)
    await offerSeat(ana, id, 'bo')
    await answerSeat(bo, id, 'accept')
    codes.add((await getMyJoiner(bo, id))?.ticketCode)
    expect(codes.size).toBe(3)
    await actOn(host, id, 'bo', 'remove')
  })

  it.each([
    ['k7q4mx', 'K7Q4MX'],
    [' K7Q-4MX ', 'K7Q4MX'],
    ['k7q 4mx', 'K7Q4MX'],
    ['K7Q–4MX', 'K7Q4MX'],
    ['K7Q4M', null],
    ['K7Q4MXX', null],
    ['K7Q4M0', null],
    ['https://x', null],
  ])('is read as people type it: %s', (typed, code) => {
    expect(readTicketCode(typed)).toBe(code)
  })
})
