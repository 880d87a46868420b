import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FoundOrganizations, Organization, OrganizationGames, OrganizationsOfTeam } from '../../domain/organizations/contract.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, enterAndSetUp, type Person, rowsOf, rowsRead } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { repeatWeekly } from '../setup/make-game-form.ts'
import { db, nextClock } from '../teams/people.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

let org: Person
let captain: Person
let stranger: Person
let id: string

const makeTeam = (owner: Person, name: string) => createTeam(db(), nextClock(), owner.id, { name, description: '' })
const create = async (person: Person, name: string, key?: string) => {
  const json = { name, description: 'All clubs of the city.', ...(key ? { idempotencyKey: key } : {}) }
  return (await (await person.ask('/api/organizations', { method: 'POST', json })).json<{ id: string }>()).id
}
const read = async (from: Person | null = null) =>
  (await (from ? from.ask(`/api/organizations/${id}`) : ask(`/api/organizations/${id}`))).json<Organization>()
const statesSeenBy = async (from: Person | null) => (await read(from)).teams.map(({ name, state }) => `${name} ${state}`)
const agreeAs = (person: Person, teamId: string, to = id) => person.ask(`/api/organizations/${to}/teams/${teamId}`, { method: 'PUT' })
const endAs = (person: Person, teamId: string) => person.ask(`/api/organizations/${id}/teams/${teamId}`, { method: 'DELETE' })

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  org = await enterAndSetUp('org-owner')
  captain = await enterAndSetUp('team-owner')
  stranger = await enterAndSetUp('org-stranger')
  id = await create(org, 'Quokka League')
})

describe('An organization', () => {
  it('is created once for a key, and seen by everyone', async () => {
    const one = await create(org, 'Twice', 'twice-created')
    expect(await create(org, 'Twice', 'twice-created')).toBe(one)
    expect(await read()).toMatchObject({ name: 'Quokka League', isMine: false, owner: null, teams: [] })
    expect(await read(org)).toMatchObject({ isMine: true })
    expect((await read(stranger)).owner?.id).toBe(org.id)
    const mine = await (await org.ask('/api/organizations/mine')).json()
    expect(mine).toMatchObject({ organizations: [{ id, name: 'Quokka League' }, { id: one }] })
  })

  it('has a limit for each person', async () => {
    const many = await enterAndSetUp('org-many')
    for (let index = 0; index < 10; index++) await create(many, `Club ${index}`)
    const answer = await many.ask('/api/organizations', { method: 'POST', json: { name: 'One more', description: '' } })
    expect(answer.status).toBe(409)
  })

  it('is changed by its owner only', async () => {
    const edit = (person: Person) =>
      person.ask(`/api/organizations/${id}`, { method: 'PUT', json: { name: 'Quokka Club', description: 'New', version: 1 } })
    expect((await edit(stranger)).status).toBe(403)
    expect((await edit(org)).status).toBe(204)
    expect((await edit(org)).status).toBe(409)
    expect(await read()).toMatchObject({ name: 'Quokka Club', description: 'New' })
  })
})

