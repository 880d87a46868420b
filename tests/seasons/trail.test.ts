import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { TeamChangePage } from '../../domain/teams/changes-contract.ts'
import { consume, holdQueues } from '../notifications/hold-queues.ts'
import { rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { watchTrail } from '../teams/new-changes.ts'
import { crew, max, mia, olga, omar, zoe } from '../teams/people.ts'
import { addGames, addGroup, as, dateIn, enter, match, place, resetSeason, send } from './season-requests.ts'

const queues = holdQueues()

beforeEach(async () => {
  const tables = ['result_changes', 'team_sessions', 'joiners', 'event_invites', 'outreach', 'notices', 'outbox', 'jobs']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  await env.DB.prepare('DELETE FROM events WHERE team_id = ?').bind(crew).run()
  await resetSeason()
  await env.DB.exec('UPDATE users SET display_name = id')
})

const added = watchTrail(async () => (await ask(`/api/teams/${crew}/changes`, as(olga))).json<TeamChangePage>())
const answer = (by: string, what: string, json: object) => send(by, 'PUT', `/sessions/final/${what}`, json)

describe('The trail of a season', () => {
  it('says who put people in it, moved them and took them out', async () => {
    const red = await addGroup('Red')
    expect(await added(() => place(mia, 'player'))).toEqual(['omar put mia in Spring as a player.'])
    expect(await added(() => place(mia, 'player'))).toEqual([])
    expect(await added(() => place(mia, 'captain', red.id))).toEqual(['omar made mia the captain of Red in Spring. Before: a player.'])
    expect(await added(() => place(mia, 'substitute'))).toEqual(['omar made mia a substitute in Spring. Before: the captain of Red.'])
    expect(await added(() => send(omar, 'DELETE', `/registrations/${mia}`))).toEqual(['omar took mia out of Spring. Before: a substitute.'])
  })

  it('has no line for what people do about themselves, and for what was refused', async () => {
    const red = await addGroup('Red', { size: 1 })
    await place(max, 'player', red.id)
    const acts = [
      () => place(mia, 'freeAgent', null, mia),
      () => send(mia, 'DELETE', `/registrations/${mia}`),
      () => place(max, 'substitute', null, mia),
      () => send(mia, 'DELETE', `/registrations/${max}`),
      () => place(mia, 'player', red.id),
      () => place(zoe, 'player'),
      () => send(mia, 'POST', '/groups', { name: 'Blue' }),
      () => send(omar, 'POST', '/groups', { name: 'RED' }),
      () => send(mia, 'PUT', `/groups/${red.id}`, { name: 'Blue' }),
      () => send(mia, 'DELETE', `/groups/${red.id}`),
      () => send(mia, 'PUT', '', { label: 'Mine', startDate: dateIn(-30), endDate: dateIn(30), version: 1 }),
      () => send(mia, 'DELETE', ''),
    ]
    for (const act of acts) expect(await added(act)).toEqual([])
  })

  it('says who added, changed and deleted a group', async () => {
    let id = ''
    expect(
      await added(async () => {
        id = (await addGroup('Red')).id
      }),
    ).toEqual(['omar added the group Red to Spring.'])
    expect(await added(() => send(omar, 'PUT', `/groups/${id}`, { name: 'Red' }))).toEqual([])
    expect(await added(() => send(omar, 'PUT', `/groups/${id}`, { name: 'Red', size: 8 }))).toEqual([
      'omar changed the group Red of Spring.',
    ])
    expect(await added(() => send(omar, 'PUT', `/groups/${id}`, { name: 'Blue', size: 8 }))).toEqual([
      'omar renamed the group Red of Spring to Blue.',
    ])
    expect(await added(() => send(omar, 'DELETE', `/groups/${id}`))).toEqual(['omar deleted the group Blue of Spring.'])
  })

  it('says who entered, confirmed, disputed, settled and deleted a result, with what it said before', async () => {
    const [red, blue] = [await addGroup('Red'), await addGroup('Blue')]
    await place(mia, 'captain', red.id)
    await place(max, 'captain', blue.id)
    await addGames({ final: -5 })
    await match('final', red.id, blue.id)
    const about = 'the result of Red against Blue in Spring'
    expect(await added(() => enter(mia, 'final', 3, 1))).toEqual([`mia entered ${about}: 3 to 1.`])
    expect(await added(() => enter(zoe, 'final', 9, 0, 1))).toEqual([])
    expect(await added(() => answer(max, 'dispute', { version: 1, note: 'It was 3 to 2.' }))).toEqual([`max disputed ${about}: 3 to 1.`])
    expect(await added(() => enter(omar, 'final', 3, 2, 2))).toEqual([`omar settled the dispute about ${about}: 3 to 2. Before: 3 to 1.`])
    expect(await added(() => enter(omar, 'final', 0, 0, 3, { forfeitSide: 'home' }))).toEqual([
      `omar corrected ${about}: a forfeit by Red. Before: 3 to 2.`,
    ])
    expect(await added(() => answer(mia, 'confirmation', { version: 4 }))).toEqual([`mia confirmed ${about}: a forfeit by Red.`])
    expect(await added(() => send(mia, 'DELETE', '/sessions/final'))).toEqual([])
    expect(await added(() => send(omar, 'DELETE', '/sessions/final'))).toEqual([`omar deleted ${about}: a forfeit by Red.`])
    const rows = JSON.stringify(await rowsOf('SELECT * FROM team_changes'))
    expect(rows).not.toContain('It was')
  })

  it('says who created, changed, copied and deleted a season, with how many results', async () => {
    const dates = { startDate: dateIn(-30), endDate: dateIn(30) }
    const create = () => ask(`/api/teams/${crew}/seasons`, { ...as(omar), method: 'POST', json: { label: 'Fall', ...dates } })
    expect(await added(create)).toEqual(['omar created the season Fall.'])
    expect(await added(() => send(omar, 'PUT', '', { label: 'Late spring', ...dates, version: 1 }))).toEqual([
      'omar changed the name or the dates of Late spring.',
    ])
    expect(await added(() => send(omar, 'PUT', '', { label: 'Too late', ...dates, version: 1 }))).toEqual([])
    const copy = { label: 'Summer', startDate: dateIn(40), copiesPeople: false, copiesGames: false }
    let id = ''
    expect(
      await added(async () => {
        id = (await (await send(omar, 'POST', '/copies', copy)).json<{ id: string }>()).id
      }),
    ).toEqual(['omar created the season Summer as a copy.'])
    const undo = () => ask(`/api/seasons/${id}/copy`, { ...as(omar), method: 'DELETE' })
    expect(await added(undo)).toEqual(['omar undid the copy Summer.'])
    const [red, blue] = [await addGroup('Red'), await addGroup('Blue')]
    await addGames({ final: -5 })
    await match('final', red.id, blue.id)
    await enter(omar, 'final', 3, 1)
    expect(await added(() => send(omar, 'DELETE', ''))).toEqual(['omar deleted the season Late spring with 1 result.'])
  })

  it('says how many people got seats from an organizer', async () => {
    await place(mia, 'player')
    await place(max, 'player')
    const where = { placeId: null, name: 'Courts', address: '1 Court St, Austin, TX', lat: 30.2672, lng: -97.7431 }
    const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
    const weekday = weekdays[new Date(`${dateIn(8)}T12:00Z`).getUTCDay()]
    const form = { weekdays: [weekday], startTime: '19:00', durationMinutes: 90, except: [dateIn(1), dateIn(22), dateIn(29)], where }
    const made = await send(omar, 'POST', '/session-series', {
      ...form,
      ...{ activity: 'pickleball', title: 'Practice', capacity: 8, attendance: 'joined', idempotencyKey: 'two-games' },
    })
    expect(await made.json()).toEqual({ count: 2 })
    await vi.waitFor(() => expect(queues.work).not.toEqual([]))
    const jobs = queues.work.splice(0)
    expect(await added(() => consume('work', jobs))).toEqual(['omar gave 2 people seats in 2 games of Spring.'])
    expect(await added(() => consume('work', jobs))).toEqual([])
    const later = async () => {
      await env.DB.prepare('INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, ?, 9)')
        .bind(crew, zoe, 'member')
        .run()
      await place(zoe, 'player')
      await vi.waitFor(() => expect(queues.work).not.toEqual([]))
      await consume('work', queues.work.splice(0))
    }
    expect((await added(later)).toSorted()).toEqual(['omar gave zoe seats in 2 games of Spring.', 'omar put zoe in Spring as a player.'])
  })
})
