import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventFeedbackSummary, MyEventFeedback } from '../../domain/events/event-feedback-contract.ts'
import type { ManagedEvent } from '../../domain/events/manage-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'
import { cancel, getEvent, join, leave, passMinutes, publishGame } from './games.ts'

collectLog()
holdQueues()

let [host, ana, bo, cleo, stranger] = [] as unknown as [Person, Person, Person, Person, Person]

beforeAll(async () => {
  const all = await Promise.all(['host', 'ana', 'bo', 'cleo', 'stranger'].map((id) => enter(id)))
  ;[host, ana, bo, cleo, stranger] = all as [Person, Person, Person, Person, Person]
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

const giveFeedback = (person: Person, id: string, rating: unknown, words?: string) =>
  person.ask(`/api/events/${id}/me/feedback`, { method: 'PUT', json: { rating, ...(words === undefined ? {} : { words }) } })
const getMyFeedback = async (person: Person, id: string): Promise<MyEventFeedback> =>
  (await person.ask(`/api/events/${id}/me/feedback`)).json()
const getSummary = async (person: Person, id: string): Promise<EventFeedbackSummary> =>
  (await person.ask(`/api/events/${id}/feedback`)).json()
const readRefusal = async (answer: Response) => `${answer.status} ${((await answer.json()) as { title: string }).title}`

/** Makes a game with these players, and sets the clock to its end. */
async function playOut(people: readonly Person[], form: Parameters<typeof publishGame>[1] = {}): Promise<{ id: string; endsAt: number }> {
  const id = await publishGame(host, { capacity: 8, ...form })
  for (const person of people) expect((await join(person, id)).status).toBe(200)
  const { endsAt } = await getEvent(host, id)
  vi.setSystemTime(endsAt)
  return { id, endsAt }
}

async function markNoShow(id: string, who: Person): Promise<void> {
  const { joiners } = (await (await host.ask(`/api/events/${id}/manage`)).json()) as ManagedEvent
  const joinerId = joiners.find(({ userId }) => userId === who.id)?.id
  const json = { checkIns: [{ joinerId, arrived: 0, at: Date.now(), isNoShow: true }] }
  expect((await host.ask(`/api/events/${id}/check-ins`, { method: 'PUT', json })).status).toBe(200)
}

describe('A player', () => {
  it('can give feedback once the game is over, and sees it again later', async () => {
    const { id, endsAt } = await playOut([ana])
    vi.setSystemTime(endsAt - 1)
    expect(await getMyFeedback(ana, id)).toMatchObject({ maySay: false, said: null })
    expect(await readRefusal(await giveFeedback(ana, id, 5))).toBe('409 You can give feedback once the game is over.')
    vi.setSystemTime(endsAt)
    expect(await getMyFeedback(ana, id)).toEqual({ maySay: true, until: endsAt + 14 * day, said: null })
    const feedback = { rating: 4, words: 'Good games.\nLate start.', at: endsAt }
    expect(await (await giveFeedback(ana, id, 4, '  Good games.\nLate start. ')).json()).toMatchObject({ maySay: true, said: feedback })
    expect(await getMyFeedback(ana, id)).toMatchObject({ maySay: true, said: feedback })
  })

  it('can replace their feedback for two weeks', async () => {
    const { id, endsAt } = await playOut([ana])
    await giveFeedback(ana, id, 2, 'Too crowded')
    vi.setSystemTime(endsAt + 14 * day - 1)
    expect((await giveFeedback(ana, id, 5)).status).toBe(200)
    expect(await getSummary(host, id)).toEqual({ count: 1, average: 5, ratings: [0, 0, 0, 0, 1], words: [] })
    vi.setSystemTime(endsAt + 14 * day)
    expect(await readRefusal(await giveFeedback(ana, id, 1))).toBe('409 You can give feedback for up to two weeks after a game.')
    expect(await getMyFeedback(ana, id)).toMatchObject({ maySay: false, said: { rating: 5, words: '' } })
  })

  it('chooses one of five ratings, and writes at most 600 characters', async () => {
    const { id } = await playOut([ana])
    for (const rating of [0, 6, 2.5, '4', null, undefined]) expect((await giveFeedback(ana, id, rating)).status).toBe(400)
    expect((await giveFeedback(ana, id, 3, 'x'.repeat(601))).status).toBe(400)
    expect((await giveFeedback(ana, id, 3, 'x'.repeat(600))).status).toBe(200)
  })
})

describe('Nobody else can give feedback:', () => {
  it('not hosts, strangers, people who left or waited, or no-shows', async () => {
    const id = await publishGame(host, { capacity: 3 })
    // A host who also plays is still a host.
    expect((await join(host, id)).status).toBe(200)
    await join(ana, id)
    await join(bo, id)
    await join(cleo, id, { orWait: true })
    await leave(bo, id)
    vi.setSystemTime((await getEvent(host, id)).endsAt)
    await markNoShow(id, ana)
    for (const person of [ana, bo, cleo, stranger]) {
      expect(await readRefusal(await giveFeedback(person, id, 1, 'Let me in'))).toBe('403 Only people who played can give feedback.')
      expect(await getMyFeedback(person, id)).toMatchObject({ maySay: false, said: null })
    }
    expect(await readRefusal(await giveFeedback(host, id, 5))).toBe('403 You hosted this game. Only players can give feedback.')
    expect(await rowsOf('SELECT 1 FROM event_feedback WHERE event_id = ?', id)).toEqual([])
  })

  it('nobody for a cancelled game', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    const { endsAt } = await getEvent(host, id)
    await cancel(host, id)
    vi.setSystemTime(endsAt)
    expect(await readRefusal(await giveFeedback(ana, id, 1))).toBe('409 This game did not take place.')
    expect((await giveFeedback(ana, 'no-such-game', 1)).status).toBe(404)
  })
})

describe('The hosts', () => {
  it('see the number of ratings, the average and the comments, newest first, but not who wrote them', async () => {
    const { id } = await playOut([ana, bo, cleo])
    expect(await getSummary(host, id)).toEqual({ count: 0, average: null, ratings: [0, 0, 0, 0, 0], words: [] })
    await giveFeedback(ana, id, 5, 'Lovely people')
    vi.setSystemTime(Date.now() + 1)
    await giveFeedback(bo, id, 4)
    vi.setSystemTime(Date.now() + 1)
    await giveFeedback(cleo, id, 4, 'Bring more balls')
    expect(await getSummary(host, id)).toEqual({
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

  it('cannot remove feedback by marking its author as a no-show later', async () => {
    const { id } = await playOut([ana])
    await giveFeedback(ana, id, 1, 'Nobody was there')
    await markNoShow(id, ana)
    expect(await getSummary(host, id)).toMatchObject({ count: 1, words: ['Nobody was there'] })
    expect((await giveFeedback(ana, id, 2)).status).toBe(403)
  })

  it('are the only ones who can read it', async () => {
    const { id } = await playOut([ana])
    for (const person of [ana, stranger]) expect((await person.ask(`/api/events/${id}/feedback`)).status).toBe(403)
  })

  it('no longer see the feedback of a person who deleted their account', async () => {
    const leaver = await enter('leaver')
    const { id } = await playOut([leaver])
    await giveFeedback(leaver, id, 2, 'By somebody who left')
    await deleteAccount({ db: openPrimary(env.DB), now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' }, leaver.id)
    await passMinutes(1)
    expect(await getSummary(host, id)).toMatchObject({ count: 0, words: [] })
  })
})
