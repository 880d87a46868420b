import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OwnTeam, OwnTeamPage } from '../../domain/teams/contract.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { changeRole } from '../../worker/teams/change-roles.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, crowd, enter, type Person, rowsRead } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'
import { db, forgetMessages, nextClock } from './people.ts'

collectLog()
holdQueues()

const austin = 4671654

let host: Person
let helper: Person
let member: Person

const pageOf = async (person: Person, query = '') => (await person.ask(`/api/teams/mine${query}`)).json<OwnTeamPage>()
const findOwnTeam = async (person: Person, id: string): Promise<OwnTeam | undefined> =>
  (await pageOf(person)).teams.find((team) => team.id === id)
const nextTitleOf = async (person: Person, id: string) => (await findOwnTeam(person, id))?.next?.title
const onDay = (days: number) => ({ starts: inDays(days), ends: inDays(days, '14:00') })
const tripsOf = (answer: Response) => Number(/round trips (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])

async function makeTeam(name: string, cityId?: number): Promise<string> {
  const id = await createTeam(db(), nextClock(), 'host', { name, description: '', ...(cityId ? { cityId } : {}) })
  for (const person of ['helper', 'member']) await addMember(db(), nextClock(), asPerson('host'), id, person)
  await changeRole(db(), nextClock(), asPerson('host'), { teamId: id, userId: 'helper' }, { role: 'organizer' })
  await forgetMessages()
  return id
}

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  host = await enter('host')
  helper = await enter('helper')
  member = await enter('member')
})

describe('My communities', () => {
  it('have their city, their number of members and my role', async () => {
    const id = await makeTeam('Quokka Smashers', austin)
    const roles = await Promise.all([host, helper, member].map(async (person) => (await findOwnTeam(person, id))?.role))
    expect(roles).toEqual(['owner', 'organizer', 'member'])
    expect(await findOwnTeam(member, id)).toMatchObject({
      name: 'Quokka Smashers',
      city: { name: 'Austin', state: 'TX' },
      members: 3,
      next: null,
    })
    expect((await ask('/api/teams/mine')).status).toBe(401)
    expect(await pageOf(await enter('nobody'))).toEqual({ teams: [], next: null })
  })

  it('do not name their creator across a block, as if that account were deleted', async () => {
    const id = await makeTeam('Bilbies')
    for (const person of ['stays', 'goes']) await addMember(db(), nextClock(), asPerson('host'), id, (await enter(person)).id)
    await block('host', 'goes')
    const creators = await Promise.all(['stays', 'goes'].map(async (person) => (await findOwnTeam(await enter(person), id))?.creatorId))
    expect(creators).toEqual(['host', null])
  })

  it('disappear after I leave them, and an owner cannot leave', async () => {
    const id = await makeTeam('Numbat Runners')
    const leave = (person: Person) => person.ask(`/api/teams/${id}/members/me`, { method: 'DELETE' })
    expect((await leave(member)).status).toBe(204)
    expect(await findOwnTeam(member, id)).toBeUndefined()
    expect((await leave(host)).status).toBe(409)
    expect((await findOwnTeam(host, id))?.members).toBe(2)
  })
})

