import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import type { NoticeFact } from '../../domain/notifications/facts.ts'
import { type TeamChangePage, teamChangeLifetime, teamChangePageSize } from '../../domain/teams/changes-contract.ts'
import { addMember, leaveTeam, removeMember } from '../../worker/teams/change-members.ts'
import { changeRole, changeTitle } from '../../worker/teams/change-roles.ts'
import { handOver, recoverTeam } from '../../worker/teams/hand-over.ts'
import { deleteOldTeamChanges } from '../../worker/teams/list-changes.ts'
import { teamNotices } from '../../worker/teams/notices.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { ask, readProblem } from '../setup/client.ts'
import {
  actors,
  crew,
  db,
  forgetMessages,
  initialRoles,
  max,
  mia,
  nextClock,
  olga,
  omar,
  outcomeOf,
  readRoles,
  resetTeam,
  zoe,
} from './people.ts'

holdQueues()
beforeEach(resetTeam)
// Hooks run in reverse order, so the queues find an empty outbox.
afterEach(forgetMessages)

const as = (id: string): { viewer: Viewer } => ({ viewer: { id, name: id, emailVerified: true, profileComplete: true } })
const member = (userId: string) => ({ teamId: crew, userId })

type Row = { kind: string; actor_id: string | null; person_id: string | null; old_role: string | null; new_role: string | null }
const readTrail = async () =>
  (
    await env.DB.prepare('SELECT kind, actor_id, person_id, old_role, new_role FROM team_changes ORDER BY created_at, id').all<Row>()
  ).results.map((row) => [row.kind, row.actor_id, row.person_id, row.old_role, row.new_role])

const readFacts = async () =>
  (await env.DB.prepare("SELECT body FROM outbox WHERE queue = 'notices'").all<{ body: string }>()).results.map(
    ({ body }) => (JSON.parse(body) as { fact: NoticeFact }).fact,
  )

describe('The trail of a team', () => {
  it('has one row for each change of people, with the role before and after', async () => {
    await addMember(db(), nextClock(), actors.organizer, crew, zoe)
    await changeRole(db(), nextClock(), actors.organizer, member(zoe), { role: 'captain' })
    await changeTitle(db(), nextClock(), actors.organizer, member(zoe), 'Equipment')
    await removeMember(db(), nextClock(), actors.owner, crew, zoe)
    await leaveTeam(db(), nextClock(), mia, crew)
    await handOver(db(), nextClock(), actors.owner, crew, { from: olga, to: max })
    expect(await readTrail()).toEqual([
      ['member-added', omar, zoe, null, 'member'],
      ['role-changed', omar, zoe, 'member', 'captain'],
      ['title-changed', omar, zoe, 'captain', null],
      ['member-removed', olga, zoe, 'captain', null],
      ['member-left', mia, mia, 'member', null],
      ['handed-over', olga, max, null, 'owner'],
    ])
  })

  it('has a row for a team that an admin recovers', async () => {
    await env.DB.prepare('DELETE FROM team_members WHERE user_id = ?').bind(olga).run()
    await recoverTeam(db(), nextClock(), zoe, crew, mia)
    expect(await readTrail()).toEqual([['recovered', zoe, mia, null, 'owner']])
  })

  it('has no row for what was refused, repeated or changed nothing', async () => {
    const refused = [
      addMember(db(), nextClock(), actors.member, crew, zoe),
      changeRole(db(), nextClock(), actors.member, member(max), { role: 'captain' }),
      changeRole(db(), nextClock(), actors.organizer, member(max), { role: 'organizer' }),
      changeRole(db(), nextClock(), actors.owner, member(zoe), { role: 'captain' }),
      changeTitle(db(), nextClock(), actors.member, member(mia), 'Boss'),
      changeTitle(db(), nextClock(), actors.organizer, member(olga), 'Boss'),
      removeMember(db(), nextClock(), actors.organizer, crew, olga),
      leaveTeam(db(), nextClock(), olga, crew),
      handOver(db(), nextClock(), actors.organizer, crew, { from: olga, to: mia }),
      recoverTeam(db(), nextClock(), null, crew, mia),
    ]
    for (const command of refused) expect(await outcomeOf(command)).not.toBe('ok')
    await addMember(db(), nextClock(), actors.owner, crew, mia)
    await changeRole(db(), nextClock(), actors.owner, member(mia), { role: 'member' })
    await changeTitle(db(), nextClock(), actors.owner, member(mia), '')
    expect(await readTrail()).toEqual([])
    expect(await readFacts()).toEqual([])
    expect(await readRoles()).toEqual(initialRoles)
  })

  it('is read by the owner, page by page, the newest change first', async () => {
    await env.DB.prepare(
      "INSERT INTO team_changes (id, team_id, actor_id, kind, fields, created_at) SELECT 'c' || (100 + value), ?1, ?2, 'edited', '[\"name\"]', value / 2 FROM json_each(?3)",
    )
      .bind(crew, omar, JSON.stringify(Array.from({ length: teamChangePageSize + 10 }, (_, i) => i)))
      .run()
    const read = async (cursor = '') => (await (await ask(`/api/teams/${crew}/changes${cursor}`, as(olga))).json()) as TeamChangePage
    const first = await read()
    const second = await read(`?cursor=${first.next}`)
    const ids = [...first.changes, ...second.changes].map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: teamChangePageSize + 10 }, (_, i) => `c${100 + i}`).reverse())
    expect(second.next).toBeNull()
    expect(first.changes[0]).toMatchObject({ kind: 'edited', fields: ['name'], actor: { id: omar }, person: null })
    expect((await readProblem(await ask(`/api/teams/${crew}/changes`, as(omar)))).code).toBe('NotAllowed')
  })

  it('is kept for 400 days', async () => {
    await addMember(db(), { now: 1000, newId: () => 'old' }, actors.owner, crew, zoe)
    await removeMember(db(), { now: 1001, newId: () => 'new' }, actors.owner, crew, zoe)
    await deleteOldTeamChanges(db(), 1001 + teamChangeLifetime)
    expect((await readTrail()).map(([kind]) => kind)).toEqual(['member-removed'])
  })
})

