import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventPage } from '../../domain/events/contract.ts'
import type { CreateEvent, EventForm, EventFormAnswer, Repeat } from '../../domain/events/form-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { changeEvent } from '../../worker/events/change-event.ts'
import { deleteDraft } from '../../worker/events/delete-draft.ts'
import { publishDue, publishEvent } from '../../worker/events/publish-event.ts'
import { cleanEventCells } from '../../worker/events/reminders.ts'
import { type Database, openPrimary, wrapDatabase } from '../../worker/platform/database.ts'
import { makePng } from '../files/pictures.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { addPlace, updatePlace } from '../places/places.ts'
import { befriend, enter, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeGameForm, repeatWeekly } from '../setup/make-game-form.ts'
import { acceptAsCoHosts, getEvent, join, makeKey, publishGame, readEntries } from './games.ts'

collectLog()
const queues = holdQueues()

/** Wednesday noon in Austin, two days before a weekend and long before clocks change. */
const noon = Date.UTC(2027, 1, 3, 18)

let host: Person
let ana: Person
let bo: Person

beforeAll(async () => {
  // The sessions must be created at the same fake time.
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  ;[host, ana, bo] = (await Promise.all(['host', 'ana', 'bo'].map((id) => enter(id)))) as [Person, Person, Person]
  await putInTeams(['someone-elses'], ['ana'])
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A database that runs something else between the first and the second batch. */
function interruptedBy(interrupt: () => Promise<unknown>): Database {
  const { $client } = openPrimary(env.DB)
  let batches = 0
  const batch = async (statements: D1PreparedStatement[]) => {
    batches += 1
    if (batches === 2) await interrupt()
    return $client.batch(statements)
  }
  return wrapDatabase({ prepare: (text: string) => $client.prepare(text), batch } as unknown as D1Database)
}

/** Moves the clock on, so that each write has its own time. */
const later = (ms = 1000) => vi.setSystemTime(Date.now() + ms)

const game = (more: Partial<EventForm> = {}) => makeGameForm({ starts: '2027-02-06T09:00', ends: '2027-02-06T11:00', ...more })

function post(form: Partial<EventForm> | Record<string, unknown>, more: Partial<Record<keyof CreateEvent, unknown>> = {}, who = host) {
  later()
  const json = { form: { ...game(), ...form }, repeat: null, publish: { when: 'now' }, idempotencyKey: makeKey(), ...more }
  return who.ask('/api/events', { method: 'POST', json })
}

/** The status, the fields and the messages of a refusal. */
async function readRefusal(answer: Response): Promise<string> {
  const { status, title, issues = [] } = await readProblem(answer)
  return [status, ...issues.map(({ path, message }) => `${path}: ${message}`), ...(issues.length === 0 ? [title] : [])].join(' ')
}

const publish = (form: Partial<EventForm> = {}, more: Parameters<typeof publishGame>[2] = {}) => {
  later()
  return publishGame(host, { ...game(), ...form }, more)
}
const series = (form: Partial<EventForm> = {}, repeat: Partial<Repeat> = {}) => publish(form, { repeat: { ...repeatWeekly(4), ...repeat } })
const formOf = async (id: string, who = host) => (await (await who.ask(`/api/events/${id}/form`)).json()) as EventFormAnswer

async function change(
  id: string,
  more: Partial<EventForm>,
  { scope = 'this', who = host, version, slotMoves = [] }: { scope?: string; who?: Person; version?: number; slotMoves?: unknown[] } = {},
) {
  const now = await formOf(id, who)
  later()
  return who.ask(`/api/events/${id}`, {
    method: 'PATCH',
    json: { form: { ...now.form, ...more }, version: version ?? now.version, scope, slotMoves },
  })
}

const datesOf = (id: string) =>
  rowsOf(
    `SELECT e.id, e.title, e.state, e.starts_at AS startsAt FROM events e
     WHERE e.series_id = (SELECT series_id FROM events WHERE id = ?1) OR e.id = ?1 ORDER BY e.starts_at`,
    id,
  ) as Promise<{ id: string; title: string; state: string; startsAt: number }[]>
const clock = (at: number, timeZone = 'America/Chicago') =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
const timesOf = async (id: string) => (await datesOf(id)).map(({ startsAt }) => clock(startsAt))
const isIndexed = async (id: string) => (await rowsOf('SELECT DISTINCT activity FROM event_cells WHERE id = ?', id)).length > 0

describe('A game is refused:', () => {
  it.each<[string, Partial<EventForm>, string]>([
    ['a date that does not exist', { starts: '2027-02-30T09:00', ends: '2027-02-30T11:00' }, '400 form.starts: Enter a valid date.'],
    ['an invalid time', { starts: '2027-02-06T25:00' }, '400 form.starts: Enter a valid time.'],
    [
      'a time that the clocks skip',
      { starts: '2027-03-14T02:30', ends: '2027-03-14T04:00' },
      '400 form.starts: This time does not exist on that day because the clocks change. Choose another time.',
    ],
    ['an end before the start', { ends: '2027-02-06T08:00' }, '400 form.ends: The end must be after the start.'],
    [
      // The clocks go from 1:59 to 3:00, so from 1:50 to 3:00 it is ten minutes.
      'an end that only looks later because the clocks change',
      { starts: '2027-03-14T01:50', ends: '2027-03-14T03:00' },
      '400 form.ends: A game must last at least 15 minutes.',
    ],
    ['a start in the past', { starts: '2027-02-02T09:00', ends: '2027-02-02T11:00' }, '400 form.starts: This time has already passed.'],
    [
      'a start in three years',
      { starts: '2030-02-02T09:00', ends: '2030-02-02T11:00' },
      '400 form.starts: Choose a date within the next two years.',
    ],
    ['a game of a month', { ends: '2027-03-06T11:00' }, '400 form.ends: A game can last up to two weeks.'],
    ['no seats', { capacity: 0 }, '400 form.capacity: Enter 1 to 1000 seats.'],
    ['half a seat', { capacity: 1.5 }, '400 form.capacity: Enter 1 to 1000 seats.'],
    ['300 guests each', { maxGuests: 300 }, '400 form.maxGuests: Each person can bring up to 10 guests.'],
    [
      'two slots with the same name',
      {
        slots: [
          { id: 'a', name: 'Goalkeeper', capacity: 1 },
          { id: 'b', name: 'goalkeeper', capacity: 1 },
        ],
      },
      '400 form.slots: Give each slot a different name.',
    ],
    [
      'a lowest level above the highest',
      { levelMin: 4, levelMax: 2 },
      '400 form.levelMax: The highest level must not be below the lowest.',
    ],
    ['a game for a community, but none chosen', { visibility: 'team' }, '400 form.teamId: Choose a community.'],
    [
      'a community that the host does not run',
      { teamId: 'someone-elses' },
      '403 form.teamId: Only people who run this community can host its games.',
    ],
    [
      'a co-host that the host is not connected with',
      { coHosts: ['bo'] },
      '400 form.coHosts: You can only choose co-hosts you are connected with. Connect with them first.',
    ],
    [
      'a co-host that does not exist',
      { coHosts: ['nobody'] },
      '400 form.coHosts: You can only choose co-hosts you are connected with. Connect with them first.',
    ],
    [
      'a place that does not exist',
      { where: { ...game().where, placeId: 'nowhere' } },
      '400 form.where: This place no longer exists. Pick another one.',
    ],
  ])('%s', async (_, form, words) => {
    expect(await readRefusal(await post(form))).toBe(words)
    expect(await rowsOf('SELECT id FROM event_cells')).toEqual([])
  })

  it.each([
    ['the north pole', { lat: 90, lng: 0 }, '400 form.where: This is water. Put the pin where people play.'],
    ['the south pole', { lat: -90, lng: 0 }, '400 form.where: This is water. Put the pin where people play.'],
    ['the open sea', { lat: 30, lng: -40 }, '400 form.where: This is water. Put the pin where people play.'],
    ['an invalid latitude', { lat: 91, lng: 0 }, '400 form.where.lat: Choose a point on the map.'],
  ])('a location at %s', async (_, point, words) => {
    expect(await readRefusal(await post({ where: { ...game().where, ...point } }))).toBe(words)
  })

  it.each<[string, Partial<Repeat>, string]>([
    ['10,000 dates', { count: 10_000 }, '400 repeat.count: A series can have 2 to 60 dates.'],
    [
      '10,000 days',
      { every: 'day', count: null, until: '2054-06-24' },
      '400 repeat: A series can have up to 60 dates. Choose an earlier end, and create another series later.',
    ],
    ['no end', { count: null }, '400 repeat: Choose how many times it repeats or when it ends.'],
    ['a last date before the first', { count: null, until: '2027-02-01' }, '400 repeat: The last date must not be before the first.'],
    ['every date left out', { count: 2, except: ['2027-02-06', '2027-02-13'] }, '400 repeat: This series has no dates left.'],
    ['every 13th week', { interval: 13 }, '400 repeat.interval: Enter a number from 1 to 12.'],
  ])('a series with %s', async (_, repeat, words) => {
    expect(await readRefusal(await post({}, { repeat: { ...repeatWeekly(4), ...repeat } }))).toBe(words)
  })

  it.each([
    ['in the past', noon - day, '400 publish.at: This time has already passed.'],
    ['after the start', noon + 9 * day, '400 publish.at: The game will have started by then. Choose an earlier time.'],
  ])('a publish time %s', async (_, at, words) => {
    expect(await readRefusal(await post({}, { publish: { when: 'later', at } }))).toBe(words)
  })
})

describe('A new game', () => {
  it('has the local time zone, on both sides of the date line', async () => {
    const suva = { placeId: null, name: 'Suva Courts', address: '', lat: -18.1416, lng: 178.4419 }
    const id = await publish({ where: suva })
    expect(await getEvent(host, id)).toMatchObject({ timeZone: 'Pacific/Fiji', where: suva })
    const taveuni = { ...suva, name: 'Taveuni', lat: -16.85, lng: -180 }
    expect((await getEvent(host, await publish({ where: taveuni }))).timeZone).toBe('Pacific/Fiji')
  })

  it('shows HTML in its title as plain text', async () => {
    const title = '<img src=x onerror=alert(1)> & <b>doubles</b>'
    const id = await publish({ title })
    expect((await getEvent(ana, id)).title).toBe(title)
    const page = await (await ask(`/discover/events/${id}`)).text()
    expect(page).not.toContain('<img src=x')
  })

  it('without a title is named after its activity and place, even when these change', async () => {
    const id = await publish({ title: '' })
    expect((await getEvent(host, id)).title).toBe('Pickleball at Northside Courts')
    expect((await formOf(id)).form.title).toBe('')
    expect((await change(id, { activity: 'tennis' })).status).toBe(204)
    expect((await getEvent(host, id)).title).toBe('Tennis at Northside Courts')
  })

  it('is created once, even if it is sent several times with the same key', async () => {
    const idempotencyKey = makeKey()
    const answers = await Promise.all([post({}, { idempotencyKey }), post({}, { idempotencyKey })])
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id))
    expect(new Set(ids).size).toBe(1)
    const [id = ''] = ids
    // Sent again with other values: the first request counts, and maps still show the game at its first time.
    const cells = await rowsOf('SELECT cell, start FROM event_cells WHERE id = ?', id)
    expect((await post({ starts: '2027-02-07T09:00', ends: '2027-02-07T11:00' }, { idempotencyKey })).status).toBe(201)
    expect(await timesOf(id)).toEqual(['2027-02-06 09:00'])
    expect(await rowsOf('SELECT cell, start FROM event_cells WHERE id = ?', id)).toEqual(cells)
    // The same key of another person creates another game.
    expect(((await (await post({}, { idempotencyKey }, ana)).json()) as { id: string }).id).not.toBe(id)
  })

  it('for a community can be hosted only by people who run it, and seen only by its members', async () => {
    await putInTeams(['smashers'], ['host', 'ana'])
    await env.DB.prepare("UPDATE team_members SET role = 'owner' WHERE team_id = 'smashers' AND user_id = 'host'").run()
    const id = await publish({ visibility: 'team', teamId: 'smashers' })
    expect((await ana.ask(`/api/events/${id}`)).status).toBe(200)
    expect((await bo.ask(`/api/events/${id}`)).status).toBe(404)
    expect(await isIndexed(id)).toBe(false)
    // A member can play, but cannot host.
    expect(await readRefusal(await post({ visibility: 'team', teamId: 'smashers' }, {}, ana))).toContain('403 form.teamId')
    const mine = (await (await host.ask('/api/teams/mine')).json()) as { teams: { id: string; role: string }[] }
    expect(mine.teams).toMatchObject([{ id: 'smashers', role: 'owner' }])
  })

  it('can have co-hosts that its host knows; they can edit it even if they do not know each other', async () => {
    await befriend('host', 'ana')
    await befriend('host', 'bo')
    const id = await publish({ coHosts: ['ana', 'bo'] })
    expect((await formOf(id, ana)).coHosts.map(({ id }) => id)).toEqual(['ana', 'bo'])
    const refused = await change(id, { coHosts: ['ana', 'bo', 'cy'] })
    expect(await readProblem(refused)).toMatchObject({ code: 'CoHostNotConnected' })
    expect((await change(id, { capacity: 6 }, { who: ana })).status).toBe(204)
    expect((await getEvent(host, id)).live.capacity).toBe(6)
    expect((await getEvent(host, id)).hosts.map(({ id }) => id).sort()).toEqual(['ana', 'bo', 'host'])
  })

  it('asks each new co-host once, with a link to answer; a co-host can remove themselves', async () => {
    const [co] = await Promise.all(['co-1', 'co-2', 'co-3'].map((who) => enter(who)))
    for (const who of ['co-1', 'co-2', 'co-3']) await befriend('host', who)
    const [first = { id: '' }, second = { id: '' }] = await datesOf(
      await publish({ title: 'Told play', coHosts: ['co-1'] }, { repeat: repeatWeekly(4), coHostsAccept: false }),
    )
    await change(first.id, { coHosts: ['co-1', 'co-2', 'host'] }, { scope: 'all' })
    await change(first.id, { coHosts: ['co-1'] })
    await change(first.id, { coHosts: ['co-1', 'co-2'] })
    await change(second.id, { coHosts: ['co-1', 'co-2', 'co-3'] })
    await deliverAll()
    const notices = await rowsOf("SELECT user_id, title, path, actor_id FROM notices WHERE title LIKE '%Told play' ORDER BY user_id")
    expect(notices.map(({ user_id, path }) => [user_id, path])).toEqual([
      ['co-1', `/discover/events/${first.id}/co-host`],
      ['co-2', `/discover/events/${first.id}/co-host`],
      ['co-3', `/discover/events/${second.id}/co-host`],
    ])
    expect(notices[0]).toMatchObject({ title: 'Name of host asks you to co-host Told play', actor_id: 'host' })
    const mailed = queues.sent.filter(({ subject }) => subject.endsWith('Told play')).map(({ to }) => to)
    expect(mailed.toSorted()).toEqual(['co-1@local.test', 'co-2@local.test', 'co-3@local.test'])
    await acceptAsCoHosts(first.id, ['co-1', 'co-2'])
    const { form, version } = await formOf(first.id, co)
    const without = { ...form, coHosts: form.coHosts.filter((who) => who !== 'co-1') }
    const leaving = await co?.ask(`/api/events/${first.id}`, { method: 'PATCH', json: { form: without, version, scope: 'this' } })
    expect(leaving?.status).toBe(204)
    expect((await co?.ask(`/api/events/${first.id}/manage`))?.status).toBe(403)
    expect((await getEvent(host, first.id)).hosts.map(({ id }) => id)).toEqual(['host', 'co-2'])
  })

  it('asks the same person at most five times, even if the host creates and deletes many drafts', async () => {
    await enter('co-often')
    await befriend('host', 'co-often')
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) {
      const created = await post({ coHosts: ['co-often'] }, { publish: { when: 'never' } })
      statuses.push(created.status)
      if (created.status !== 201) continue
      const { id } = (await created.json()) as { id: string }
      await deliverAll()
      expect((await host.ask(`/api/events/${id}`, { method: 'DELETE' })).status).toBe(204)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429])
    expect(await rowsOf("SELECT 1 FROM notices WHERE user_id = 'co-often'")).toHaveLength(5)
  })
})

