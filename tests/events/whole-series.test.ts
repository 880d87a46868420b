import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventForm } from '../../domain/events/form-contract.ts'
import type { JoinSeries, SeriesAnswer } from '../../domain/events/series-contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { noon, repeatWeekly } from '../setup/make-game-form.ts'
import { getEvent, getMyJoiner, join, leave, publishGame, setPrice } from './games.ts'

collectLog()
const queues = holdQueues()

let [host, ana, bo] = [] as unknown as [Person, Person, Person]

beforeAll(async () => {
  ;[host, ana, bo] = (await Promise.all(['host', 'ana', 'bo'].map((id) => enter(id)))) as [Person, Person, Person]
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

/** Publishes a weekly series and returns the ids of its dates, in order. */
async function publishSeries(form: Partial<EventForm> = {}, count = 4): Promise<[string, string, string, string]> {
  const id = await publishGame(host, form, { repeat: repeatWeekly(count) })
  const dates = await rowsOf('SELECT id FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ?) ORDER BY starts_at', id)
  return dates.map((date) => String(date.id)) as [string, string, string, string]
}

const joinAll = (person: Person, id: string, json: Partial<JoinSeries> = {}) => {
  vi.setSystemTime(Date.now() + 1000)
  return person.ask(`/api/events/${id}/me/series`, { method: 'PUT', json })
}
const leaveAll = (person: Person, id: string) => {
  vi.setSystemTime(Date.now() + minute)
  return person.ask(`/api/events/${id}/me/series`, { method: 'DELETE' })
}
const readDates = async (answer: Response): Promise<SeriesAnswer['dates']> => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as SeriesAnswer).dates
}
const readStates = async (answer: Response) =>
  (await readDates(answer)).map(({ state, isNew, why }) => why ?? (isNew ? state : `still ${state}`))

/** Delivers everything and returns the new mails to a person, with the ids and states of the games in their files. */
async function mailsTo(person: Person) {
  await deliverAll()
  return queues.sent
    .splice(0)
    .filter(({ to }) => to === `${person.id}@local.test`)
    .map(({ subject, text, attachments: [file] }) => {
      const content = file ? new TextDecoder().decode(Uint8Array.from(atob(file.content), (letter) => letter.charCodeAt(0))) : ''
      const read = (name: string) => [...content.matchAll(new RegExp(`^${name}:(.*)\r$`, 'gm'))].map(([, value]) => value)
      return { subject, text, ids: read('UID'), states: read('STATUS') }
    })
}