describe('A changed member', () => {
  const render = async (fact: NoticeFact | undefined) => {
    const context = { db: db(), now: 1, after: null }
    if (fact?.kind === 'team-role-changed') return (await teamNotices['team-role-changed'](fact, context)).deliveries
    if (fact?.kind === 'team-member-removed') return (await teamNotices['team-member-removed'](fact, context)).deliveries
    throw new Error(`Unexpected fact ${fact?.kind}`)
  }

  it('hears of the new role, as long as it is still theirs', async () => {
    await changeRole(db(), nextClock(), actors.owner, member(mia), { role: 'captain' })
    const [fact] = await readFacts()
    expect(await render(fact)).toMatchObject([{ title: 'Your role in Court Crew is now Captain', to: [mia] }])
    await changeRole(db(), nextClock(), actors.owner, member(mia), { role: 'coach' })
    expect(await render(fact)).toEqual([])
  })

  it('hears that they were removed, unless they are back', async () => {
    await removeMember(db(), nextClock(), actors.organizer, crew, mia)
    const [fact] = await readFacts()
    expect(await render(fact)).toMatchObject([{ title: 'You are no longer in Court Crew', to: [mia] }])
    await addMember(db(), nextClock(), actors.organizer, crew, mia)
    expect(await render(fact)).toEqual([])
  })
})

describe('The endpoints about a member', () => {
  const put = (who: string, path: string, json: object) => ask(`/api/teams/${crew}/members/${path}`, { ...as(who), method: 'PUT', json })

  it('change the role, once for each change', async () => {
    expect((await put(omar, `${mia}/role`, { role: 'scorekeeper' })).status).toBe(204)
    expect((await put(omar, `${mia}/role`, { role: 'scorekeeper' })).status).toBe(204)
    expect(await readRoles()).toEqual({ ...initialRoles, [mia]: 'scorekeeper' })
    expect(await readTrail()).toHaveLength(1)
    for (const role of ['owner', 'admin', 'boss', '', null]) expect((await put(olga, `${mia}/role`, { role })).status).toBe(400)
  })

  it('give a title of up to thirty characters', async () => {
    const title = () => env.DB.prepare('SELECT title FROM team_members WHERE user_id = ?').bind(mia).first('title')
    expect((await put(omar, `${mia}/title`, { title: '  Team   mum ' })).status).toBe(204)
    expect(await title()).toBe('Team mum')
    expect((await put(omar, `${mia}/title`, { title: 'x'.repeat(31) })).status).toBe(400)
    expect((await put(omar, `${mia}/title`, { title: '' })).status).toBe(204)
    expect(await title()).toBeNull()
    expect((await put(olga, `${olga}/title`, { title: 'Founder' })).status).toBe(204)
  })

  it('say which roles may, and who holds them', async () => {
    const answer = await (await ask(`/api/teams/${crew}/holders?capability=team.edit`, as(mia))).json()
    expect(answer).toMatchObject({
      isAllowed: false,
      roles: ['owner', 'organizer'],
      people: [
        { role: 'owner', person: { id: olga } },
        { role: 'organizer', person: { id: omar } },
      ],
    })
  })
})