describe('The next game of a community', () => {
  it('is the first that I may find: no draft, no game by link, no cancelled game', async () => {
    const teamId = await makeTeam('Wombats')
    const later = await publishGame(host, { teamId, title: 'Later', ...onDay(9) })
    const open = await publishGame(host, { teamId, title: 'Open smash', ...onDay(8) })
    await publishGame(host, { teamId, title: 'By link', visibility: 'link', ...onDay(5) })
    await publishGame(host, { teamId, title: 'A draft', ...onDay(4) }, { publish: { when: 'never' } })
    expect((await findOwnTeam(member, teamId))?.next).toEqual({
      id: open,
      title: 'Open smash',
      startsAt: expect.any(Number),
      timeZone: 'America/Chicago',
    })
    await host.ask(`/api/events/${open}/cancel`, { method: 'POST', json: { reason: 'Rain' } })
    expect((await findOwnTeam(member, teamId))?.next?.id).toBe(later)
    await env.DB.prepare('UPDATE events SET starts_at = 1, ends_at = 2 WHERE id = ?').bind(later).run()
    expect((await findOwnTeam(member, teamId))?.next).toBeNull()
  })

  it('is only shown to members if it is for members only', async () => {
    const teamId = await makeTeam('Bilbies')
    await publishGame(host, { teamId, title: 'For us alone', visibility: 'team', ...onDay(5) })
    expect(await nextTitleOf(member, teamId)).toBe('For us alone')
    await member.ask(`/api/teams/${teamId}/members/me`, { method: 'DELETE' })
    expect((await pageOf(member)).teams.map(({ next }) => next?.title)).not.toContain('For us alone')
  })

  it('is not by a host who blocked me or whom I blocked', async () => {
    const teamId = await makeTeam('Dingoes')
    await publishGame(helper, { teamId, title: 'Of the helper', ...onDay(5) })
    await publishGame(host, { teamId, title: 'Of the host', ...onDay(6) })
    for (const id of ['hidden', 'hides']) await addMember(db(), nextClock(), asPerson('host'), teamId, (await enter(id)).id)
    await block('hides', 'helper')
    await block('helper', 'hidden')
    const titles = await Promise.all(['member', 'hides', 'hidden'].map(async (id) => nextTitleOf(await enter(id), teamId)))
    expect(titles).toEqual(['Of the helper', 'Of the host', 'Of the host'])
  })
})

describe('The cost of listing my communities', () => {
  const busyTeamIds = crowd('busy', 70)
  const addGames = (title: string, state: string, from: number) =>
    env.DB.prepare(
      `INSERT INTO events SELECT e.value || '-' || n.value || ?3, creator_id, e.value, NULL, activity, ?3, description, NULL, NULL, place_name, address,
         lat, lng, time_zone, ?4 + n.value, ?4 + n.value + 1, NULL, NULL, capacity, slots, max_guests, visibility, needs_approval, questions,
         leave_minutes, waitlist_mode, ?5, NULL, '', 0, 0, 0, 1, 1, 1, NULL, NULL, 0, NULL, 0
       FROM json_each(?1) e CROSS JOIN json_each(?2) n CROSS JOIN (SELECT * FROM events WHERE state = 'published' LIMIT 1)`,
    )
      .bind(JSON.stringify(busyTeamIds), JSON.stringify(Array.from({ length: 40 }, (_, n) => n)), title, from, state)
      .run()

  it('depends on the size of the page, however many games there are', async () => {
    const fan = await enter('fan')
    await env.DB.prepare(
      `INSERT INTO teams (id, name, description, plan, created_at, updated_at, members) SELECT value, 'Club', '', 'ROOKIE', 1, 1, 1 FROM json_each(?)`,
    )
      .bind(JSON.stringify(busyTeamIds))
      .run()
    await env.DB.prepare(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT value, 'fan', 'member', key FROM json_each(?)",
    )
      .bind(JSON.stringify(busyTeamIds))
      .run()
    await addGames('Open', 'published', Date.now() + 1e9)

    const first = await fan.ask('/api/teams/mine')
    const page = await first.clone().json<OwnTeamPage>()
    expect(page.teams).toHaveLength(50)
    expect(page.teams.every(({ next }) => next?.title === 'Open')).toBe(true)
    expect(tripsOf(first)).toBe(2)
    expect(rowsRead(first)).toBeLessThan(300)
    const secondPage = await pageOf(fan, `?cursor=${page.next}`)
    expect(secondPage).toMatchObject({ next: null })
    expect(new Set([...page.teams, ...secondPage.teams].map(({ id }) => id)).size).toBe(70)

    // Now there are more cancelled games before the next one than the query checks.
    await addGames('Off', 'cancelled', Date.now() + 1e8)
    const second = await fan.ask('/api/teams/mine')
    expect((await second.clone().json<OwnTeamPage>()).teams.every(({ next }) => next === null)).toBe(true)
    expect(rowsRead(second)).toBeLessThan(1700)
  })
})
