import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import type { EventForm } from '../../domain/events/form-contract.ts'
import type { FollowedSeriesList } from '../../domain/my-games/contract.ts'
import { maxFollowedSeries } from '../../domain/my-games/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import { Browser, newEmail } from '../accounts/people.ts'
import { change, getEvent, join, leave, publishGame } from '../events/games.ts'
import { deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { repeatWeekly } from '../setup/make-game-form.ts'

collectLog()
holdQueues()

let [host, ana, bo] = [] as unknown as [Person, Person, Person]
beforeAll(async () => {
  ;[host, ana, bo] = (await Promise.all(['host', 'ana', 'bo'].map((id) => enter(id)))) as [Person, Person, Person]
})

async function publishSeries(form: Partial<EventForm> = {}) {
  const first = await publishGame(host, form, { repeat: repeatWeekly(3) })
  const dates = await rowsOf(
    'SELECT id, series_id AS seriesId FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ?) ORDER BY starts_at',
    first,
  )
  const [one, two, three] = dates.map(({ id }) => String(id)) as [string, string, string]
  return { seriesId: String(dates[0]?.seriesId), one, two, three }
}

const follow = async (person: Person, seriesId: string, method = 'PUT') =>
  (await person.ask(`/api/my-games/series/${seriesId}`, { method })).status
const listOf = async (person: Person) => ((await (await person.ask('/api/my-games/series')).json()) as FollowedSeriesList).series
const noticesOf = async (person: Person) => {
  await deliverNotices()
  return (await rowsOf("SELECT title FROM notices WHERE user_id = ? AND topic = 'series' ORDER BY created_at, title", person.id)).map(
    ({ title }) => title,
  )
}

it('A followed series is in a list of its own, with its next date, and only its follower learns of it', async () => {
  const { seriesId, one, two, three } = await publishSeries({ title: 'Ladder night' })
  expect(await follow(ana, seriesId)).toBe(204)
  expect(await follow(ana, seriesId)).toBe(204)
  expect(await listOf(ana)).toMatchObject([{ id: seriesId, title: 'Ladder night', next: { eventId: one } }])
  expect((await getEvent(ana, two)).series).toMatchObject({ isFollowed: true })
  expect((await getEvent(host, two)).series).toMatchObject({ isFollowed: false })
  expect(await listOf(bo)).toEqual([])
  await env.DB.prepare('UPDATE events SET starts_at = 1, ends_at = 2 WHERE id = ?').bind(one).run()
  expect(await listOf(ana)).toMatchObject([{ next: { eventId: two } }])
  // A date that only members of a community can see hides no later ones.
  await env.DB.prepare("UPDATE events SET visibility = 'team' WHERE id = ?").bind(two).run()
  expect(await listOf(ana)).toMatchObject([{ next: { eventId: three } }])
  expect(await follow(ana, seriesId, 'DELETE')).toBe(204)
  expect(await follow(ana, seriesId, 'DELETE')).toBe(204)
  expect(await listOf(ana)).toEqual([])
})

it('Nobody follows a series that they cannot see, and a block hides one that they follow', async () => {
  const { seriesId, one } = await publishSeries()
  const foe = await enter('series-foe')
  expect(await follow(foe, seriesId)).toBe(204)
  await block('host', 'series-foe')
  expect(await listOf(foe)).toEqual([])
  expect(await follow(foe, seriesId)).toBe(404)
  expect(await follow(ana, 'not-there')).toBe(404)
  await join(bo, one)
  await env.DB.prepare('UPDATE events SET capacity = 1 WHERE id = ?').bind(one).run()
  await leave(bo, one)
  expect(await noticesOf(foe)).toEqual([])
})

it('Followers hear once a day of a free seat on a date that was full, unless somebody waits for it or they are in it', async () => {
  const { seriesId, one, two } = await publishSeries({ capacity: 1, title: 'Full house' })
  const [cy, di] = [await enter('cy'), await enter('di')]
  for (const person of [cy, di, host]) await follow(person, seriesId)
  await join(ana, one)
  await leave(ana, one)
  expect(await noticesOf(cy)).toEqual(['A seat is free: Full house'])
  await join(ana, one)
  await leave(ana, one)
  expect(await noticesOf(cy)).toEqual(['A seat is free: Full house'])
  expect(await noticesOf(host)).toEqual([])
  // On this date somebody waits, so the seat is theirs.
  await join(ana, two)
  await join(di, two, { orWait: true })
  await leave(ana, two)
  expect(await noticesOf(cy)).toEqual(['A seat is free: Full house'])
  await follow(cy, seriesId, 'DELETE')
  const other = await publishSeries({ capacity: 1, title: 'Other' })
  await join(ana, other.one)
  await leave(ana, other.one)
  expect(await noticesOf(cy)).toEqual(['A seat is free: Full house'])
})

it('Followers hear of a free seat when a host adds seats, and not if it is taken again', async () => {
  const { seriesId, one, two } = await publishSeries({ capacity: 1, title: 'More seats' })
  const eve = await enter('eve')
  await follow(eve, seriesId)
  await join(ana, one)
  await change(host, one, { capacity: 2 })
  expect(await noticesOf(eve)).toEqual(['A seat is free: More seats'])
  await join(ana, two)
  await leave(ana, two)
  await join(bo, two)
  expect(await noticesOf(eve)).toEqual(['A seat is free: More seats'])
})

it('Followers do not hear of a seat that was only held for a code', async () => {
  const { seriesId, one, two } = await publishSeries({ capacity: 1, title: 'Only held' })
  const hal = await enter('hal')
  await follow(hal, seriesId)
  const holdOne = async (eventId: string) => {
    const json = { eventId, email: newEmail(), name: 'Somebody', isOldEnough: true, acceptsTerms: true, choice: {} }
    expect(await (await new Browser().ask('/api/seat-codes', { method: 'POST', json })).json()).toMatchObject({ isHeld: true })
    await env.DB.prepare("UPDATE joiners SET offer_expires_at = 1 WHERE event_id = ? AND state = 'held'").bind(eventId).run()
  }
  // Nobody opens the first date again. A host opens the second one.
  await holdOne(one)
  await runChores(env, Date.now())
  await holdOne(two)
  await change(host, two, { description: 'Bring water' })
  const taken = await rowsOf('SELECT taken FROM events WHERE id IN (?, ?)', one, two)
  expect(taken).toEqual([{ taken: 0 }, { taken: 0 }])
  expect(await noticesOf(hal)).toEqual([])
  await join(ana, one)
  await leave(ana, one)
  expect(await noticesOf(hal)).toEqual(['A seat is free: Only held'])
})

it('Followers hear of new dates, but not of a date that only a link opens', async () => {
  const { seriesId, two, three } = await publishSeries({ title: 'Growing' })
  const fay = await enter('fay')
  await follow(fay, seriesId)
  await env.DB.prepare("UPDATE events SET state = 'draft' WHERE id IN (?, ?)").bind(two, three).run()
  await env.DB.prepare("UPDATE events SET visibility = 'link' WHERE id = ?").bind(three).run()
  for (const id of [two, three])
    expect(
      (await host.ask(`/api/events/${id}/publish`, { method: 'POST', json: { publish: { when: 'now' }, scope: 'this' } })).status,
    ).toBe(204)
  expect(await noticesOf(fay)).toEqual(['New date: Growing'])
})

it('A person can follow so many series, and those that are over make room', async () => {
  const me = await enter('gus')
  const { seriesId } = await publishSeries()
  await env.DB.prepare(
    `INSERT INTO event_series (id, creator_id, rule, created_at)
      SELECT 'many-' || value, 'host', '{"every":"week","interval":1,"weekdays":[]}', 1 FROM json_each(?)`,
  )
    .bind(JSON.stringify(Array.from({ length: maxFollowedSeries }, (_, index) => index)))
    .run()
  const template = await publishGame(host)
  const columns = (await rowsOf("SELECT name FROM pragma_table_info('events')"))
    .map(({ name }) => String(name))
    .filter((name) => name !== 'id' && name !== 'series_id')
  await env.DB.prepare(
    `INSERT INTO events (id, series_id, ${columns.join(', ')}) SELECT 'of-' || s.id, s.id, ${columns.map((name) => `e.${name}`).join(', ')} FROM event_series s, events e WHERE s.id LIKE 'many-%' AND e.id = ?`,
  )
    .bind(template)
    .run()
  await env.DB.prepare(
    "INSERT INTO series_follows (user_id, series_id, is_by_link, followed_at) SELECT 'gus', id, 0, 1 FROM event_series WHERE id LIKE 'many-%'",
  ).run()
  expect(await follow(me, seriesId)).toBe(409)
  await env.DB.prepare("UPDATE events SET starts_at = ? WHERE id = 'of-many-7'")
    .bind(Date.now() - day)
    .run()
  expect(await follow(me, seriesId)).toBe(204)
  expect((await listOf(me)).length).toBe(maxFollowedSeries)
})
