import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HowItWas, MyWord } from '../../domain/events/after-contract.ts'
import type { ManagedEvent } from '../../domain/events/manage-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { holdQueues } from '../notifications/post-office.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { cancel, join, leave, lookAt, passMinutes, putUp } from './games.ts'

collectLog()
holdQueues()

const noon = Date.UTC(2026, 10, 25, 18)
let [host, ana, bo, cleo, stranger] = [] as unknown as [Person, Person, Person, Person, Person]

beforeAll(async () => {
  const all = await Promise.all(['host', 'ana', 'bo', 'cleo', 'stranger'].map((id) => enter(id)))
  ;[host, ana, bo, cleo, stranger] = all as [Person, Person, Person, Person, Person]
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

const say = (person: Person, id: string, rating: unknown, words?: string) =>
  person.ask(`/api/events/${id}/me/feedback`, { method: 'PUT', json: { rating, ...(words === undefined ? {} : { words }) } })
const wordOf = async (person: Person, id: string): Promise<MyWord> => (await person.ask(`/api/events/${id}/me/feedback`)).json()
const told = async (person: Person, id: string): Promise<HowItWas> => (await person.ask(`/api/events/${id}/feedback`)).json()
const whyNot = async (answer: Response) => `${answer.status} ${((await answer.json()) as { title: string }).title}`

/** A game with these people in it, and the clock at its end. */
async function playOut(people: readonly Person[], form: Parameters<typeof putUp>[1] = {}): Promise<{ id: string; endsAt: number }> {
  const id = await putUp(host, { capacity: 8, ...form })
  for (const person of people) expect((await join(person, id)).status).toBe(200)
  const { endsAt } = await lookAt(host, id)
  vi.setSystemTime(endsAt)
  return { id, endsAt }
}

async function markNoShow(id: string, who: Person): Promise<void> {
  const { joiners } = (await (await host.ask(`/api/events/${id}/manage`)).json()) as ManagedEvent
  const joinerId = joiners.find(({ userId }) => userId === who.id)?.id
  const json = { checkIns: [{ joinerId, arrived: 0, at: Date.now(), isNoShow: true }] }
  expect((await host.ask(`/api/events/${id}/check-ins`, { method: 'PUT', json })).status).toBe(200)
}

describe('Who played', () => {
  it('says how it was once it is over, and finds it again', async () => {
    const { id, endsAt } = await playOut([ana])
    vi.setSystemTime(endsAt - 1)
    expect(await wordOf(ana, id)).toMatchObject({ maySay: false, said: null })
    expect(await whyNot(await say(ana, id, 5))).toBe('409 You can review this game once it is over.')
    vi.setSystemTime(endsAt)
    expect(await wordOf(ana, id)).toEqual({ maySay: true, until: endsAt + 14 * day, said: null })
    const said = { rating: 4, words: 'Good games.\nLate start.', at: endsAt }
    expect(await (await say(ana, id, 4, '  Good games.\nLate start. ')).json()).toMatchObject({ maySay: true, said })
    expect(await wordOf(ana, id)).toMatchObject({ maySay: true, said })
  })

  it('may say it otherwise for two weeks, in place of what was said', async () => {
    const { id, endsAt } = await playOut([ana])
    await say(ana, id, 2, 'Too crowded')
    vi.setSystemTime(endsAt + 14 * day - 1)
    expect((await say(ana, id, 5)).status).toBe(200)
    expect(await told(host, id)).toEqual({ count: 1, average: 5, ratings: [0, 0, 0, 0, 1], words: [] })
    vi.setSystemTime(endsAt + 14 * day)
    expect(await whyNot(await say(ana, id, 1))).toBe('409 You can review a game for up to two weeks.')
    expect(await wordOf(ana, id)).toMatchObject({ maySay: false, said: { rating: 5, words: '' } })
  })

  it('chooses one of five, and writes at most 600 characters', async () => {
    const { id } = await playOut([ana])
    for (const rating of [0, 6, 2.5, '4', null, undefined]) expect((await say(ana, id, rating)).status).toBe(400)
    expect((await say(ana, id, 3, 'x'.repeat(601))).status).toBe(400)
    expect((await say(ana, id, 3, 'x'.repeat(600))).status).toBe(200)
  })
})

describe('Nobody else', () => {
  it('says anything: not hosts, who was not there, who left, who waits, or who did not come', async () => {
    const id = await putUp(host, { capacity: 3 })
    // A host who plays along is a host all the same.
    expect((await join(host, id)).status).toBe(200)
    await join(ana, id)
    await join(bo, id)
    await join(cleo, id, { orWait: true })
    await leave(bo, id)
    vi.setSystemTime((await lookAt(host, id)).endsAt)
    await markNoShow(id, ana)
    for (const person of [ana, bo, cleo, stranger]) {
      expect(await whyNot(await say(person, id, 1, 'Let me in'))).toBe('403 Only people who played can review this game.')
      expect(await wordOf(person, id)).toMatchObject({ maySay: false, said: null })
    }
    expect(await whyNot(await say(host, id, 5))).toBe('403 You hosted this game. Only players can review it.')
    expect(await rowsOf('SELECT 1 FROM event_feedback WHERE event_id = ?', id)).toEqual([])
  })

  it('says anything of a game that was called off', async () => {
    const id = await putUp(host)
    await join(ana, id)
    const { endsAt } = await lookAt(host, id)
    await cancel(host, id)
    vi.setSystemTime(endsAt)
    expect(await whyNot(await say(ana, id, 1))).toBe('409 This game did not take place.')
    expect((await say(ana, 'no-such-game', 1)).status).toBe(404)
  })
})

describe('The hosts', () => {
  it('read how many, the average and the words, the newest first, and nothing that says whose they are', async () => {
    const { id } = await playOut([ana, bo, cleo])
    expect(await told(host, id)).toEqual({ count: 0, average: null, ratings: [0, 0, 0, 0, 0], words: [] })
    await say(ana, id, 5, 'Lovely people')
    vi.setSystemTime(Date.now() + 1)
    await say(bo, id, 4)
    vi.setSystemTime(Date.now() + 1)
    await say(cleo, id, 4, 'Bring more balls')
    expect(await told(host, id)).toEqual({
      count: 3,
      average: 4.3,
      ratings: [0, 0, 0, 2, 1],
      words: ['Bring more balls', 'Lovely people'],
    })
    for (const path of ['feedback', 'manage']) {
      const body = await (await host.ask(`/api/events/${id}/${path}`)).text()
      if (path === 'manage') expect(body).not.toContain('Lovely')
      else expect(body).not.toMatch(/ana|bo\b|cleo|At"|userId/)
    }
  })

  it('strike nothing out by writing someone down as a no-show afterwards', async () => {
    const { id } = await playOut([ana])
    await say(ana, id, 1, 'Nobody was there')
    await markNoShow(id, ana)
    expect(await told(host, id)).toMatchObject({ count: 1, words: ['Nobody was there'] })
    expect((await say(ana, id, 2)).status).toBe(403)
  })

  it('are the only ones to read it', async () => {
    const { id } = await playOut([ana])
    for (const person of [ana, stranger]) expect((await person.ask(`/api/events/${id}/feedback`)).status).toBe(403)
  })

  it('read no words of who deleted their account', async () => {
    const gone = await enter('gone')
    const { id } = await playOut([gone])
    await say(gone, id, 2, 'Of someone who went')
    await deleteAccount({ db: openPrimary(env.DB), now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' }, gone.id)
    await passMinutes(1)
    expect(await told(host, id)).toMatchObject({ count: 0, words: [] })
  })
})
