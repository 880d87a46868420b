import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { EventPage } from '../../domain/events/contract.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addPlace } from '../places/places.ts'
import { block, enter, type Person, putInTeams, rowsOf, rowsRead } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, repeatWeekly } from '../setup/make-game-form.ts'
import { cancel, join, publishGame } from './games.ts'

collectLog()
holdQueues()

const readPage = async (query: string, from: Person | null = null): Promise<EventPage> => {
  const answer = await (from?.ask ?? ask)(`/api/events?${query}`)
  expect(answer.status).toBe(200)
  return answer.json()
}

async function readAllPages(query: string, from: Person | null = null): Promise<EventPage['events']> {
  const found: EventPage['events'] = []
  let next: string | null = ''
  while (next !== null) {
    const page: EventPage = await readPage(`${query}${next && `&cursor=${next}`}`, from)
    found.push(...page.events)
    next = page.next
  }
  return found
}

/** The title of each row, with the days between its date and its next dates. */
const describeRows = (events: EventPage['events']) =>
  events.map(({ title, startsAt, nextDates }) => [title, ...nextDates.map((next) => Math.round((next - startsAt) / day))])

const onDay = (inHowMany: number, more: Partial<EventForm> = {}): Partial<EventForm> => ({
  title: `Day ${inHowMany}`,
  starts: inDays(inHowMany),
  ends: inDays(inHowMany, '14:00'),
  ...more,
})
const weekly = { repeat: repeatWeekly(6) }
const at = (placeId: string) => ({ placeId, name: 'Oak Courts', address: '', lat: 30.35, lng: -97.74 })
const listDates = async (title: string) =>
  (await rowsOf('SELECT id FROM events WHERE title = ? ORDER BY starts_at', title)).map(({ id }) => String(id))

describe('A series is one row', () => {
  it('in the lists of its host, its place and its community, with its next dates', async () => {
    const host = await enter('host')
    await putInTeams(['team'], ['host'])
    await env.DB.exec("UPDATE team_members SET role = 'owner' WHERE user_id = 'host'")
    const { id } = await addPlace(host)
    await publishGame(host, onDay(2, { title: 'Ladder', where: at(id), teamId: 'team' }), weekly)
    await publishGame(host, onDay(3, { where: at(id), teamId: 'team' }))
    for (const query of ['hostId=host', `placeId=${id}`, 'teamId=team'])
      expect(describeRows(await readAllPages(query)), query).toEqual([['Ladder', 7, 14, 21], ['Day 3']])
    const [{ seriesId } = { seriesId: null }] = await readAllPages('hostId=host')
    const dates = await readAllPages(`seriesId=${seriesId}`)
    expect(describeRows(dates)).toEqual(Array.from({ length: 6 }, () => ['Ladder']))
  })

  it('of the dates in this list: not those at another place, cancelled ones, or those that the viewer cannot see', async () => {
    const host = await enter('mover')
    const [here, there] = [await addPlace(host, { idempotencyKey: 'here-key' }), await addPlace(host, { idempotencyKey: 'there-key' })]
    await publishGame(host, onDay(2, { title: 'Moving', where: at(here.id) }), weekly)
    const [first = '', second = '', third = '', fourth = ''] = await listDates('Moving')
    await rowsOf('UPDATE events SET place_id = ? WHERE id IN (?, ?)', there.id, first, third)
    await cancel(host, second)
    expect(describeRows(await readAllPages(`placeId=${here.id}`))).toEqual([['Moving', 7, 14]])
    expect((await readAllPages(`placeId=${here.id}`))[0]?.id).toBe(fourth)
    expect(describeRows(await readAllPages(`placeId=${there.id}`))).toEqual([['Moving', 14]])
    const blocked = await enter('blocked')
    await rowsOf("INSERT INTO event_hosts VALUES (?, 'blocked', 1, 1)", first)
    const viewer = await enter('viewer')
    await block(viewer.id, blocked.id)
    expect((await readAllPages('hostId=mover', viewer)).map(({ id }) => id)).toEqual([third])
    expect((await readAllPages('hostId=mover')).map(({ id }) => id)).toEqual([first])
  })

  it('without the dates of a host whom the viewer has blocked', async () => {
    const host = await enter('sitter')
    await publishGame(host, onDay(2, { title: 'Shared' }), weekly)
    const [, second = ''] = await listDates('Shared')
    const coHost = await enter('shunned')
    await rowsOf("INSERT INTO event_hosts VALUES (?, 'shunned', 1, 1)", second)
    const viewer = await enter('shunning')
    await block(viewer.id, coHost.id)
    expect(describeRows(await readAllPages('hostId=sitter', viewer))).toEqual([['Shared', 14, 21, 28]])
    expect(describeRows(await readAllPages('hostId=sitter'))).toEqual([['Shared', 7, 14, 21]])
  })

  it('also for a guest of a community who may see only a later date', async () => {
    const host = await enter('closed-host')
    await putInTeams(['closed'], ['closed-host'])
    await env.DB.exec("UPDATE team_members SET role = 'owner' WHERE user_id = 'closed-host'")
    await publishGame(host, onDay(2, { title: 'Closed', teamId: 'closed', visibility: 'team' }), weekly)
    const guest = await enter('closed-guest')
    await putInTeams(['closed'], ['closed-guest'])
    const [, second = '', third = ''] = await listDates('Closed')
    for (const id of [second, third]) expect((await join(guest, id)).status).toBe(200)
    await env.DB.exec("DELETE FROM team_members WHERE user_id = 'closed-guest'")
    expect((await readAllPages('teamId=closed', guest)).map(({ id }) => id)).toEqual([second])
    expect(describeRows(await readAllPages('teamId=closed', guest))).toEqual([['Closed', 7]])
  })

  it('on all pages: no row twice, none lost, and few rows read', async () => {
    const host = await enter('busy')
    const daily = { every: 'day', interval: 1, weekdays: [], count: 40, until: null, except: [] } as const
    for (const name of ['A', 'B', 'C', 'D'])
      await publishGame(host, onDay(2, { title: `Daily ${name}` }), { repeat: { ...daily, weekdays: [], except: [] } })
    for (let index = 3; index < 40; index += 1) await publishGame(host, onDay(index, { title: `Single ${index}` }))
    const first = await host.ask('/api/events?hostId=busy')
    expect(rowsRead(first)).toBeLessThan(600)
    const rows = await readAllPages('hostId=busy')
    expect(rows.map(({ title }) => title).toSorted()).toEqual(
      ['A', 'B', 'C', 'D']
        .map((name) => `Daily ${name}`)
        .concat(Array.from({ length: 37 }, (_, index) => `Single ${index + 3}`))
        .toSorted(),
    )
    expect(rows.map(({ startsAt }) => startsAt)).toEqual(rows.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b))
  })
})