describe('Joining all dates of a series', () => {
  it('follows the rules of each date, and says what happened to each', async () => {
    const [open, full, mine, paid] = await publishSeries({ capacity: 2 }, 4)
    await env.DB.prepare('UPDATE events SET capacity = 1 WHERE id = ?').bind(full).run()
    await join(bo, full)
    await join(ana, mine)
    await setPrice(paid)
    expect(await readStates(await joinAll(ana, open))).toEqual(['going', 'waiting', 'still going', expect.any(String)])
    expect(await getMyJoiner(ana, open)).toMatchObject({ state: 'going' })
    expect(await getMyJoiner(ana, full)).toMatchObject({ state: 'waiting', position: 1 })
    expect(await getMyJoiner(ana, paid)).toBeNull()
    expect(await readStates(await joinAll(ana, open))).toEqual(['still going', 'still waiting', 'still going', expect.any(String)])
  })

  it('leaves out dates that cannot be joined yet, have other slots or ask more, and refuses what nobody could join', async () => {
    const questions = [{ id: 'q1', text: 'Do you have a paddle?', isRequired: true }]
    const [open, later, asks, small] = await publishSeries({ maxGuests: 1 })
    await env.DB.prepare('UPDATE events SET joins_at = ? WHERE id = ?')
      .bind(noon + 60 * minute, later)
      .run()
    await env.DB.prepare('UPDATE events SET questions = ? WHERE id = ?').bind(JSON.stringify(questions), asks).run()
    await env.DB.prepare('UPDATE events SET max_guests = 0 WHERE id = ?').bind(small).run()
    const dates = await readDates(await joinAll(ana, open, { guests: ['Leo'] }))
    expect(dates.map(({ state }) => state)).toEqual(['going', null, null, null])
    expect(dates.slice(1).map(({ why }) => why)).toEqual([
      expect.stringMatching(/open/i),
      expect.stringContaining('paddle'),
      expect.stringMatching(/guests/i),
    ])
    expect((await joinAll(ana, asks)).status).toBe(400)
  })

  it('never shows a date that the person could not find, and none with a host who blocked them', async () => {
    const [open, byLink, other, last] = await publishSeries()
    await env.DB.prepare("UPDATE events SET visibility = 'link' WHERE id = ?").bind(byLink).run()
    const foe = await enter('foe')
    await block('foe', 'bo')
    await env.DB.prepare(
      'INSERT INTO event_hosts (event_id, user_id, starts_at, created_at) SELECT id, ?, starts_at, 1 FROM events WHERE id = ?',
    )
      .bind('foe', other)
      .run()
    expect((await readDates(await joinAll(bo, open))).map(({ id }) => id)).toEqual([open, last])
    expect((await joinAll(foe, 'not-there')).status).toBe(404)
    const alone = await publishGame(host)
    expect((await joinAll(bo, alone)).status).toBe(409)
  })

  it('sells no seat twice when two people join all dates at once', async () => {
    const [open] = await publishSeries({ capacity: 1 })
    const crowd = await Promise.all(['racer-1', 'racer-2', 'racer-3'].map((id) => enter(id)))
    const answers = await Promise.all(crowd.map((person) => person.ask(`/api/events/${open}/me/series`, { method: 'PUT', json: {} })))
    const states = (await Promise.all(answers.map(readDates))).map((dates) => dates.map(({ state }) => state))
    for (const date of [0, 1, 2, 3]) expect(states.filter((each) => each[date] === 'going').length).toBe(1)
  })

  it('sends one email with all dates in its file, and the hosts one notice', async () => {
    const [open, , full] = await publishSeries({ capacity: 1, title: 'Ladder night' })
    await join(bo, full)
    await mailsTo(host)
    await env.DB.prepare(
      `INSERT INTO profiles (user_id, full_name, bio, city_id, city_name, city_state, lat, lng, time_zone, pronoun, activities, version, created_at, updated_at)
        VALUES ('ana', 'Ana', '', 1, 'New York', 'NY', 40, -74, 'America/New_York', 'Unspecified', '[]', 1, 1, 1)`,
    ).run()
    await joinAll(ana, open)
    const mails = await mailsTo(ana)
    expect(mails.map(({ subject }) => subject)).toEqual(['You are in: Ladder night, 3 dates'])
    expect(mails[0]?.ids.length).toBe(3)
    expect(mails[0]?.ids).not.toContain(`${full}@gather`)
    expect(mails[0]?.text).toContain('no seat yet')
    // It has what the email about one game has: of the first date, and for each date its ticket and the way to leave.
    const text = mails[0]?.text.replaceAll(/\s+/g, ' ') ?? ''
    for (const words of [
      '1:00 to 3:00 PM your time',
      'Name of host',
      'www.google.com/maps/dir',
      'calendar.google.com',
      'outlook.live.com',
      `/api/events/${open}/calendar.ics?seat=`,
      '/settings?tab=calendar',
      `/evt/${open}?open=ticket`,
    ])
      expect(text).toContain(words)
    const seats = await rowsOf(
      `SELECT event_id AS id, ticket_code AS code FROM joiners WHERE user_id = 'ana' AND state = 'going'
        AND event_id IN (SELECT id FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ?))`,
      open,
    )
    expect(seats.length).toBe(3)
    for (const { id, code } of seats) {
      expect(text).toContain(`/evt/${id}?open=leave`)
      expect(text).toContain(`${String(code).slice(0, 3)}-${String(code).slice(3)}`)
    }
    expect(text).not.toContain(`/evt/${full}?open=leave`)
    const notices = await rowsOf(
      "SELECT title, text FROM notices WHERE user_id = 'host' AND title LIKE 'Name of ana%Ladder night' ORDER BY title",
    )
    expect(notices.map(({ title }) => title)).toEqual([
      'Name of ana joined Ladder night',
      'Name of ana joined the waitlist for Ladder night',
    ])
    expect(String(notices[0]?.text)).toContain(', and 2 more dates of the series.')
    // A single date that is left later has its own email, and so has its seat after that.
    vi.setSystemTime(Date.now() + minute)
    await leave(ana, open)
    expect(await mailsTo(ana)).toMatchObject([{ subject: 'You left Ladder night', states: ['CANCELLED'] }])
  })
})

describe('Leaving all later dates', () => {
  it('gives up the seats of this date and the later ones with one email', async () => {
    const [first, second, third, fourth] = await publishSeries({ title: 'Dink night' })
    await joinAll(ana, first)
    await leave(ana, third)
    await mailsTo(ana)
    expect(await getEvent(ana, second)).toMatchObject({ series: { joinable: 1, laterMine: 1 } })
    const dates = await readDates(await leaveAll(ana, second))
    expect(dates.map(({ id, state }) => [id, state])).toEqual([
      [second, null],
      [fourth, null],
    ])
    expect(await getMyJoiner(ana, first)).toMatchObject({ state: 'going' })
    const mails = await mailsTo(ana)
    expect(mails).toMatchObject([{ subject: 'You left Dink night, 2 dates', states: ['CANCELLED', 'CANCELLED'] }])
    expect(await readDates(await leaveAll(ana, second))).toEqual([])
    expect(await mailsTo(ana)).toEqual([])
  })

  it('keeps what was paid for, and marks only late dates', async () => {
    const [first, second, paid] = await publishSeries({ leaveMinutes: 7 * 24 * 60 })
    await joinAll(ana, first)
    await setPrice(paid)
    await leaveAll(ana, first)
    expect(await getMyJoiner(ana, paid)).toMatchObject({ state: 'going' })
    expect(
      await rowsOf(
        'SELECT left_late AS isLate FROM joiners WHERE user_id = ? AND event_id IN (?, ?) ORDER BY starts_at',
        'ana',
        first,
        second,
      ),
    ).toEqual([{ isLate: 1 }, { isLate: 0 }])
  })
})