describe('A series', () => {
  it('has the same local time on each date, even when the clocks change, and no dates that are left out', async () => {
    const id = await series({ starts: '2027-03-06T09:00', ends: '2027-03-06T11:00' }, { except: ['2027-03-20'] })
    expect(await timesOf(id)).toEqual(['2027-03-06 09:00', '2027-03-13 09:00', '2027-03-27 09:00'])
    expect((await formOf(id)).series).toBe('Every week on Saturday')
  })

  it('can be changed for one date, for the following dates, or for all', async () => {
    const id = await series()
    const [, second = { id: '' }] = await datesOf(id)
    const titles = async () => (await datesOf(id)).map(({ title }) => title)
    await change(second.id, { title: 'And after' }, { scope: 'following' })
    expect(await titles()).toEqual(['Open play', 'And after', 'And after', 'And after'])
    await change(second.id, { title: 'Only this' })
    expect(await titles()).toEqual(['Open play', 'Only this', 'And after', 'And after'])
    await change(second.id, { description: 'For all of them' }, { scope: 'all' })
    const descriptions = await Promise.all((await datesOf(id)).map(async (date) => (await formOf(date.id)).form.description))
    expect(descriptions).toEqual(Array(4).fill('For all of them'))
    expect(await titles()).toEqual(['Open play', 'Only this', 'And after', 'And after'])
  })

  it('moves each date by the same days and hours', async () => {
    const id = await series()
    const [, second = { id: '' }] = await datesOf(id)
    expect((await change(second.id, { starts: '2027-02-14T18:00', ends: '2027-02-14T20:00' }, { scope: 'following' })).status).toBe(204)
    expect(await timesOf(id)).toEqual(['2027-02-06 09:00', '2027-02-14 18:00', '2027-02-21 18:00', '2027-02-28 18:00'])
  })

  it('cannot be moved if another date would then be in the past', async () => {
    const id = await series()
    const [, second = { id: '' }] = await datesOf(id)
    const moved = await change(second.id, { starts: '2027-02-09T09:00', ends: '2027-02-09T11:00' }, { scope: 'all' })
    expect(await readRefusal(moved)).toBe('400 form.starts: Another date in the series would be in the past. Move only this one.')
    expect((await timesOf(id))[0]).toBe('2027-02-06 09:00')
  })

  it('keeps its past dates unchanged', async () => {
    const id = await series()
    const [first, second] = await datesOf(id)
    vi.setSystemTime(noon + 5 * day)
    expect(await readRefusal(await change(first?.id ?? '', { title: 'Rewritten' }))).toBe(
      '409 This game has already started, so it cannot be changed.',
    )
    expect((await change(second?.id ?? '', { title: 'From now on' }, { scope: 'all' })).status).toBe(204)
    expect((await datesOf(id)).map(({ title }) => title)).toEqual(['Open play', 'From now on', 'From now on', 'From now on'])
  })

  it('can be cancelled from one date on', async () => {
    const id = await series()
    const [, , third] = await datesOf(id)
    later()
    const answer = await host.ask(`/api/events/${third?.id}/cancel`, { method: 'POST', json: { reason: 'Holidays', scope: 'following' } })
    expect(answer.status).toBe(204)
    expect((await datesOf(id)).map(({ state }) => state)).toEqual(['published', 'published', 'cancelled', 'cancelled'])
    expect(await isIndexed(third?.id ?? '')).toBe(false)
  })
})

