import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CustomRight } from '../../domain/access/custom-rights.ts'
import type { NoticePage } from '../../domain/notifications/contract.ts'
import type { RosterPage } from '../../domain/roster/contract.ts'
import type { SeasonDetail } from '../../domain/seasons/contract.ts'
import type { TeamHours } from '../../domain/team-hours/contract.ts'
import type { TeamChangePage } from '../../domain/teams/changes-contract.ts'
import type { OwnTeamPage, RoleHolders } from '../../domain/teams/contract.ts'
import { type CustomRole, type CustomRoles, maxCustomRoles } from '../../domain/teams/custom-roles-contract.ts'
import { describeChange } from '../../domain/teams/describe-change.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { teamData } from '../../worker/teams/person-data.ts'
import { deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { rowsOf, rowsRead } from '../profiles/people.ts'
import { codeOf, makeTeam } from '../roster/people.ts'
import { collectLog } from '../setup/log.ts'
import { makeGameForm } from '../setup/make-game-form.ts'

collectLog()
holdQueues()

let team: Awaited<ReturnType<typeof makeTeam<'organizer' | 'captain' | 'member'>>>

beforeEach(async () => {
  team = await makeTeam('organizer', 'captain', 'member')
  await setPlan('PRO')
})

const setPlan = (plan: string) => rowsOf('UPDATE teams SET plan = ? WHERE id = ?', plan, team.id)
const create = (name: string, rights: CustomRight[], more: object = {}) =>
  team.send(team.owner, 'POST', '/roles', { name, rights, ...more })
const change = (id: string, json: object) => team.send(team.owner, 'PATCH', `/roles/${id}`, json)
const remove = (id: string) => team.send(team.owner, 'DELETE', `/roles/${id}`)
const give = (to: object, { by = team.owner, whom = team.member } = {}) => team.send(by, 'PUT', `/members/${whom.id}/role`, to)
const listRoles = async () => (await team.read<CustomRoles>(team.owner, '/roles')).roles
const rowOf = async (person = team.member) =>
  (
    await rowsOf(
      'SELECT role, custom_role_id AS customRole, rights FROM team_members WHERE team_id = ? AND user_id = ?',
      team.id,
      person.id,
    )
  )[0]
const sentences = async () => (await team.read<TeamChangePage>(team.owner, '/changes')).changes.map((one) => describeChange(one))

async function makeRole(name = 'Umpire', rights: CustomRight[] = ['results.enter']): Promise<CustomRole> {
  const answer = await create(name, rights)
  expect(answer.status).toBe(201)
  return answer.json()
}

const hostGame = () =>
  team.member.ask('/api/events', {
    method: 'POST',
    json: { form: makeGameForm({ teamId: team.id }), repeat: null, publish: { when: 'now' }, idempotencyKey: crypto.randomUUID() },
  })

describe('The owner of a community with Pro', () => {
  it('makes a role once, however often the request arrives, and members read it by name', async () => {
    const json = { idempotencyKey: 'one-and-the-same' }
    const answers = [
      await create('Umpire', ['results.enter', 'announce'], json),
      await create('Umpire', ['results.enter', 'announce'], json),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const [role] = await listRoles()
    expect(role).toMatchObject({ name: 'Umpire', rights: ['results.enter', 'announce'], members: 0 })
    expect(await listRoles()).toHaveLength(1)
    expect((await give({ customRoleId: role?.id })).status).toBe(204)
    const { people } = await team.read<RosterPage>(team.captain, '/people')
    expect(people.map(({ person, customRole }) => [person.id, customRole?.name ?? null])).toContainEqual([team.member.id, 'Umpire'])
    expect(await team.read<TeamDetail>(team.member, '/detail')).toMatchObject({
      ...{ role: 'member', rights: ['results.enter', 'announce'], customRole: 'Umpire' },
      customRoles: [{ name: 'Umpire', rights: ['results.enter', 'announce'] }],
    })
    const own = (await (await team.member.ask('/api/teams/mine')).json()) as OwnTeamPage
    expect(own.teams.find(({ id }) => id === team.id)).toMatchObject({ role: 'member', rights: ['results.enter', 'announce'] })
    expect(await (await team.send(team.owner, 'GET', '/people/export')).text()).toContain(',Umpire,')
    expect((await listRoles())[0]?.members).toBe(1)
    const parts = await teamData.export(openPrimary(env.DB), team.member.id, env)
    expect(JSON.stringify(parts)).toContain('"customRole":"Umpire"')
  })

  it('needs a name that no other role has, and makes at most ten', async () => {
    await makeRole('Umpire')
    expect(await codeOf(await create('UMPIRE', ['announce']))).toBe('CustomRoleNameTaken')
    expect(await codeOf(await create('Owner', ['announce']))).toBe('InvalidInput')
    expect(await codeOf(await create('Nothing', []))).toBe('InvalidInput')
    for (let index = 1; index < maxCustomRoles; index += 1) await makeRole(`Role ${index}`)
    expect(await codeOf(await create('One more', ['announce']))).toBe('CustomRolesFull')
    expect(await listRoles()).toHaveLength(maxCustomRoles)
  })

  it('changes a role for everybody who has it at once, and takes it from them by deleting it', async () => {
    const role = await makeRole('Umpire', ['results.enter'])
    await give({ customRoleId: role.id })
    expect((await hostGame()).status).toBe(403)
    expect(await (await change(role.id, { rights: ['events.manage'] })).json()).toMatchObject({ rights: ['events.manage'], members: 1 })
    expect((await hostGame()).status).toBe(201)
    expect(await (await change(role.id, { name: 'Host' })).json()).toMatchObject({ name: 'Host', rights: ['events.manage'] })
    expect((await hostGame()).status).toBe(201)
    expect((await remove(role.id)).status).toBe(204)
    expect((await hostGame()).status).toBe(403)
    expect(await rowOf()).toEqual({ role: 'member', customRole: null, rights: 0 })
    expect(await listRoles()).toEqual([])
    expect(await codeOf(await remove(role.id))).toBe('CustomRoleNotFound')
    expect(await codeOf(await give({ customRoleId: role.id }))).toBe('CustomRoleNotFound')
    expect((await sentences()).slice(0, 5)).toEqual([
      `${team.owner.name} deleted the role Host. One member had it.`,
      `${team.owner.name} changed the role Host. Its name before: Umpire.`,
      `${team.owner.name} changed the role Umpire. It can run games.`,
      `${team.owner.name} made ${team.member.name} a member with the role Umpire. Before: Member.`,
      `${team.owner.name} created the role Umpire. It can enter results.`,
    ])
  })

  it('keeps roles after the plan, which can then only lose rights', async () => {
    const role = await makeRole('Host', ['events.manage', 'announce'])
    await give({ customRoleId: role.id })
    await setPlan('VARSITY')
    expect(await team.read<CustomRoles>(team.owner, '/roles')).toMatchObject({ hasPlan: false, roles: [{ name: 'Host', members: 1 }] })
    expect((await hostGame()).status).toBe(201)
    expect(await codeOf(await create('Another', ['announce']))).toBe('CustomRolesNeedPlan')
    expect(await codeOf(await change(role.id, { rights: ['events.manage', 'results.enter'] }))).toBe('CustomRolesNeedPlan')
    expect((await rowOf())?.rights).toBe(32 + 512)
    expect((await change(role.id, { name: 'Game host', rights: ['events.manage'] })).status).toBe(200)
    expect((await rowOf())?.rights).toBe(32)
    expect((await give({ customRoleId: role.id }, { whom: team.captain })).status).toBe(204)
    expect((await remove(role.id)).status).toBe(204)
  })
})

describe('A custom role', () => {
  it('is taken away by a fixed one, and makes a captain a member', async () => {
    const role = await makeRole()
    await give({ customRoleId: role.id }, { whom: team.captain })
    expect(await rowOf(team.captain)).toEqual({ role: 'member', customRole: role.id, rights: 128 })
    await give({ role: 'treasurer' }, { whom: team.captain })
    expect(await rowOf(team.captain)).toEqual({ role: 'treasurer', customRole: null, rights: 0 })
    await give({ customRoleId: role.id })
    // The same role again changes nothing.
    expect((await give({ customRoleId: role.id })).status).toBe(204)
    await give({ role: 'member' })
    expect(await rowOf()).toEqual({ role: 'member', customRole: null, rights: 0 })
    expect((await sentences()).slice(0, 4)).toEqual([
      `${team.owner.name} made ${team.member.name} a member. Before: Umpire.`,
      `${team.owner.name} made ${team.member.name} a member with the role Umpire. Before: Member.`,
      `${team.owner.name} made ${team.captain.name} the treasurer. Before: Umpire.`,
      `${team.owner.name} made ${team.captain.name} a member with the role Umpire. Before: Captain.`,
    ])
  })

  it('is told to the person in words', async () => {
    const role = await makeRole('Umpire', ['results.enter', 'events.manage'])
    await give({ customRoleId: role.id })
    await deliverNotices()
    const { notices } = (await (await team.member.ask('/api/notifications')).json()) as NoticePage
    expect(notices[0]).toMatchObject({ title: 'Your role in Court Crew is now Umpire', text: 'Can run games and enter results.' })
  })

  it('ends with a hand-over, and with leaving', async () => {
    const role = await makeRole()
    await give({ customRoleId: role.id })
    await team.send(team.owner, 'POST', '/hand-over', { to: team.member.id })
    expect((await team.send(team.member, 'POST', '/hand-over/accept')).status).toBe(204)
    expect(await rowOf()).toEqual({ role: 'owner', customRole: null, rights: 0 })
    await team.send(team.member, 'PUT', `/members/${team.captain.id}/role`, { customRoleId: role.id })
    expect((await team.send(team.captain, 'DELETE', '/members/me')).status).toBe(204)
    expect((await team.read<CustomRoles>(team.member, '/roles')).roles[0]?.members).toBe(0)
  })

  it('comes back with a deleted community', async () => {
    const role = await makeRole()
    await give({ customRoleId: role.id })
    await team.send(team.owner, 'DELETE', '?name=Court%20Crew')
    expect(await codeOf(await remove(role.id))).toBe('TeamNotFound')
    await team.send(team.owner, 'POST', '/restore')
    expect(await rowOf()).toEqual({ role: 'member', customRole: role.id, rights: 128 })
  })

  it('never belongs to a member of another community, nor rights to another fixed role', async () => {
    const role = await makeRole()
    const other = await makeTeam('member')
    expect(await codeOf(await other.send(other.owner, 'PUT', `/members/${other.member.id}/role`, { customRoleId: role.id }))).toBe(
      'CustomRoleNotFound',
    )
    expect(await codeOf(await other.send(other.owner, 'PATCH', `/roles/${role.id}`, { name: 'Mine' }))).toBe('CustomRoleNotFound')
    expect(await codeOf(await other.send(other.owner, 'DELETE', `/roles/${role.id}`))).toBe('CustomRoleNotFound')
    const write = env.DB.prepare('UPDATE team_members SET rights = 1 WHERE team_id = ? AND user_id = ?').bind(team.id, team.captain.id)
    await expect(write.run()).rejects.toThrow('CHECK')
  })
})

describe('An organizer', () => {
  it('gives a role that may do no more than organizers, and takes any', async () => {
    const [games, money] = [await makeRole('Host', ['events.manage', 'announce']), await makeRole('Bookkeeper', ['billing.manage'])]
    const by = team.organizer
    expect((await give({ customRoleId: games.id }, { by })).status).toBe(204)
    expect(await codeOf(await give({ customRoleId: money.id }, { by }))).toBe('CustomRoleAboveYours')
    expect((await rowOf())?.customRole).toBe(games.id)
    expect((await give({ customRoleId: money.id })).status).toBe(204)
    expect((await give({ role: 'member' }, { by })).status).toBe(204)
    expect((await rowOf())?.rights).toBe(0)
    for (const [method, path] of [
      ['POST', '/roles'],
      ['PATCH', `/roles/${games.id}`],
      ['DELETE', `/roles/${games.id}`],
    ] as const)
      expect(await codeOf(await team.send(by, method, path, { name: 'Mine', rights: ['billing.manage'] }))).toBe('NotAllowed')
    expect((await team.send(by, 'GET', '/roles')).status).toBe(200)
  })

  it('cannot give more by giving it while the owner changes the role', async () => {
    const role = await makeRole('Host', ['events.manage'])
    await Promise.all([
      change(role.id, { rights: ['events.manage', 'billing.manage'] }),
      give({ customRoleId: role.id }, { by: team.organizer }),
    ])
    const given = await rowOf()
    const [stored] = await rowsOf('SELECT rights FROM team_roles WHERE id = ?', role.id)
    // Either the gift came first and the owner gave more, or it was refused.
    expect(given?.customRole === null ? 0 : stored?.rights).toBe(given?.rights)
  })
})

describe('A member with a custom role', () => {
  it('gives nobody a role, and makes none', async () => {
    const all: CustomRight[] = ['members.invite', 'members.add', 'roster.manage', 'team.edit', 'billing.manage', 'announce']
    const role = await makeRole('Nearly all', all)
    await give({ customRoleId: role.id })
    const by = team.member
    expect(await codeOf(await give({ customRoleId: role.id }, { by, whom: team.captain }))).toBe('NotAllowed')
    expect(await codeOf(await give({ role: 'member' }, { by, whom: team.captain }))).toBe('NotAllowed')
    expect(await codeOf(await team.send(by, 'DELETE', `/members/${team.captain.id}`))).toBe('NotAllowed')
    expect(await codeOf(await team.send(by, 'GET', '/roles'))).toBe('NotAllowed')
  })

  it('sees who is free when, only with that right', async () => {
    const role = await makeRole('Planner', ['hours.viewPeople'])
    const seesPeople = async () => (await team.read<TeamHours>(team.member, '/hours')).people !== null
    expect(await seesPeople()).toBe(false)
    await give({ customRoleId: role.id })
    expect(await seesPeople()).toBe(true)
  })

  it('is named to those who ask who may do something', async () => {
    const role = await makeRole('Editor', ['team.edit'])
    await give({ customRoleId: role.id })
    const { customRoles, people } = await team.read<RoleHolders>(team.captain, '/holders?capability=team.edit')
    expect(customRoles).toEqual(['Editor'])
    expect(people.map(({ person, customRole }) => [person.id, customRole])).toEqual([
      [team.owner.id, null],
      [team.organizer.id, null],
      [team.member.id, 'Editor'],
    ])
  })
})

it('A role of a large community is changed and counted without reading the other members', async () => {
  const role = await makeRole()
  await give({ customRoleId: role.id })
  await rowsOf(
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO users (id, email, email_key, created_at, updated_at) SELECT ?1 || i, ?1 || i, ?1 || i, 1, 1 FROM n',
    `${team.id}-fan-`,
  )
  await rowsOf(
    "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT ?1, id, 'member', 9 FROM users WHERE id LIKE ?1 || '-fan-%'",
    team.id,
  )
  const planner = await makeRole('Planner', ['seasons.manage'])
  await give({ customRoleId: planner.id }, { whom: team.captain })
  const form = { label: 'Fall', startDate: '2026-01-01', endDate: '2100-12-31' }
  const made = await team.send(team.captain, 'POST', '/seasons', form)
  expect(made.status).toBe(201)
  const season = await team.member.ask(`/api/seasons/${(await made.json<{ id: string }>()).id}`)
  // Only the owner, the organizer and those with a custom role are read to find who plans the season.
  expect(rowsRead(season)).toBeLessThan(150)
  const organizers = (await season.json<SeasonDetail>()).organizers.map(({ id }) => id)
  expect(organizers).toEqual([team.owner.id, team.organizer.id, team.captain.id])
  for (const answer of [
    await team.send(team.owner, 'GET', '/roles'),
    await change(role.id, { rights: ['announce'] }),
    await remove(role.id),
  ])
    expect(rowsRead(answer)).toBeLessThan(150)
})