describe('A community belongs to it', () => {
  it('only after both agreed, whoever asks first; until then only both owners see it', async () => {
    const team = await makeTeam(captain, 'Numbats')
    expect(await (await agreeAs(org, team)).json()).toEqual({ belongs: false })
    expect(await (await agreeAs(org, team)).json()).toEqual({ belongs: false })
    expect(await statesSeenBy(null)).toEqual([])
    expect(await statesSeenBy(stranger)).toEqual([])
    expect(await statesSeenBy(org)).toEqual(['Numbats teamMustAgree'])
    expect(await statesSeenBy(captain)).toEqual(['Numbats teamMustAgree'])
    expect(await (await agreeAs(captain, team)).json()).toEqual({ belongs: true })
    expect(await statesSeenBy(null)).toEqual(['Numbats belongs'])
    expect((await endAs(captain, team)).status).toBe(204)
    expect(await statesSeenBy(org)).toEqual([])
    expect(await (await agreeAs(captain, team)).json()).toEqual({ belongs: false })
    expect(await statesSeenBy(org)).toEqual(['Numbats organizationMustAgree'])
    expect(await (await agreeAs(org, team)).json()).toEqual({ belongs: true })
    expect((await endAs(org, team)).status).toBe(204)
    expect(await statesSeenBy(null)).toEqual([])
  })

  it('by the word of an organizer too, but not of a captain', async () => {
    const team = await makeTeam(captain, 'Run By Two')
    const [organizer, leader] = [await enterAndSetUp('team-organizer'), await enterAndSetUp('team-captain')]
    await addMember(db(), nextClock(), asPerson(captain.id), team, organizer.id)
    await addMember(db(), nextClock(), asPerson(captain.id), team, leader.id)
    const setRole = async (person: Person, role: string) => {
      const path = `/api/teams/${team}/members/${person.id}/role`
      expect((await captain.ask(path, { method: 'PUT', json: { role } })).status).toBe(204)
    }
    await setRole(organizer, 'organizer')
    await setRole(leader, 'captain')
    await agreeAs(org, team)
    expect((await agreeAs(leader, team)).status).toBe(403)
    expect(await statesSeenBy(leader)).not.toContain('Run By Two teamMustAgree')
    expect(await statesSeenBy(organizer)).toContain('Run By Two teamMustAgree')
    expect(await (await agreeAs(organizer, team)).json()).toEqual({ belongs: true })
    expect((await endAs(organizer, team)).status).toBe(204)
  })

  it('up to ten organizations for one community', async () => {
    const team = await makeTeam(captain, 'Wanted')
    const others = await Promise.all(['org-a', 'org-b'].map((name) => enterAndSetUp(name)))
    const ids = []
    for (const other of others) for (let index = 0; index < 6; index++) ids.push(await create(other, `League ${index}`))
    const answers = []
    for (const one of ids.slice(0, 11)) answers.push((await agreeAs(captain, team, one)).status)
    expect(answers).toEqual([...Array(10).fill(200), 409])
    expect((await agreeAs(captain, team, ids[0])).status).toBe(200)
  })

  it('at once if one person owns both', async () => {
    const team = await makeTeam(org, 'Own Side')
    expect(await (await agreeAs(org, team)).json()).toEqual({ belongs: true })
  })

  it('not by the word of anyone else, not for a foreign team, and not with a block', async () => {
    const team = await makeTeam(captain, 'Guarded')
    expect((await agreeAs(stranger, team)).status).toBe(403)
    expect((await agreeAs(org, 'no-such-team')).status).toBe(404)
    expect((await agreeAs(captain, team, 'no-such-organization')).status).toBe(404)
    expect((await endAs(stranger, team)).status).toBe(403)
    await agreeAs(org, team)
    expect((await endAs(stranger, team)).status).toBe(403)
    expect(await statesSeenBy(captain)).toContain('Guarded teamMustAgree')
    const apart = await enterAndSetUp('org-apart')
    const farTeam = await makeTeam(apart, 'Far Away')
    await block(apart.id, org.id)
    expect((await agreeAs(org, farTeam)).status).toBe(404)
    expect((await read(apart)).owner).toBeNull()
  })

  it('no longer once the community is deleted, and shows its next game before', async () => {
    const team = await makeTeam(captain, 'Short Lived')
    await agreeAs(org, team)
    await agreeAs(captain, team)
    const game = await publishGame(captain, { teamId: team, visibility: 'public', title: 'League night' })
    const hidden = await publishGame(captain, { teamId: team, visibility: 'team', title: 'Practice' })
    const games = async (from: Person | null) => {
      const path = `/api/organizations/${id}/games`
      const { events } = await (await (from ? from.ask(path) : ask(path))).json<OrganizationGames>()
      return events.map((event) => event.id)
    }
    expect(await games(null)).toEqual([game])
    expect(await games(stranger)).toEqual([game])
    expect(await games(captain)).not.toContain(hidden)
    expect((await captain.ask(`/api/teams/${team}?name=Short%20Lived`, { method: 'DELETE' })).status).toBe(204)
    expect(await statesSeenBy(null)).not.toContain('Short Lived belongs')
    expect(await games(null)).toEqual([])
  })
})

it('The first date of a series names the next ones, so that the screen shows the series as one row', async () => {
  const club = await create(org, 'Series Club')
  const team = await makeTeam(org, 'Weekly Team')
  await agreeAs(org, team, club)
  const first = await publishGame(org, { teamId: team, visibility: 'public', title: 'Weekly play' }, { repeat: repeatWeekly(3) })
  const { events } = await (await ask(`/api/organizations/${club}/games`)).json<OrganizationGames>()
  expect(events[0]).toMatchObject({ id: first, nextDates: [expect.any(Number), expect.any(Number)] })
  expect(new Set(events.map(({ seriesId }) => seriesId))).toEqual(new Set([expect.any(String)]))
})

it('Deleting an organization leaves its communities alone', async () => {
  const other = await create(org, 'Soon Gone')
  const team = await makeTeam(org, 'Stays')
  await agreeAs(org, team, other)
  expect((await stranger.ask(`/api/organizations/${other}?name=Soon%20Gone`, { method: 'DELETE' })).status).toBe(403)
  expect((await org.ask(`/api/organizations/${other}?name=Soon`, { method: 'DELETE' })).status).toBe(400)
  expect((await org.ask(`/api/organizations/${other}?name=Soon%20Gone`, { method: 'DELETE' })).status).toBe(204)
  expect((await ask(`/api/organizations/${other}`)).status).toBe(404)
  expect(await rowsOf('SELECT 1 FROM organization_teams WHERE organization_id = ?', other)).toEqual([])
  expect((await ask(`/api/teams/${team}`)).status).toBe(200)
})