describe('A game that is changed', () => {
  it('keeps its players and notifies them if the time changed', async () => {
    const id = await publish()
    later()
    expect((await join(ana, id, { guests: ['Zoe'] })).status).toBe(200)
    await change(id, { description: 'Bring water.' })
    expect(queues.notices.filter(({ body }) => body.fact.kind === 'event-changed')).toEqual([])
    await change(id, { starts: '2027-02-07T15:00', ends: '2027-02-07T17:00' })
    expect(await readEntries(id)).toEqual([{ who: 'ana', state: 'going', seats: 2 }])
    expect(await rowsOf('SELECT starts_at AS at FROM joiners WHERE event_id = ?', id)).toEqual([{ at: Date.UTC(2027, 1, 7, 21) }])
    await vi.waitFor(() =>
      expect(queues.notices.map(({ body }) => body.fact)).toContainEqual(expect.objectContaining({ kind: 'event-changed', eventId: id })),
    )
  })

  it('keeps its location when the place is moved, until a host chooses the place again', async () => {
    later(day)
    const place = await addPlace(ana, { name: 'Wandering Courts' })
    const id = await publish({ where: { placeId: place.id, name: place.name, address: '', lat: place.lat, lng: place.lng } })
    later()
    expect((await join(ana, id)).status).toBe(200)
    const where = (await formOf(id)).form.where
    later()
    expect((await updatePlace(ana, place, { name: 'Far Courts', lat: place.lat + 3 })).status).toBe(200)
    expect((await change(id, { description: 'Bring water.' })).status).toBe(204)
    expect((await formOf(id)).form).toMatchObject({ description: 'Bring water.', where })
    const moves = () => queues.notices.filter(({ body: { fact } }) => fact?.kind === 'event-changed' && fact.eventId === id)
    expect(moves()).toEqual([])
    // If the host chooses the place again, its current location is used.
    expect((await change(id, { where: { ...where, lat: place.lat + 3, name: 'Far Courts' } })).status).toBe(204)
    expect((await formOf(id)).form.where).toMatchObject({ name: 'Far Courts', lat: place.lat + 3 })
    await vi.waitFor(() => expect(moves()).toHaveLength(1))
  })

  it('cannot have fewer seats than are taken, and the error is at the seats', async () => {
    const id = await publish()
    await join(ana, id, { guests: ['Zoe'] })
    const words = 'More seats are already taken. Remove players first, or offer more seats.'
    expect(await readRefusal(await change(id, { capacity: 1 }))).toBe(`409 form.capacity: ${words}`)
    const slots = [
      { id: 'one', name: 'Court 1', capacity: 1 },
      { id: 'two', name: 'Court 2', capacity: 3 },
    ]
    const toFirst = [{ from: null, to: 'one' }]
    expect(await readRefusal(await change(id, { slots }, { slotMoves: toFirst }))).toBe(
      '409 slotMoves: There is not enough room for everyone you move. Choose another slot or the waitlist.',
    )
    expect(await readRefusal(await change(id, { teamId: 'someone-elses' }))).toContain('403 form.teamId')
    expect((await getEvent(host, id)).live).toMatchObject({ capacity: 4, taken: 2, slots: [] })
    expect((await change(id, { capacity: 2 })).status).toBe(204)
  })

  it('does not overwrite what another tab saved', async () => {
    const id = await publish()
    const { version } = await formOf(id)
    await change(id, { title: 'First tab' })
    expect(await readRefusal(await change(id, { title: 'Second tab' }, { version }))).toBe(
      '409 This game was changed in another tab or by another host.',
    )
    expect((await getEvent(host, id)).title).toBe('First tab')
  })

  it('can be changed by its hosts only', async () => {
    const id = await publish()
    const { form, version } = await formOf(id)
    expect((await ana.ask(`/api/events/${id}/form`)).status).toBe(403)
    expect((await ana.ask(`/api/events/${id}`, { method: 'PATCH', json: { form, version } })).status).toBe(403)
    expect((await ana.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '' } })).status).toBe(403)
  })

  it('can be cancelled once, with a reason, and everyone in it is notified', async () => {
    const id = await publish()
    await join(ana, id)
    await deliverAll()
    later()
    expect((await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: 'Rain all day' } })).status).toBe(204)
    await deliverAll()
    expect(queues.sent.filter(({ to }) => to === 'ana@local.test').map(({ subject }) => subject)).toContainEqual('Open play was cancelled')
    expect(await getEvent(ana, id)).toMatchObject({ cancelReason: 'Rain all day', live: { state: 'cancelled' } })
    expect((await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '' } })).status).toBe(409)
    expect(await readRefusal(await change(id, { title: 'Back again' }))).toBe('409 This game was cancelled.')
  })
})

