import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { feedFailureTexts } from '../../domain/external-teams/failures.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { consume, deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { makeCalendar, makeGame } from './feeds.ts'
import { answerOutside, asCalendar, gamesOf, link, loadDue, loadFeeds, type Outside, takeJobs, teamsOf } from './teams.ts'

const log = collectLog()
const queues = holdQueues()
const start = Date.UTC(2026, 10, 22, 20)
const outside: Outside = { requests: [], answer: () => asCalendar('') }
let ana: Person
let now = start

/** Only the date moves. Timers stay real, because the database needs them. */
const goTo = (time: number) => {
  now = time
  vi.setSystemTime(time)
}

beforeAll(async () => {
  ana = await enter('feed-ana')
})

beforeEach(async () => {
  await env.DB.batch(['external_games', 'external_teams', 'notices'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  goTo(start)
  outside.answer = () => asCalendar(makeCalendar(makeGame('a', '20261201T190000Z'), makeGame('b', '20261202T190000Z')))
  answerOutside(outside)
})
afterEach(() => void vi.useRealTimers())

const titles = async () => (await gamesOf(ana)).games.map(({ title }) => title)
const onlyTeam = async () => (await teamsOf(ana))[0]
const noticesOf = () => rowsOf("SELECT title, text FROM notices WHERE user_id = 'feed-ana' ORDER BY created_at")
const storedGames = () => rowsOf('SELECT uid, occurrence FROM external_games ORDER BY starts_at')

/** Loads the calendar at the time it is due, and returns how long that was after the last time. */
async function loadNext(): Promise<number> {
  const [row] = await rowsOf('SELECT next_fetch_at AS at FROM external_teams')
  const wait = Number(row?.at) - now
  goTo(Number(row?.at))
  await loadDue(queues, now)
  return wait
}

describe('A linked calendar', () => {
  it('is loaded at once, and shows its games to its owner', async () => {
    expect(await link(ana)).toMatchObject({ isFetching: true, fetchedAt: null, gameCount: 0, feedHost: 'calendars.example.com' })
    await loadFeeds(queues)
    expect(await onlyTeam()).toMatchObject({ isFetching: false, fetchedAt: start, nextFetchAt: start + hour, gameCount: 2, failure: null })
    expect(await titles()).toEqual(['Game a', 'Game b'])
    expect(outside.requests.map(({ url, init }) => [url, init.redirect, init.method])).toEqual([
      ['https://calendars.example.com/secret-1/team.ics', 'manual', undefined],
    ])
    // Nothing of the person or of us is sent along.
    expect([...(outside.requests[0]?.headers.keys() ?? [])].sort()).toEqual(['accept', 'user-agent'])
  })

  it('is loaded every hour, and only when it is due', async () => {
    await link(ana)
    await loadFeeds(queues)
    goTo(start + hour - 1)
    await loadDue(queues, now)
    expect(outside.requests).toHaveLength(1)
    goTo(start + hour)
    await loadDue(queues, now)
    await loadDue(queues, now)
    expect(outside.requests).toHaveLength(2)
    expect(await loadNext()).toBe(hour)
  })

  it('is asked with what the site sent before, and then keeps its games', async () => {
    outside.answer = () =>
      asCalendar(makeCalendar(makeGame('a', '20261201T190000Z')), { etag: '"v1"', 'last-modified': 'Sun, 22 Nov 2026 10:00:00 GMT' })
    await link(ana)
    await loadFeeds(queues)
    outside.answer = () => new Response(null, { status: 304 })
    await loadNext()
    expect(outside.requests[1]?.headers.get('if-none-match')).toBe('"v1"')
    expect(outside.requests[1]?.headers.get('if-modified-since')).toBe('Sun, 22 Nov 2026 10:00:00 GMT')
    expect(await onlyTeam()).toMatchObject({ failure: null, fetchedAt: now, gameCount: 1 })
  })

  it('is read whole once a day, so that repeating games reach further', async () => {
    const calendar = makeCalendar(makeGame('a', '20261123T190000Z', 'RRULE:FREQ=DAILY'))
    outside.answer = ({ init }) =>
      new Headers(init.headers).has('if-none-match') ? new Response(null, { status: 304 }) : asCalendar(calendar, { etag: '"v1"' })
    await link(ana)
    await loadFeeds(queues)
    const last = async () => (await storedGames()).at(-1)?.occurrence
    expect(await last()).toBe('2027-05-23T19:00:00.000Z')
    for (let hours = 0; hours < 24; hours++) await loadNext()
    expect(await last()).toBe('2027-05-24T19:00:00.000Z')
    expect(outside.requests.filter(({ headers }) => !headers.has('if-none-match'))).toHaveLength(2)
  })

  it('writes nothing if the bytes are the same, and replaces all games if they are not', async () => {
    await link(ana)
    await loadFeeds(queues)
    await env.DB.exec("UPDATE external_games SET title = 'Still here'")
    await loadNext()
    expect(await titles()).toEqual(['Still here', 'Still here'])
    outside.answer = () => asCalendar(makeCalendar(makeGame('b', '20261203T190000Z'), makeGame('c', '20261204T190000Z')))
    await loadNext()
    expect(await titles()).toEqual(['Game b', 'Game c'])
  })

  it('is loaded once if its job is delivered twice', async () => {
    await link(ana)
    const [job] = await takeJobs(queues)
    if (!job) throw new Error('There is no job')
    await consume('work', [job, job])
    await consume('work', [job])
    // Also if the record of the first run was lost.
    await env.DB.exec('DELETE FROM jobs')
    await consume('work', [job])
    expect(outside.requests).toHaveLength(1)
    expect(await storedGames()).toHaveLength(2)
  })

  it('is written once if two deliveries run at the same time', async () => {
    let waiting = 0
    const both = Promise.withResolvers<void>()
    let version = 0
    outside.answer = async () => {
      waiting += 1
      if (waiting === 2) both.resolve()
      await both.promise
      version += 1
      return asCalendar(makeCalendar(makeGame(`v${version}`, '20261201T190000Z')))
    }
    await link(ana)
    const [job] = await takeJobs(queues)
    if (!job) throw new Error('There is no job')
    await Promise.all([consume('work', [job]), consume('work', [job])])
    expect(await storedGames()).toHaveLength(1)
    expect(await onlyTeam()).toMatchObject({ gameCount: 1, failure: null })
  })

  it('drops what was loaded from an old link, or for a team that was removed', async () => {
    const team = await link(ana)
    const [oldJob] = await takeJobs(queues)
    outside.answer = async () => {
      const json = { name: team.name, address: '', timeZone: team.timeZone, feedUrl: 'https://calendars.example.com/other.ics' }
      await ana.ask(`/api/external-teams/${team.id}`, { method: 'PUT', json })
      return asCalendar(makeCalendar(makeGame('old', '20261201T190000Z')))
    }
    if (oldJob) await consume('work', [oldJob])
    expect(await storedGames()).toEqual([])
    expect(await onlyTeam()).toMatchObject({ isFetching: true })
    outside.answer = async () => {
      await ana.ask(`/api/external-teams/${team.id}`, { method: 'DELETE' })
      return asCalendar(makeCalendar(makeGame('new', '20261201T190000Z')))
    }
    await loadFeeds(queues)
    expect(await storedGames()).toEqual([])
    expect(await teamsOf(ana)).toEqual([])
  })

  it('starts at most 200 calendars a minute, the oldest first', async () => {
    await link(ana)
    await loadFeeds(queues)
    const ids = JSON.stringify(Array.from({ length: 250 }, (_, index) => index + 1))
    await rowsOf(
      `INSERT INTO external_teams (id, user_id, name, address, feed_url, time_zone, state, next_fetch_at, skipped_entries, is_cut, failure_count,
        notified_failures, created_at, updated_at) SELECT 'many-' || value, 'feed-ana', 'Many', '', 'https://x.example/', 'UTC', 'active',
        ? + value, 0, 0, 0, '[]', 1, 1 FROM json_each(?)`,
      start,
      ids,
    )
    goTo(start + minute)
    await loadDue(queues, now)
    expect(outside.requests).toHaveLength(201)
    await loadDue(queues, now)
    expect(outside.requests).toHaveLength(251)
  })
})

describe('A calendar that fails', () => {
  it.each<[keyof typeof feedFailureTexts, () => Response | Promise<Response>]>([
    ['notFound', () => new Response('no', { status: 404 })],
    ['notFound', () => new Response('no', { status: 410 })],
    ['signInNeeded', () => new Response('no', { status: 401 })],
    ['signInNeeded', () => new Response('no', { status: 403 })],
    ['serverFailed', () => new Response('no', { status: 503 })],
    ['serverFailed', () => new Response(null, { status: 304 })],
    ['unreachable', () => Promise.reject(new TypeError('fetch failed: https://calendars.example.com/secret-1/team.ics'))],
    ['notACalendar', () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } })],
    ['notACalendar', () => new Response(null)],
    ['tooLarge', () => asCalendar('x', { 'content-length': String(2 ** 30) })],
    ['tooLarge', () => asCalendar('x'.repeat(1024 * 1024 + 1))],
  ])('says why: %s', async (failure, answer) => {
    outside.answer = answer
    await link(ana)
    await loadFeeds(queues)
    expect(await onlyTeam()).toMatchObject({ failure, failedSince: start, isFetching: false, fetchedAt: null, gameCount: 0 })
    // The link is a secret, so the log has nothing of it.
    expect(JSON.stringify(log)).not.toContain('secret-1')
  })

  it('keeps the games of before', async () => {
    await link(ana)
    await loadFeeds(queues)
    outside.answer = () => new Response('no', { status: 500 })
    await loadNext()
    expect(await titles()).toEqual(['Game a', 'Game b'])
    expect(await onlyTeam()).toMatchObject({ failure: 'serverFailed', fetchedAt: start, failedSince: now })
  })

  it('is tried after 1, 3 and 12 hours, then daily, and no more after 14 days', async () => {
    outside.answer = () => new Response('no', { status: 500 })
    await link(ana)
    await loadFeeds(queues)
    const waits: number[] = []
    while ((await onlyTeam())?.state === 'active') waits.push((await loadNext()) / hour)
    expect(waits).toEqual([1, 3, 12, ...Array(14).fill(24)])
    expect(await onlyTeam()).toMatchObject({ state: 'stopped', nextFetchAt: null })
    goTo(now + 30 * day)
    await loadDue(queues, now)
    expect(outside.requests).toHaveLength(waits.length + 1)
    await deliverNotices()
    expect((await noticesOf()).map(({ title }) => title)).toEqual([
      'We cannot load the calendar of River City Padel',
      'We stopped loading the calendar of River City Padel',
    ])
  })

  it('tells its owner after three failures, once for each kind, and again only after it has worked', async () => {
    const fail = async (status: number) => {
      outside.answer = () => new Response('no', { status })
      await loadNext()
      await deliverNotices()
      return (await noticesOf()).length
    }
    await link(ana)
    await loadFeeds(queues)
    expect([await fail(500), await fail(404), await fail(500), await fail(500), await fail(404), await fail(500), await fail(404)]).toEqual(
      [0, 0, 1, 1, 2, 2, 2],
    )
    expect((await noticesOf())[0]).toEqual({
      title: 'We cannot load the calendar of River City Padel',
      text: `${feedFailureTexts.serverFailed} The games you see may be out of date. We keep trying.`,
    })
    outside.answer = () => asCalendar(makeCalendar())
    await loadNext()
    expect(await onlyTeam()).toMatchObject({ failure: null, failedSince: null })
    expect([await fail(500), await fail(500), await fail(500)]).toEqual([2, 2, 3])
  })

  it('says nothing if it works again before the notification is delivered', async () => {
    outside.answer = () => new Response('no', { status: 500 })
    await link(ana)
    await loadFeeds(queues)
    await loadNext()
    await loadNext()
    outside.answer = () => asCalendar(makeCalendar())
    await loadNext()
    expect(queues.notices).toHaveLength(1)
    await deliverNotices()
    expect(await noticesOf()).toEqual([])
  })
})