describe('The screen of a community', () => {
  const listFor = (person: Person, teamId: string) => person.ask(`/api/organizations/of-team/${teamId}`)
  const findBy = async (person: Person, q: string) =>
    (await (await person.ask(`/api/organizations?q=${encodeURIComponent(q)}`)).json<FoundOrganizations>()).organizations

  it('lists its organizations with what each side has said, for those who decide for it', async () => {
    const [team, leader] = [await makeTeam(captain, 'Screened'), await enterAndSetUp('screen-captain')]
    await addMember(db(), nextClock(), asPerson(captain.id), team, leader.id)
    const [asking, both] = [await create(stranger, 'Asks Us'), await create(stranger, 'Both Agree')]
    await agreeAs(captain, team)
    await agreeAs(stranger, team, asking)
    await agreeAs(stranger, team, both)
    await agreeAs(captain, team, both)
    expect(await (await listFor(captain, team)).json()).toEqual({
      organizations: [
        { id: asking, name: 'Asks Us', state: 'teamMustAgree' },
        { id: both, name: 'Both Agree', state: 'belongs' },
        { id, name: 'Quokka Club', state: 'organizationMustAgree' },
      ],
    })
    expect((await listFor(leader, team)).status).toBe(403)
    for (const outsider of [org, stranger]) expect((await listFor(outsider, team)).status).toBe(404)
    expect((await ask(`/api/organizations/of-team/${team}`)).status).toBe(401)
    await block(captain.id, stranger.id)
    const { organizations } = await (await listFor(captain, team)).json<OrganizationsOfTeam>()
    expect(organizations.map(({ name }) => name)).toEqual(['Both Agree', 'Quokka Club'])
    await rowsOf('DELETE FROM blocks')
  })

  it('finds organizations by the start of each word, by the new name only, and none of a person with a block', async () => {
    const finder = await enterAndSetUp('org-finder')
    const named = await create(finder, 'Zebra Crossing Club')
    for (const q of ['zeb', 'CROSS zebra', 'club zéb'])
      expect(await findBy(captain, q)).toEqual([{ id: named, name: 'Zebra Crossing Club', teams: 0 }])
    expect(await findBy(captain, 'zebra lions')).toEqual([])
    expect((await captain.ask('/api/organizations?q=z')).status).toBe(400)
    expect((await ask('/api/organizations?q=zebra')).status).toBe(401)
    const json = { name: 'Gnu Club', description: '', version: 1 }
    expect((await captain.ask(`/api/organizations/${named}`, { method: 'PUT', json: { ...json, name: 'Stolen' } })).status).toBe(403)
    expect(await findBy(captain, 'stolen')).toEqual([])
    expect((await finder.ask(`/api/organizations/${named}`, { method: 'PUT', json })).status).toBe(204)
    expect(await findBy(captain, 'zebra')).toEqual([])
    const team = await makeTeam(captain, 'Gnus')
    await rowsOf('INSERT INTO organization_teams VALUES (?, ?, 1, 1)', named, team)
    expect(await findBy(captain, 'gnu')).toEqual([{ id: named, name: 'Gnu Club', teams: 1 }])
    await block(finder.id, captain.id)
    expect(await findBy(captain, 'gnu')).toEqual([])
    expect((await finder.ask(`/api/organizations/${named}?name=Gnu%20Club`, { method: 'DELETE' })).status).toBe(204)
    expect(await rowsOf('SELECT * FROM organization_words WHERE organization_id = ?', named)).toEqual([])
  })

  it('finds a rare name among many with the same word, with few rows', async () => {
    const owner = await enterAndSetUp('org-crowd')
    await rowsOf(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO organizations SELECT 'many-' || i, 'Common ' || i, '', ?, 1, 1, 1 FROM n",
      owner.id,
    )
    await rowsOf("INSERT INTO organization_words SELECT 'common', id FROM organizations WHERE id LIKE 'many-%'")
    await rowsOf("INSERT INTO organization_words VALUES ('rarest', 'many-1999')")
    expect((await findBy(captain, 'common rarest')).map((one) => one.id)).toEqual(['many-1999'])
    const answer = await captain.ask('/api/organizations?q=common')
    expect((await answer.clone().json<FoundOrganizations>()).organizations).toHaveLength(8)
    expect(rowsRead(answer)).toBeLessThan(400)
    await rowsOf("DELETE FROM organization_words WHERE organization_id LIKE 'many-%'")
    await rowsOf("DELETE FROM organizations WHERE id LIKE 'many-%'")
  })
})
