import { describe, expect, it } from 'vitest'
import { expandFeed } from '../../domain/external-teams/expand-feed.ts'
import { readFeed } from '../../domain/external-teams/read-feed.ts'
import { feedHorizon } from '../../domain/external-teams/rules.ts'
import { makeCalendar, makeGame } from './feeds.ts'

const now = Date.UTC(2026, 10, 22)
const newYork = 'America/New_York'

function expand(text: string, { zone = newYork, start = now, end }: { zone?: string; start?: number; end?: number } = {}) {
  const feed = readFeed(text)
  if (!feed) throw new Error('This is no calendar')
  return expandFeed(feed, zone, { start, end: end ?? start + feedHorizon })
}

const startsOf = (text: string, more: Parameters<typeof expand>[1] = {}) =>
  expand(text, more).games.map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 16))

describe('A calendar', () => {
  it.each([
    ['', null],
    ['<html><body>Please sign in</body></html>', null],
    ['{"error": "not found"}', null],
    ['BEGIN:VCARD\r\nEND:VCARD', null],
    ['Hello\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR', null],
    ['BEGIN:VCALENDAR', 0],
    ['\uFEFF\r\n\r\nBEGIN:VCALENDAR\nEND:VCALENDAR', 0],
    ['begin:vcalendar\rbegin:vevent\rdtstart:20261201T190000Z\rend:vevent\rend:vcalendar', 1],
  ])('is recognized: %j', (text, entries) => {
    expect(readFeed(text)?.entries.length ?? null).toBe(entries)
  })

  it('gives each game its title, place and times', () => {
    const text = makeCalendar([
      'UID:1@example.com',
      'DTSTART;TZID=America/New_York:20261201T190000',
      'DTEND;TZID=America/New_York:20261201T210000',
      'SUMMARY;LANGUAGE=en:Home game\\, cup\\; round 2\\nBring both sh',
      ' irts',
      'LOCATION;ALTREP="https://example.com/a;b:c":Hall 3',
      'X-JUNK',
      ':::',
    ])
    expect(expand(text)).toEqual({
      games: [
        {
          uid: '1@example.com',
          occurrence: '2026-12-02T00:00:00.000Z',
          title: 'Home game, cup; round 2 Bring both shirts',
          place: 'Hall 3',
          startsAt: Date.UTC(2026, 11, 2, 0),
          endsAt: Date.UTC(2026, 11, 2, 2),
          firstDate: null,
          lastDate: null,
          isCancelled: false,
          isBusy: true,
        },
      ],
      skipped: 0,
      isCut: false,
    })
  })

  it('ignores what is inside an alarm, and an END in a text', () => {
    const text = makeCalendar([
      ...makeGame(
        'a',
        '20261201T190000Z',
        'DESCRIPTION:see END:VEVENT and BEGIN:VEVENT',
        'BEGIN:VALARM',
        'SUMMARY:Alarm',
        'DTSTART:20270101',
      ),
      'END:VALARM',
      'LOCATION:Hall',
    ])
    expect(expand(text).games).toMatchObject([{ title: 'Game a', place: 'Hall' }])
  })

  it('counts entries that it cannot read, and keeps the others', () => {
    const text = makeCalendar(
      makeGame('a', 'tomorrow'),
      makeGame('b', '20261301T190000Z'),
      makeGame('c', '20270229'),
      ['UID:d'],
      makeGame('e', '20261201T190000Z', 'RECURRENCE-ID:never'),
      makeGame('f', '20261201T190000Z', 'RRULE:FREQ=SOMETIMES'),
      makeGame('g', '20261201T190000Z'),
    )
    expect(expand(text)).toMatchObject({ games: [{ uid: 'g' }], skipped: 6 })
  })

  it.each([
    ['an IANA zone', 'DTSTART;TZID=Europe/Berlin:20261201T190000', '2026-12-01T18:00'],
    ['a quoted zone', 'DTSTART;TZID="Europe/Berlin":20261201T190000', '2026-12-01T18:00'],
    ['a zone of Windows', 'DTSTART;TZID=W. Europe Standard Time:20261201T190000', '2026-12-01T18:00'],
    ['a zone with a prefix', 'DTSTART;TZID=/example.org/2020_1/Europe/Berlin:20261201T190000', '2026-12-01T18:00'],
    ['a zone with a prefix and three parts', 'DTSTART;TZID=/x/America/Indiana/Knox:20261201T190000', '2026-12-02T01:00'],
    ['UTC', 'DTSTART:20261201T190000Z', '2026-12-01T19:00'],
    ['no zone, which means the zone of the team', 'DTSTART:20261201T190000', '2026-12-02T00:00'],
    ['an unknown zone, which means the zone of the team', 'DTSTART;TZID=Nowhere/City:20261201T190000', '2026-12-02T00:00'],
    ['a bare offset, which is no zone', 'DTSTART;TZID="+05:00":20261201T190000', '2026-12-02T00:00'],
  ])('reads times in %s', (_, line, start) => {
    expect(startsOf(makeCalendar(['UID:a', line]))).toEqual([start])
  })

  it('knows zones that the calendar explains', () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Our Hall', 'X-LIC-LOCATION:Europe/Berlin', 'END:VTIMEZONE'].join('\r\n')
    const text = makeCalendar(['UID:a', 'DTSTART;TZID=Our Hall:20261201T190000']).replace('BEGIN:VEVENT', `${zone}\r\nBEGIN:VEVENT`)
    expect(startsOf(text)).toEqual(['2026-12-01T18:00'])
  })

  it.each([
    ['an end', ['DTEND:20261201T210000Z'], 120],
    ['a duration', ['DURATION:PT1H30M'], 90],
    ['a duration in weeks', ['DURATION:P1W'], 7 * 24 * 60],
    ['nothing', [], 60],
    ['an end before its start', ['DTEND:20261201T180000Z'], 60],
    ['a duration that goes back', ['DURATION:-PT1H'], 60],
  ])('takes the length of a game from %s', (_, lines, minutes) => {
    const [game] = expand(makeCalendar(makeGame('a', '20261201T190000Z', ...lines))).games
    expect(game && (game.endsAt - game.startsAt) / 60_000).toBe(minutes)
  })

  it('keeps entries without times as dates, from midnight to midnight in the zone of the team', () => {
    const text = makeCalendar(makeGame('a', '20270313', 'DTEND;VALUE=DATE:20270315'), ['UID:b', 'DTSTART;VALUE=DATE:20261224'])
    expect(expand(text).games).toMatchObject([
      { uid: 'b', firstDate: '2026-12-24', lastDate: '2026-12-24', startsAt: Date.UTC(2026, 11, 24, 5), endsAt: Date.UTC(2026, 11, 25, 5) },
      // The clocks change on March 14, so the two days have 47 hours.
      { uid: 'a', firstDate: '2027-03-13', lastDate: '2027-03-14', startsAt: Date.UTC(2027, 2, 13, 5), endsAt: Date.UTC(2027, 2, 15, 4) },
    ])
  })

  it('says who is busy', () => {
    const text = makeCalendar(
      makeGame('a', '20261201T100000Z'),
      makeGame('b', '20261201T110000Z', 'TRANSP:TRANSPARENT'),
      makeGame('c', '20261201T120000Z', 'STATUS:CANCELLED'),
    )
    expect(expand(text).games.map(({ isBusy, isCancelled }) => [isBusy, isCancelled])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ])
  })

  it('lists what is not over and starts within 26 weeks, and leaves out what is longer than two weeks', () => {
    const text = makeCalendar(
      makeGame('over', '20261121T230000Z', 'DTEND:20261122T000000Z'),
      makeGame('running', '20261121T230000Z', 'DTEND:20261122T000100Z'),
      makeGame('last', '20270522T235900Z'),
      makeGame('later', '20270523T000000Z'),
      makeGame('season', '20261201', 'DTEND:20270301'),
    )
    expect(expand(text).games.map(({ uid }) => uid)).toEqual(['running', 'last'])
  })

  it('keeps the next 500 games', () => {
    const games = Array.from({ length: 600 }, (_, index) => makeGame(`g${index}`, `20261201T${String(index % 24).padStart(2, '0')}0000Z`))
    expect(expand(makeCalendar(...games.slice(0, 500)))).toMatchObject({ isCut: false })
    const { games: kept, isCut } = expand(makeCalendar(...games))
    expect([kept.length, isCut]).toEqual([500, true])
  })

  it('lets the newest version of an entry win', () => {
    const text = makeCalendar(
      makeGame('a', '20261201T190000Z', 'SEQUENCE:2'),
      makeGame('a', '20261202T190000Z', 'SEQUENCE:1'),
      makeGame('b', '20261203T190000Z'),
      makeGame('b', '20261204T190000Z'),
    )
    expect(startsOf(text)).toEqual(['2026-12-01T19:00', '2026-12-04T19:00'])
  })
})

