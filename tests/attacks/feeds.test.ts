import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FeedFailure } from '../../domain/external-teams/failures.ts'
import { maxFeedBytes } from '../../domain/external-teams/rules.ts'
import { makeCalendar, makeGame } from '../external-teams/feeds.ts'
import { answerOutside, asCalendar, gamesOf, link, loadFeeds, type Outside, requestLink, teamsOf } from '../external-teams/teams.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'

const log = collectLog()
const queues = holdQueues()
const outside: Outside = { requests: [], answer: () => asCalendar('') }
let eve: Person

beforeAll(async () => {
  eve = await enter('feed-eve')
})
beforeEach(async () => {
  await env.DB.batch(['external_games', 'external_teams'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  answerOutside(outside)
})

const start = '20261201T190000Z'
/** What the reader of calendars asked. An earlier file of tests may still send something of its own, without this header. */
const urls = () => outside.requests.filter(({ headers }) => headers.get('user-agent')?.startsWith('Gather (')).map(({ url }) => url)

/** Links the calendar, loads it, and returns why it failed. */
async function attack(answer: Outside['answer'], more: Record<string, unknown> = {}): Promise<FeedFailure | null> {
  outside.answer = answer
  await link(eve, more)
  await loadFeeds(queues)
  const [team] = await teamsOf(eve)
  if (!team || team.isFetching) throw new Error('The calendar was not loaded')
  return team.failure
}

const redirect = (location: string, status = 302) => new Response('moved', { status, headers: { location } })

describe('A feed that redirects', () => {
  it.each<[string, FeedFailure]>([
    ['http://calendars.example.com/a.ics', 'notHttps'],
    ['https://127.0.0.1/', 'notPublic'],
    ['https://0x7f.1/', 'notPublic'],
    ['https://[::ffff:169.254.169.254]/latest/meta-data/', 'notPublic'],
    ['https://metadata.google.internal/computeMetadata/v1/', 'notPublic'],
    ['//10.0.0.8/', 'notPublic'],
    ['https://localhost/', 'notPublic'],
    ['https://localhost:5173/api/health', 'otherPort'],
    ['https://eve:pw@calendars.example.com/', 'withPassword'],
    ['https://calendars.example.com:22/', 'otherPort'],
    ['file:///etc/passwd', 'notALink'],
    ['data:text/calendar,BEGIN:VCALENDAR', 'notALink'],
    ['', 'tooManyRedirects'],
  ])('to %s is refused before anything is asked there', async (location, failure) => {
    expect(await attack(() => redirect(location))).toBe(failure)
    expect(new Set(urls()).size).toBe(1)
  })

  it('is judged at every step, also behind a good one', async () => {
    const steps = ['https://b.example.com/', 'https://c.example.com/', 'https://192.168.0.1/']
    expect(await attack(() => redirect(steps.shift() ?? ''))).toBe('notPublic')
    expect(urls().map((url) => new URL(url).hostname)).toEqual(['calendars.example.com', 'b.example.com', 'c.example.com'])
  })

  it('is followed three times and no more', async () => {
    let steps = 0
    const upTo = (max: number) => () => {
      steps += 1
      return steps <= max
        ? redirect(`/step-${steps}`, [301, 302, 303, 307, 308][steps % 5])
        : asCalendar(makeCalendar(makeGame('a', start)))
    }
    expect(await attack(upTo(3))).toBeNull()
    expect(outside.requests).toHaveLength(4)
    await env.DB.exec('DELETE FROM external_games')
    await env.DB.exec('DELETE FROM external_teams')
    outside.requests.length = 0
    steps = 0
    expect(await attack(upTo(4))).toBe('tooManyRedirects')
    expect(outside.requests).toHaveLength(4)
  })

  it('does not reach the sandbox of local use in production', async () => {
    // The name of the sandbox is the only one that is not public and allowed, and only in local use.
    for (const feedUrl of [
      'https://mailbox.sandbox.localhost/',
      'http://localhost:5174/feeds/a.ics',
      'https://feeds.sandbox.localhost:5174/',
    ]) {
      expect((await requestLink(eve, { feedUrl })).status, feedUrl).toBe(400)
    }
  })
})

describe('A feed that is huge or slow', () => {
  const megabyte = new Uint8Array(64 * 1024).fill(65)

  it('is cut off at 1 MB, whatever its length says', async () => {
    let sent = 0
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += megabyte.byteLength
          controller.enqueue(megabyte)
        },
      })
    expect(await attack(() => asCalendar(endless(), { 'content-length': '100' }))).toBe('tooLarge')
    expect(sent).toBeLessThan(maxFeedBytes + 4 * megabyte.byteLength)
  })

  it('is cut off at 1 MB after it was unpacked', async () => {
    const zeros = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let part = 0; part < 512; part++) controller.enqueue(megabyte)
        controller.close()
      },
    })
    const packed = await new Response(zeros.pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
    expect(packed.byteLength).toBeLessThan(100_000)
    const unpacked = () => new Response(packed).body?.pipeThrough(new DecompressionStream('gzip')) ?? ''
    expect(await attack(() => asCalendar(unpacked(), { 'content-length': String(packed.byteLength) }))).toBe('tooLarge')
  })

  it('is stopped after ten seconds, while it sends one byte after the other or nothing at all', async () => {
    const clock = new AbortController()
    const limits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      limits.push(milliseconds)
      return clock.signal
    })
    let wasCancelled = false
    const drip = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('BEGIN:VCALENDAR\r\n'))
        // The next byte never comes; the ten seconds are over instead.
        queueMicrotask(() => clock.abort())
      },
      cancel() {
        wasCancelled = true
      },
    })
    expect(await attack(() => asCalendar(drip))).toBe('tooSlow')
    expect(limits).toEqual([10_000])
    expect(outside.requests[0]?.init.signal).toBe(clock.signal)
    expect(wasCancelled || clock.signal.aborted).toBe(true)
    await env.DB.exec('DELETE FROM external_teams')
    expect(await attack(() => new Promise<Response>(() => undefined))).toBe('tooSlow')
  })
})

