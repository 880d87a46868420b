import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DiscoverPage } from '../../domain/discover/contract.ts'
import { maxExternalTeams } from '../../domain/external-teams/contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import { getEvent, publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays } from '../setup/make-game-form.ts'
import { makeCalendar, makeGame } from './feeds.ts'
import { answerOutside, asCalendar, gamesOf, link, loadFeeds, type Outside, requestLink, teamsOf } from './teams.ts'

collectLog()
const queues = holdQueues()
const outside: Outside = { requests: [], answer: () => asCalendar(makeCalendar()) }
let ana: Person
let bo: Person

const utcText = (instant: number) => `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
const soon = (hours: number) => utcText(Date.now() + hours * hour)

beforeAll(async () => {
  ana = await enter('ext-ana')
  bo = await enter('ext-bo')
})
beforeEach(async () => {
  await env.DB.batch(['external_games', 'external_teams'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  outside.answer = () => asCalendar(makeCalendar(makeGame('a', soon(24)), makeGame('b', soon(48))))
  answerOutside(outside)
})

const change = (person: Person, id: string, json: object) =>
  person.ask(`/api/external-teams/${id}`, {
    method: 'PUT',
    json: { name: 'Renamed', address: 'Dock 4', timeZone: 'America/New_York', ...json },
  })
const post = (person: Person, id: string, action: 'restore' | 'fetch') =>
  person.ask(`/api/external-teams/${id}/${action}`, { method: 'POST' })

describe('Linking a team', () => {
  it('is refused with the reason at the field', async () => {
    for (const [feedUrl, words] of [
      ['http://example.com/a.ics', 'https://'],
      ['https://192.168.1.1/a.ics', 'public'],
      ['https://localhost/a.ics', 'public'],
      ['https://ana:pw@example.com/', 'password'],
      ['nonsense', 'not a link'],
      ['', 'Paste'],
      [`https://example.com/${'a'.repeat(2000)}`, 'too long'],
    ] as const) {
      const problem = await readProblem(await requestLink(ana, { feedUrl }))
      expect(problem, feedUrl).toMatchObject({ status: 400, code: 'InvalidInput' })
      expect(problem.issues).toMatchObject([{ path: 'feedUrl', message: expect.stringContaining(words) }])
    }
    expect(await teamsOf(ana)).toEqual([])
  })

  it('happens once for the same key, and up to ten times', async () => {
    const idempotencyKey = 'the-same-key'
    const first = await link(ana, { idempotencyKey })
    expect(await link(ana, { idempotencyKey })).toMatchObject({ id: first.id })
    await loadFeeds(queues)
    expect(outside.requests).toHaveLength(1)
    for (let count = 1; count < maxExternalTeams; count++) await link(ana)
    expect(await readProblem(await requestLink(ana))).toMatchObject({ status: 409, code: 'ExternalTeamsFull' })
    expect(await teamsOf(ana)).toHaveLength(maxExternalTeams)
    expect((await requestLink(bo)).status).toBe(201)
  })

  it('keeps the link secret, also from its owner, and stores names as plain text', async () => {
    const team = await link(ana, { name: '<b>River</b>', feedUrl: 'webcal://calendars.example.com/secret-2/a.ics' })
    expect(team).toMatchObject({ name: '<b>River</b>', feedHost: 'calendars.example.com' })
    await loadFeeds(queues)
    for (const person of [ana, bo]) {
      const answers = [await teamsOf(person), await gamesOf(person)]
      expect(JSON.stringify(answers)).not.toContain('secret-2')
    }
    expect([await teamsOf(bo), (await gamesOf(bo)).games]).toEqual([[], []])
    expect((await gamesOf(bo, `?teamId=${team.id}`)).games).toEqual([])
  })
})