describe('A repeating game', () => {
  const weekly = (...lines: readonly string[]) =>
    makeCalendar(['UID:w', 'DTSTART;TZID=America/New_York:20261020T190000', 'DURATION:PT2H', ...lines])

  it('stays at its local time when the clocks change', () => {
    const inMarch = startsOf(weekly('RRULE:FREQ=WEEKLY'), { start: Date.UTC(2027, 2, 8), end: Date.UTC(2027, 2, 24) })
    expect(inMarch).toEqual(['2027-03-10T00:00', '2027-03-16T23:00', '2027-03-23T23:00'])
    const inNovember = startsOf(weekly('RRULE:FREQ=WEEKLY'), { start: Date.UTC(2026, 9, 26), end: Date.UTC(2026, 10, 5) })
    expect(inNovember).toEqual(['2026-10-27T23:00', '2026-11-04T00:00'])
  })

  it('stays at its local time in Sydney, and in UTC if it is written in UTC', () => {
    const window = { start: Date.UTC(2027, 3, 1), end: Date.UTC(2027, 3, 9) }
    const sydney = makeCalendar(['UID:s', 'DTSTART;TZID=Australia/Sydney:20270101T190000', 'RRULE:FREQ=DAILY;INTERVAL=3'])
    expect(startsOf(sydney, window)).toEqual(['2027-04-01T08:00', '2027-04-04T09:00', '2027-04-07T09:00'])
    const utc = makeCalendar(['UID:s', 'DTSTART:20270101T080000Z', 'RRULE:FREQ=DAILY;INTERVAL=3'])
    expect(startsOf(utc, window)).toEqual(['2027-04-01T08:00', '2027-04-04T08:00', '2027-04-07T08:00'])
  })

  it('follows its end, its count and its exceptions', () => {
    expect(startsOf(weekly('RRULE:FREQ=WEEKLY;UNTIL=20261209T000000Z'))).toHaveLength(3)
    expect(startsOf(weekly('RRULE:FREQ=WEEKLY;UNTIL=20261208'))).toHaveLength(3)
    expect(startsOf(weekly('RRULE:FREQ=WEEKLY;UNTIL=20261208T190000'))).toHaveLength(3)
    expect(startsOf(weekly('RRULE:FREQ=WEEKLY;COUNT=8'))).toHaveLength(3)
    const exceptions = ['EXDATE;TZID=America/New_York:20261201T190000', 'EXDATE:20261209T000000Z', 'EXDATE;VALUE=DATE:20261215']
    expect(startsOf(weekly('RRULE:FREQ=WEEKLY;COUNT=10', ...exceptions))).toEqual(['2026-11-25T00:00', '2026-12-23T00:00'])
  })

  it('has extra dates', () => {
    const text = weekly(
      'RRULE:FREQ=WEEKLY;COUNT=6',
      'RDATE;TZID=America/New_York:20261127T100000,20261128T100000',
      'RDATE:20261129T100000Z/PT1H',
    )
    expect(startsOf(text)).toEqual(['2026-11-25T00:00', '2026-11-27T15:00', '2026-11-28T15:00', '2026-11-29T10:00'])
  })

  it('moves and cancels single dates, also from outside of the window', () => {
    const text = makeCalendar(
      ['UID:w', 'DTSTART;TZID=America/New_York:20261020T190000', 'RRULE:FREQ=WEEKLY;COUNT=8', 'SUMMARY:Practice'],
      ['UID:w', 'RECURRENCE-ID;TZID=America/New_York:20261124T190000', 'DTSTART;TZID=America/New_York:20261125T200000', 'SUMMARY:Moved'],
      ['UID:w', 'RECURRENCE-ID:20261202T000000Z', 'DTSTART:20261202T000000Z', 'STATUS:CANCELLED', 'SUMMARY:Off'],
      ['UID:w', 'RECURRENCE-ID;TZID=America/New_York:20261110T190000', 'DTSTART;TZID=America/New_York:20261212T190000', 'SUMMARY:Late'],
    )
    expect(
      expand(text).games.map(({ title, startsAt, isCancelled }) => [title, new Date(startsAt).toISOString().slice(0, 16), isCancelled]),
    ).toEqual([
      ['Moved', '2026-11-26T01:00', false],
      ['Off', '2026-12-02T00:00', true],
      ['Practice', '2026-12-09T00:00', false],
      ['Late', '2026-12-13T00:00', false],
    ])
  })

  it('repeats whole days', () => {
    const text = makeCalendar(['UID:d', 'DTSTART;VALUE=DATE:20261101', 'RRULE:FREQ=MONTHLY;UNTIL=20270201', 'EXDATE;VALUE=DATE:20270101'])
    expect(expand(text).games.map(({ firstDate }) => firstDate)).toEqual(['2026-12-01', '2027-02-01'])
  })

  it.each([
    'FREQ=SECONDLY',
    'FREQ=MINUTELY;COUNT=5',
    'FREQ=HOURLY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=-1',
    'FREQ=DAILY;COUNT=100000',
    'FREQ=DAILY;COUNT=1e3',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;UNTIL=soon',
    'FREQ=DAILY;BYHOUR=1,2,3,4,5',
    'FREQ=DAILY;BYSECOND=1,2',
    'FREQ=DAILY;RSCALE=HEBREW',
    'FREQ=DAILY;BYDAY=XX;EVIL',
    'COUNT=3',
    `FREQ=DAILY;BYMONTHDAY=${'1,'.repeat(300)}1`,
  ])('is left out if its rule is %s', (rule) => {
    expect(expand(weekly(`RRULE:${rule}`))).toMatchObject({ games: [], skipped: 1 })
  })
})
