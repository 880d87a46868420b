import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { MyEventPage } from '../../domain/events/contract.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { join, publishGame } from './games.ts'

collectLog()
holdQueues()

/** Copies a game to each day from `from` to `to` days ago. */
const repeatInThePast = (id: string, [from, to]: [number, number], state: string) =>
  env.DB.prepare(
    `INSERT INTO events SELECT ?4 || CAST(n.value AS INTEGER), creator_id, team_id, series_id, activity, title, description, picture_key, place_id, place_name,
       address, lat, lng, time_zone, ?5 - n.value * 86400000, ?5 - n.value * 86400000 + 3600000, level_min, level_max, capacity, slots, max_guests,
       visibility, needs_approval, questions, leave_minutes, waitlist_mode, ?4, publish_at, cancel_reason, 0, 0, reminded, version, created_at, updated_at, pricing, joins_at,
       plus_joins_early, form_id, 0
     FROM events, (WITH RECURSIVE n(value) AS (SELECT ?2 UNION ALL SELECT value + 1 FROM n WHERE value < ?3) SELECT value FROM n) n WHERE id = ?1`,
  )
    .bind(id, from, to, state, Date.now())
    .run()

it('The list of past games shows games that are older than a long cancelled series', async () => {
  const host = await enter('mine-host')
  const id = await publishGame(host)
  await repeatInThePast(id, [1, 60], 'cancelled')
  await repeatInThePast(id, [61, 63], 'published')
  const past = (await (await host.ask('/api/events/mine?when=past')).json()) as MyEventPage
  expect(past.events.map((event) => event.id)).toEqual(['published61', 'published62', 'published63'])
})

it('A game is marked as hosted by its host, who may also play in it, and not by other players', async () => {
  const [host, guest] = [await enter('playing-host'), await enter('playing-guest')]
  const [played, hosted] = [await publishGame(host), await publishGame(host)]
  await Promise.all([join(host, played), join(guest, played)])
  const listMine = async (person: typeof host) =>
    ((await (await person.ask('/api/events/mine')).json()) as MyEventPage).events.map(({ id, mine, isHost }) => [id, mine, isHost])
  expect((await listMine(host)).toSorted()).toEqual(
    [
      [played, 'going', true],
      [hosted, null, true],
    ].toSorted(),
  )
  expect(await listMine(guest)).toEqual([[played, 'going', false]])
})
