import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DiscoverPage } from '../../domain/discover/contract.ts'
import type { EventFormAnswer } from '../../domain/events/form-contract.ts'
import { gameChangedNotice, gameNearbyNotice, gameReminderNotice } from '../../domain/events/game-notices.ts'
import { offeredNotice } from '../../domain/events/joining-notices.ts'
import { makeNewcomerKey } from '../../domain/people/notices.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { repeatWeekly } from '../setup/make-game-form.ts'
import { change, getEvent, publishGame } from './games.ts'

collectLog()
holdQueues()

const noon = Date.UTC(2026, 10, 22, 18)
const zone = 'Pacific/Honolulu'
/** Friday evening in Honolulu, when it is Saturday by UTC and nearly everywhere people look from. */
const friday = {
  title: 'Sunset doubles',
  where: { placeId: null, name: 'Kapiolani Courts', address: 'Honolulu, HI', lat: 21.27, lng: -157.82 },
  starts: '2026-11-27T20:00',
  ends: '2026-11-27T22:00',
}
const startsAt = Date.UTC(2026, 10, 28, 6)

let host: Person
let weekly = ''
let monthly = ''

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

beforeAll(async () => {
  host = await enter('venue-day-host')
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  weekly = await publishGame(host, friday, { repeat: repeatWeekly(3) })
  monthly = await publishGame(host, { ...friday, title: 'Monthly doubles' }, { repeat: { ...repeatWeekly(3), every: 'month' } })
  vi.useRealTimers()
})

describe('A game on Friday evening is on Friday, even if it is another day elsewhere', () => {
  it('on its page, in link previews and for search engines', async () => {
    expect(await getEvent(host, weekly)).toMatchObject({ startsAt, timeZone: zone })
    const html = await (await ask(`/evt/${weekly}`)).text()
    expect(/<meta property="og:description" content="([^"]*)">/.exec(html)?.[1]).toContain('Friday, November 27, 8:00 to 10:00 PM')
    const structured = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')
    expect(structured).toMatchObject({ startDate: '2026-11-27T20:00:00-10:00', endDate: '2026-11-27T22:00:00-10:00' })
  })

  it('in the text of its series', async () => {
    expect((await getEvent(host, weekly)).series?.words).toBe('Every week on Friday')
    expect((await getEvent(host, monthly)).series?.words).toBe('Every month on day 27')
  })

  it('in the form', async () => {
    const answer = (await (await host.ask(`/api/events/${weekly}/form`)).json()) as EventFormAnswer
    expect(answer.form).toMatchObject({ starts: '2026-11-27T20:00', ends: '2026-11-27T22:00' })
  })

  it('in the calendar file', async () => {
    const file = await (await host.ask(`/api/events/${weekly}/calendar.ics`)).text()
    expect(file).toContain(`DTSTART;TZID=${zone}:20261127T200000`)
    expect(file).toContain(`DTEND;TZID=${zone}:20261127T220000`)
  })

  it.each([
    ['from=2026-11-27&to=2026-11-27', ['Monthly doubles', 'Sunset doubles']],
    ['from=2026-11-28&to=2026-11-28', []],
    ['from=2026-11-26&to=2026-11-26', []],
    ['from=2026-11-27&to=2026-11-28&days=fri', ['Monthly doubles', 'Sunset doubles']],
    ['from=2026-11-27&to=2026-11-28&days=sat', []],
    ['from=2026-11-27&to=2026-11-28&notdays=fri', []],
    ['from=2026-11-27&to=2026-11-28&time=evening', ['Monthly doubles', 'Sunset doubles']],
    ['from=2026-11-27&to=2026-11-28&time=morning', []],
  ])('in a search for %s', async (query, titles) => {
    const answer = await ask(`/api/discover/events?lat=21.27&lng=-157.82&radius=15&order=date&${query}`)
    const { events } = (await answer.json()) as DiscoverPage
    expect(events.map(({ title }) => title).toSorted()).toEqual(titles)
  })

  it('in notifications', () => {
    const game = { id: 'x', title: 'Sunset doubles', startsAt, timeZone: zone, placeName: 'Kapiolani Courts' }
    const whenAndWhere = 'Friday, Nov 27, 8:00 PM HST, Kapiolani Courts'
    const now = startsAt - day
    for (const kind of ['dayBefore', 'hoursBefore'] as const) expect(gameReminderNotice(kind, game, now).text).toBe(whenAndWhere)
    expect(gameChangedNotice(game, { version: 2, changes: [], now }).text).toBe(`The game is ${whenAndWhere}.`)
    expect(gameNearbyNotice({ ...game, seriesId: null, creatorId: null }, now).text).toBe(whenAndWhere)
    expect(offeredNotice({ ...game, whenAndWhere, eventId: 'x', joinerId: 'x', expiresAt: startsAt - hour, now }).text).toContain(
      'until Friday, Nov 27, 7:00 PM HST',
    )
  })
})

describe('A notice that is sent once a day', () => {
  it('can be sent again from midnight on, in the time zone of the person', () => {
    const midnight = Date.UTC(2026, 10, 28, 10)
    expect(makeNewcomerKey(zone, midnight - 1)).toBe('newcomer-nearby:2026-11-27')
    expect(makeNewcomerKey(zone, midnight)).toBe('newcomer-nearby:2026-11-28')
  })
})

describe('A series that is moved by a day', () => {
  it('has each date a day later, at the same local time', async () => {
    const moved = { starts: '2026-11-28T19:00', ends: '2026-11-28T21:00' }
    expect((await change(host, weekly, moved, { scope: 'all' })).status).toBe(204)
    const dates = await rowsOf(
      'SELECT starts_at AS startsAt FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ?) ORDER BY starts_at',
      weekly,
    )
    const first = Date.UTC(2026, 10, 29, 5)
    expect(dates).toEqual([0, 7, 14].map((days) => ({ startsAt: first + days * day })))
  })
})