describe('A linked team', () => {
  it('can be renamed without loading it again, and loads again with another link or zone', async () => {
    const { id } = await link(ana)
    await loadFeeds(queues)
    expect(await (await change(ana, id, {})).json()).toMatchObject({ name: 'Renamed', address: 'Dock 4', gameCount: 2, isFetching: false })
    expect(await (await change(ana, id, { timeZone: 'Europe/Berlin' })).json()).toMatchObject({ gameCount: 0, isFetching: true })
    await loadFeeds(queues)
    const feedUrl = 'https://other.example.com/b.ics'
    expect(await (await change(ana, id, { feedUrl, timeZone: 'Europe/Berlin' })).json()).toMatchObject({
      feedHost: 'other.example.com',
      gameCount: 0,
      isFetching: true,
    })
    await loadFeeds(queues)
    expect(outside.requests.map(({ url }) => new URL(url).hostname)).toEqual([
      'calendars.example.com',
      'calendars.example.com',
      'other.example.com',
    ])
    expect(await readProblem(await change(ana, id, { feedUrl: 'http://other.example.com/' }))).toMatchObject({ status: 400 })
    expect((await change(bo, id, {})).status).toBe(404)
  })

  it('is removed with its games, and can be brought back for a day', async () => {
    const { id } = await link(ana)
    await loadFeeds(queues)
    const remove = () => ana.ask(`/api/external-teams/${id}`, { method: 'DELETE' })
    expect((await remove()).status).toBe(204)
    expect([(await gamesOf(ana)).games, await teamsOf(ana)]).toEqual([[], []])
    expect((await remove()).status).toBe(404)
    expect((await post(bo, id, 'restore')).status).toBe(404)
    expect(await (await post(ana, id, 'restore')).json()).toMatchObject({ id, isFetching: true })
    await loadFeeds(queues)
    expect((await gamesOf(ana)).games).toHaveLength(2)
    await remove()
    await runChores(env, Date.now() + day - minute)
    expect(await rowsOf('SELECT id FROM external_teams')).toHaveLength(1)
    await runChores(env, Date.now() + day + minute)
    expect(await rowsOf('SELECT id FROM external_teams')).toEqual([])
    expect((await post(ana, id, 'restore')).status).toBe(404)
  })

  it('is not brought back beyond the limit', async () => {
    const { id } = await link(ana)
    await ana.ask(`/api/external-teams/${id}`, { method: 'DELETE' })
    for (let count = 0; count < maxExternalTeams; count++) await link(ana)
    expect(await readProblem(await post(ana, id, 'restore'))).toMatchObject({ code: 'ExternalTeamsFull' })
  })

  it('can be tried by hand once a minute, also after we stopped', async () => {
    const { id } = await link(ana)
    await loadFeeds(queues)
    expect(await readProblem(await post(ana, id, 'fetch'))).toMatchObject({ status: 429, code: 'TriedJustNow' })
    await rowsOf("UPDATE external_teams SET state = 'stopped', next_fetch_at = NULL, tried_at = tried_at - 60000")
    expect(await (await post(ana, id, 'fetch')).json()).toMatchObject({ state: 'active', isFetching: true })
    expect(await readProblem(await post(ana, id, 'fetch'))).toMatchObject({ code: 'TriedJustNow' })
    await loadFeeds(queues)
    expect(outside.requests).toHaveLength(2)
    expect((await teamsOf(ana))[0]).toMatchObject({ state: 'active', isFetching: false })
  })

  it('shows its games in pages, together with those of other teams', async () => {
    outside.answer = () => asCalendar(makeCalendar(...Array.from({ length: 40 }, (_, index) => makeGame(`g${index}`, soon(24)))))
    const first = await link(ana)
    await link(ana)
    await loadFeeds(queues)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof gamesOf>> = await gamesOf(ana, cursor === '' ? '' : `?cursor=${cursor}`)
      expect(page.games.length).toBeLessThanOrEqual(30)
      seen.push(...page.games.map(({ key }) => key))
      cursor = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([80, 80])
    expect((await gamesOf(ana, `?teamId=${first.id}`)).games.every(({ teamId }) => teamId === first.id)).toBe(true)
  })
})

describe('The games of other teams', () => {
  const at = (from: string, to: string) => ({ starts: inDays(5, from), ends: inDays(5, to) })

  it('warn their owner before they join a game at the same time, and nobody else', async () => {
    const id = await publishGame(bo, at('12:00', '14:00'))
    const { startsAt } = await getEvent(ana, id)
    outside.answer = () =>
      asCalendar(
        makeCalendar(
          makeGame('League', utcText(startsAt + hour), 'DURATION:PT3H'),
          makeGame('Before', utcText(startsAt - hour), 'DURATION:PT1H'),
          makeGame('Off', utcText(startsAt), 'STATUS:CANCELLED'),
          makeGame('Birthday', utcText(startsAt), 'TRANSP:TRANSPARENT'),
          makeGame('Cup', utcText(startsAt - 5 * day), 'DURATION:P6D'),
        ),
      )
    await link(ana)
    await loadFeeds(queues)
    expect((await getEvent(ana, id)).overlaps).toMatchObject([
      { title: 'Game Cup', timeZone: 'America/New_York' },
      { title: 'Game League', startsAt: startsAt + hour, endsAt: startsAt + 4 * hour },
    ])
    expect((await getEvent(bo, id)).overlaps).toEqual([])
  })

  it('take away "You can play", which others never see', async () => {
    const everyDay = { isAvailable: true, timeRanges: [{ startTime: '00:00', endTime: '24:00' }] }
    const weeklyAvailability = Object.fromEntries(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekday) => [weekday, everyDay]),
    )
    await ana.ask('/api/availability', {
      method: 'PUT',
      json: { timeZone: 'America/Chicago', weeklyAvailability, dateSpecificAvailability: [], version: 0 },
    })
    const id = await publishGame(bo, at('08:00', '10:00'))
    const { startsAt, where } = await getEvent(ana, id)
    const reasonsFor = async () => {
      const { events } = await (
        await ana.ask(`/api/discover/events?lat=${where.lat}&lng=${where.lng}&radius=10&order=date`)
      ).json<DiscoverPage>()
      return events.find((event) => event.id === id)?.reasons
    }
    expect(await reasonsFor()).toContain('youCanPlay')
    outside.answer = () => asCalendar(makeCalendar(makeGame('League', utcText(startsAt + hour), 'DURATION:PT3H')))
    await link(ana)
    await loadFeeds(queues)
    expect(await reasonsFor()).not.toContain('youCanPlay')
  })
})