describe('A draft', () => {
  it('is visible to its hosts only until it is published', async () => {
    const id = await publish({}, { publish: { when: 'never' } })
    expect((await ana.ask(`/api/events/${id}`)).status).toBe(404)
    expect((await ana.ask(`/api/events/${id}/form`)).status).toBe(404)
    expect(await formOf(id)).toMatchObject({ state: 'draft', publishAt: null, series: null })
    expect(await isIndexed(id)).toBe(false)
    later()
    expect((await host.ask(`/api/events/${id}/publish`, { method: 'POST', json: { publish: { when: 'now' } } })).status).toBe(204)
    expect((await ana.ask(`/api/events/${id}`)).status).toBe(200)
    expect(await isIndexed(id)).toBe(true)
    expect((await host.ask(`/api/events/${id}`, { method: 'DELETE' })).status).toBe(409)
  })

  it('is published at its time, with one notice for each game and each series', async () => {
    // A new host, because the first page of the other host's list may be full of games at the same time.
    const cy = await enter('cy')
    const publish = { when: 'later', at: noon + day } as const
    const alone = await publishGame(cy, game(), { publish })
    const first = await publishGame(cy, game({ title: 'Each week' }), { publish, repeat: repeatWeekly(4) })
    const other = await publishGame(cy, game({ title: 'Another' }), { publish })
    expect(await formOf(alone, cy)).toMatchObject({ state: 'draft', publishAt: noon + day })
    await publishDue(openPrimary(env.DB), noon + day - 1)
    expect((await getEvent(ana, alone)).live.state).toBe('draft')
    const db = openPrimary(env.DB)
    await publishDue(db, noon + day)
    expect(db.outboxIds.sort()).toEqual([alone, first, other].map((id) => `event-nearby:${id}:1`).sort())
    await env.DB.prepare('DELETE FROM outbox').run()
    expect((await datesOf(first)).map(({ state }) => state)).toEqual(Array(4).fill('published'))
    const upcoming = (await (await ana.ask('/api/events?hostId=cy')).json()) as EventPage
    expect(upcoming.events.map(({ id }) => id).toSorted()).toEqual([alone, first, other].toSorted())
    expect(upcoming.events.find(({ id }) => id === first)?.nextDates).toHaveLength(3)
  })

  it('that is changed, published or deleted between the read and the write is refused, and leaves no wrong rows on maps', async () => {
    const acting = { now: noon, newId: () => crypto.randomUUID() }
    const draft = () => publish({}, { publish: { when: 'never' } })
    const publishDraft = (db: Database, id: string) => publishEvent(db, acting, 'host', id, { when: 'now' }, 'this')
    const newYork = { lat: 40.7128, lng: -74.006 }
    const move = async (db: Database, id: string) => {
      const { form, version } = await formOf(id)
      return changeEvent(db, acting, 'host', id, { form: { ...form, where: { ...form.where, ...newYork } }, version, scope: 'this' })
    }
    const conflict = 'This game was changed in another tab or by another host.'
    const deleted = await draft()
    await expect(
      publishDraft(
        interruptedBy(() => deleteDraft(openPrimary(env.DB), acting, 'host', deleted, 'this')),
        deleted,
      ),
    ).rejects.toThrow(conflict)
    const moved = await draft()
    await expect(
      publishDraft(
        interruptedBy(() => move(openPrimary(env.DB), moved)),
        moved,
      ),
    ).rejects.toThrow(conflict)
    const published = await draft()
    await expect(
      move(
        interruptedBy(() => publishDraft(openPrimary(env.DB), published)),
        published,
      ),
    ).rejects.toThrow(conflict)
    const notDeleted = await draft()
    await expect(
      deleteDraft(
        interruptedBy(() => publishDraft(openPrimary(env.DB), notDeleted)),
        acting,
        'host',
        notDeleted,
        'this',
      ),
    ).rejects.toThrow('This game is published.')
    expect((await ana.ask(`/api/events/${notDeleted}`)).status).toBe(200)
    const weekly = await publish({}, { publish: { when: 'never' }, repeat: repeatWeekly(3) })
    await expect(
      deleteDraft(
        interruptedBy(() => publishDraft(openPrimary(env.DB), weekly)),
        acting,
        'host',
        weekly,
        'all',
      ),
    ).rejects.toThrow('This game is published.')
    expect((await datesOf(weekly)).map(({ state }) => state).toSorted()).toEqual(['draft', 'draft', 'published'])
    const selectWrongRows = `SELECT c.id FROM event_cells c LEFT JOIN events e ON e.id = c.id WHERE c.id IN (?1, ?2, ?3) AND (e.id IS NULL OR e.lat <> c.lat)`
    expect(await rowsOf(selectWrongRows, deleted, moved, published)).toEqual([])
    expect([await isIndexed(moved), await isIndexed(published)]).toEqual([false, true])
    await env.DB.prepare('DELETE FROM outbox').run()
  })

  it('that is moved in the minute when it starts is on maps at its new time only', async () => {
    const acting = { now: noon, newId: () => crypto.randomUUID() }
    const id = await publish()
    const { form, version } = await formOf(id)
    const movedForm = { ...form, starts: '2027-02-07T09:00', ends: '2027-02-07T11:00' }
    const move = () => changeEvent(openPrimary(env.DB), acting, 'host', id, { form: movedForm, version, scope: 'this' })
    const start = Date.parse('2027-02-06T15:00:00Z')
    await expect(cleanEventCells(interruptedBy(move), start)).rejects.toMatchObject({ assertion: 'still-as-read' })
    await cleanEventCells(openPrimary(env.DB), start)
    expect(await rowsOf('SELECT DISTINCT start FROM event_cells WHERE id = ?', id)).toEqual([{ start: start + day }])
    expect(await isIndexed(id)).toBe(true)
    await env.DB.prepare('DELETE FROM outbox').run()
  })

  it('can be deleted with its whole series', async () => {
    const id = await publish({}, { publish: { when: 'never' }, repeat: repeatWeekly(4) })
    const answer = await host.ask(`/api/events/${id}?scope=all`, { method: 'DELETE' })
    expect(answer.status).toBe(204)
    expect(await datesOf(id)).toEqual([])
  })
})