describe('A feed with hostile content', () => {
  const entries = (count: number, make: (index: number) => readonly string[]) =>
    makeCalendar(...Array.from({ length: count }, (_, index) => make(index)))

  it('with 10,000 games keeps 500', async () => {
    const text = entries(10_000, (index) => [`UID:${index}`, `DTSTART:${start}`]).replaceAll('\r\n', '\n')
    expect(text.length).toBeLessThan(maxFeedBytes)
    expect(await attack(() => asCalendar(text))).toBeNull()
    expect((await teamsOf(eve))[0]).toMatchObject({ gameCount: 500, isCut: true })
  })

  it.each([
    ['every second', 'FREQ=SECONDLY'],
    ['a million times', 'FREQ=SECONDLY;COUNT=1000000'],
    ['every second of a day', `FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=${[...Array(60).keys()]};BYSECOND=${[...Array(60).keys()]}`],
    ['never', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;COUNT=5'],
    ['never, and is counted', 'FREQ=DAILY;BYSETPOS=2;COUNT=5'],
    ['never in a week', 'FREQ=WEEKLY;BYSETPOS=9;BYMONTH=2;COUNT=5'],
    ['each day since 1900', 'FREQ=DAILY'],
  ])('that repeats %s costs little', async (_, rule) => {
    const text = entries(1500, (index) => [`UID:${index}`, 'DTSTART;TZID=America/New_York:19000104T023000', `RRULE:${rule}`])
    expect(await attack(() => asCalendar(text))).toBeNull()
    const [team] = await teamsOf(eve)
    expect(team?.gameCount).toBeLessThanOrEqual(500)
    // Most of them are left out, and the page says so.
    expect(team?.skippedEntries).toBeGreaterThanOrEqual(1400)
  })

  it.each([
    ['components inside each other', `BEGIN:VCALENDAR\n${'BEGIN:VEVENT\n'.repeat(70_000)}`],
    ['alarms inside each other', `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:${start}\n${'BEGIN:VALARM\n'.repeat(70_000)}`],
    ['endings without a beginning', `BEGIN:VCALENDAR\n${'END:VEVENT\n'.repeat(80_000)}`],
    ['a line of many pieces', `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:${start}\nSUMMARY:${'\n '.repeat(400_000)}`],
    ['a line of many parameters', `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART${';A=B'.repeat(200_000)}:${start}`],
    ['quotes that never close', `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;TZID="${'a:'.repeat(400_000)}`],
    ['zeros', `BEGIN:VCALENDAR\n${'\0'.repeat(900_000)}`],
    ['broken UTF-8', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:\uD800\uFFFE'],
    ['names of our own language', 'BEGIN:VCALENDAR\nBEGIN:__proto__\nconstructor:1\nEND:__proto__\n__proto__:1'],
  ])('of %s is read without harm', async (_, text) => {
    expect(await attack(() => asCalendar(text))).toBeNull()
    expect((await gamesOf(eve)).games.length).toBeLessThanOrEqual(1)
  })

  it('with 60,000 exceptions and extra dates is read', async () => {
    const times = Array.from(
      { length: 30_000 },
      (_, index) => `20261205T${String(index % 24).padStart(2, '0')}${String(index % 60).padStart(2, '0')}00`,
    )
    const text = makeCalendar(makeGame('a', '20261204T190000', `RDATE:${times}`, `EXDATE:${times}`, 'RRULE:FREQ=WEEKLY;COUNT=3'))
    expect(await attack(() => asCalendar(text))).toBeNull()
    expect((await gamesOf(eve)).games).toHaveLength(3)
  })

  it('shows titles as text on one line', async () => {
    const titles = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '=HYPERLINK("https://evil.example")',
      'a\u202Ereversed\u2028line\u0000\u0007',
      `${'x'.repeat(5000)}`,
      '\\n\\n\\n',
    ]
    const text = makeCalendar(
      ...titles.map((title, index) => [`UID:${index}`, `DTSTART:${start}`, `SUMMARY:${title}`, `LOCATION:${title}`]),
    )
    expect(await attack(() => asCalendar(text))).toBeNull()
    const shown = (await gamesOf(eve)).games.map(({ title }) => title)
    expect(shown).toEqual([titles[0], titles[1], titles[2], 'a reversed line', 'x'.repeat(120), 'Game'])
  })

  it('leaves no link and no text of the feed in the log', async () => {
    await attack(() => Promise.reject(new Error('connect to https://calendars.example.com/secret-1/team.ics failed')))
    await env.DB.exec('DELETE FROM external_teams')
    await attack(() => asCalendar('BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:secret-1'))
    expect(JSON.stringify(log)).not.toContain('secret-1')
    const jobs = await env.DB.prepare('SELECT * FROM jobs').all()
    expect(JSON.stringify(jobs.results)).not.toContain('secret-1')
  })
})