describe('A game that is hosted again', () => {
  it('has the same form values and is a new game', async () => {
    const slots = [
      { id: 'gk', name: 'Goalkeeper', capacity: 2 },
      { id: 'field', name: 'Field', capacity: 12 },
    ]
    const id = await publish({ activity: 'soccer', slots, description: 'Bring both colors.', levelMin: 2 })
    const { form } = await formOf(id)
    expect(form).toMatchObject({ starts: '2027-02-06T09:00', ends: '2027-02-06T11:00', slots, capacity: 14, levelMin: 2 })
    const again = await publish({ ...form, starts: '2027-02-13T09:00', ends: '2027-02-13T11:00' })
    expect(again).not.toBe(id)
    expect(await formOf(again)).toMatchObject({ form: { slots, description: 'Bring both colors.', title: 'Open play' }, version: 1 })
  })
})

describe('A picture of a game', () => {
  const put = (id: string, scope = '', who = host) =>
    who.ask(`/api/events/${id}/picture${scope}`, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: makePng(640, 360) })
  const pictureOf = async (id: string) => (await getEvent(host, id)).pictureUrl
  const filesOf = async (url: string | null) => (await env.FILES.list({ prefix: `photos/${url?.split('/')[3]}/` })).objects.length

  it('can be added by hosts only, is visible to everyone, and is deleted with its files when it is removed', async () => {
    const id = await publish()
    expect((await put(id, '', ana)).status).toBe(403)
    const { version } = await formOf(id)
    const { pictureUrl } = (await (await put(id)).json()) as { pictureUrl: string }
    expect(await pictureOf(id)).toBe(pictureUrl)
    expect((await ask(pictureUrl)).headers.get('content-type')).toBe('image/webp')
    // A form that was already open can still be saved.
    expect((await formOf(id)).version).toBe(version)
    await put(id)
    await vi.waitFor(async () => expect(await filesOf(pictureUrl)).toBe(0))
    const second = await pictureOf(id)
    expect(second).not.toBe(pictureUrl)
    expect((await ana.ask(`/api/events/${id}/picture`, { method: 'DELETE' })).status).toBe(403)
    expect((await host.ask(`/api/events/${id}/picture`, { method: 'DELETE' })).status).toBe(204)
    expect(await pictureOf(id)).toBe(null)
    await vi.waitFor(async () => expect(await filesOf(second)).toBe(0))
  })

  it('is shared by the dates of a series, and stays as long as one date uses it', async () => {
    const id = await series()
    const [, second] = await datesOf(id)
    const { pictureUrl } = (await (await put(id, '?scope=all')).json()) as { pictureUrl: string }
    expect(await pictureOf(second?.id ?? '')).toBe(pictureUrl)
    await host.ask(`/api/events/${id}/picture`, { method: 'DELETE' })
    expect(await pictureOf(second?.id ?? '')).toBe(pictureUrl)
    expect(await filesOf(pictureUrl)).toBeGreaterThan(0)
  })

  it('must be a valid picture of a supported type and size', async () => {
    const id = await publish()
    const send = (type: string, body: BodyInit) =>
      host.ask(`/api/events/${id}/picture`, { method: 'PUT', headers: { 'content-type': type }, body })
    expect((await send('image/png', 'not a picture')).status).toBe(400)
    expect((await send('image/svg+xml', '<svg/>')).status).toBe(415)
    expect((await send('image/png', new Uint8Array(6 * 1024 * 1024))).status).toBe(413)
  })
})
