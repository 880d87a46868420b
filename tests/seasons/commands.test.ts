import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CreateSeason } from '../../domain/seasons/contract.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import type { Database } from '../../worker/platform/database.ts'
import type { Clock } from '../../worker/platform/from-request.ts'
import { deleteSeason } from '../../worker/seasons/change-season.ts'
import { createSeason, unregister } from '../../worker/seasons/commands.ts'
import { seasonData } from '../../worker/seasons/person-data.ts'
import { register as registerAs } from '../../worker/seasons/register.ts'
import { type Actor, asPerson } from '../../worker/teams/actor.ts'
import { addMember, leaveTeam, removeMember } from '../../worker/teams/change-members.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import {
  actors,
  crew,
  db,
  max,
  mia,
  nextClock,
  olga,
  organizersAndAbove,
  outcomeOf,
  purgeDeletedTeams,
  resetTeam,
  setPlan,
  tryAsEach,
  zoe,
} from '../teams/people.ts'

beforeEach(async () => {
  await resetTeam()
  await setPlan('VARSITY')
})

const register = (database: Database, clock: Clock, actor: Actor, seasonId: string, userId: string) =>
  registerAs(database, clock, actor, { seasonId, userId }, { kind: 'player', groupId: null })

/** The clock of these tests is in the first hours of 1970. Somewhere it is still 1969, which is day -1. */
const today = -1
const dateIn = (days: number) => dateText(today + days)
const input = (from: number, to: number, more: Partial<CreateSeason> = {}): CreateSeason => ({
  label: `From ${from} to ${to}`,
  startDate: dateIn(from),
  endDate: dateIn(to),
  ...more,
})
const createTestSeason = async (from: number, to: number, actor = actors.owner) =>
  (await createSeason(db(), nextClock(), actor, crew, input(from, to))).id

/** Lists the registrations in the form `mia: From -9 to -1`. */
async function listRegistrations(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    'SELECT user_id, label FROM season_registrations JOIN seasons ON id = season_id ORDER BY user_id, seasons.ends_on',
  ).all<{ user_id: string; label: string }>()
  return results.map((row) => `${row.user_id}: ${row.label}`)
}

/** The outcomes of a command that only the owner and organizers may run, and no admin. */
const ownerAndOrganizers = { ...organizersAndAbove, admin: 'NotAllowed', 'admin who plays here': 'NotAllowed' }

describe('Creating a season', () => {
  it('is for the owner and organizers', async () => {
    expect(await tryAsEach((actor) => createSeason(db(), nextClock(), actor, crew, input(0, 9)))).toEqual(ownerAndOrganizers)
    expect(await outcomeOf(createSeason(db(), nextClock(), actors.owner, 'no-team', input(0, 9)))).toBe('TeamNotFound')
  })

  it('creates no second one if it is repeated with the same key', async () => {
    const request = input(0, 9, { idempotencyKey: 'spring-season' })
    const first = await createSeason(db(), nextClock(), actors.owner, crew, request)
    expect(await createSeason(db(), nextClock(), actors.owner, crew, { ...request, label: 'Again' })).toEqual(first)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM seasons').first('n')).toBe(1)
  })

  it('stops at two hundred seasons with a clear message', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
       INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_by, created_at) SELECT 'many-' || i, ?, 'Many', '1970-01-01', '1970-01-02', NULL, 1 FROM n`,
    )
      .bind(crew)
      .run()
    await createTestSeason(0, 9)
    await expect(createTestSeason(0, 9)).rejects.toThrow('A community can have up to 200 seasons.')
  })

  it.each(['ROOKIE', 'A plan of a later release'])('needs a paid plan while another season is not over: %s', async (plan) => {
    await setPlan(plan)
    await createTestSeason(-9, -1)
    const first = await createTestSeason(-9, 0)
    expect(await outcomeOf(createTestSeason(5, 9))).toBe('SeasonNeedsPlan')
    await expect(createTestSeason(5, 9)).rejects.toThrow('room for one season at a time')
    await deleteSeason(db(), nextClock(), actors.owner, first)
    await createTestSeason(5, 9)
  })

  it('is for organizers of a full plan too, and members do not learn of it', async () => {
    await setPlan('ROOKIE')
    await createTestSeason(0, 9)
    expect(await outcomeOf(createTestSeason(0, 9, actors.member))).toBe('NotAllowed')
    expect(await outcomeOf(createTestSeason(0, 9, actors.outsider))).toBe('TeamNotFound')
  })

  it('is made once if two organizers of a free team do it at once', async () => {
    await setPlan('ROOKIE')
    const outcomes = await Promise.all([actors.owner, actors.organizer].map((actor) => outcomeOf(createTestSeason(0, 9, actor))))
    expect(outcomes.toSorted()).toEqual(['SeasonNeedsPlan', 'ok'])
  })

  it('takes nothing away when the plan becomes smaller', async () => {
    const ids = [await createTestSeason(0, 9), await createTestSeason(0, 9)]
    await setPlan('ROOKIE')
    await register(db(), nextClock(), actors.owner, ids[1] ?? '', mia)
    expect(await listRegistrations()).toEqual(['mia: From 0 to 9'])
    expect(await outcomeOf(createTestSeason(0, 9))).toBe('SeasonNeedsPlan')
  })
})

describe('Registering', () => {
  it('is for the owner and organizers, and outsiders get "not found"', async () => {
    const put = async (actor: typeof actors.owner) => register(db(), nextClock(), actor, await createTestSeason(0, 9), max)
    const hidden = { ...ownerAndOrganizers, outsider: 'SeasonNotFound', admin: 'NotAllowed' }
    expect(await tryAsEach(put)).toEqual(hidden)
  })

  it('is for members of the team only, once each', async () => {
    const id = await createTestSeason(0, 9)
    await register(db(), nextClock(), actors.organizer, id, mia)
    await register(db(), nextClock(), actors.organizer, id, mia)
    await register(db(), nextClock(), actors.owner, id, olga)
    for (const who of [zoe, 'nobody']) expect(await outcomeOf(register(db(), nextClock(), actors.owner, id, who))).toBe('NotInTeam')
    expect(await outcomeOf(register(db(), nextClock(), actors.owner, 'no-season', mia))).toBe('SeasonNotFound')
    expect(await listRegistrations()).toEqual(['mia: From 0 to 9', 'olga: From 0 to 9'])
  })

  it('can be undone by organizers and by the person, and nobody else', async () => {
    const id = await createTestSeason(0, 9)
    for (const who of [mia, max]) await register(db(), nextClock(), actors.owner, id, who)
    expect(await outcomeOf(unregister(db(), nextClock(), asPerson(max), id, mia))).toBe('NotAllowed')
    expect(await outcomeOf(unregister(db(), nextClock(), actors.outsider, id, mia))).toBe('SeasonNotFound')
    expect(await listRegistrations()).toHaveLength(2)
    await unregister(db(), nextClock(), asPerson(mia), id, mia)
    await unregister(db(), nextClock(), actors.organizer, id, max)
    expect(await outcomeOf(unregister(db(), nextClock(), asPerson(mia), id, mia))).toBe('YouAreNotRegistered')
    expect(await outcomeOf(unregister(db(), nextClock(), actors.organizer, id, mia))).toBe('NotRegistered')
    expect(await listRegistrations()).toEqual([])
  })
})

describe('Leaving the team', () => {
  async function addRegistrations(): Promise<void> {
    for (const [from, to] of [
      [-9, -1],
      [-5, 0],
      [4, 20],
    ] as const) {
      const id = await createTestSeason(from, to)
      for (const who of [mia, max]) await register(db(), nextClock(), actors.owner, id, who)
    }
  }
  const all = (who: string) => [`${who}: From -9 to -1`, `${who}: From -5 to 0`, `${who}: From 4 to 20`]

  it('ends current and future registrations, and keeps past ones', async () => {
    await addRegistrations()
    await leaveTeam(db(), nextClock(), mia, crew)
    expect(await listRegistrations()).toEqual([...all(max), 'mia: From -9 to -1'])
    await removeMember(db(), nextClock(), actors.organizer, crew, max)
    expect(await listRegistrations()).toEqual(['max: From -9 to -1', 'mia: From -9 to -1'])
  })

  it('ends registrations for good, and past ones can still be deleted', async () => {
    await addRegistrations()
    await leaveTeam(db(), nextClock(), mia, crew)
    const pastSeasonId = await env.DB.prepare("SELECT season_id FROM season_registrations WHERE user_id = 'mia'").first<string>('season_id')
    await unregister(db(), nextClock(), asPerson(mia), pastSeasonId ?? '', mia)
    await addMember(db(), nextClock(), actors.owner, crew, mia)
    expect(await listRegistrations()).toEqual(all(max))
  })

  it('ends nothing if it is refused, and nothing in another team', async () => {
    await addRegistrations()
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) SELECT 'other', name, '', NULL, NULL, 'ROOKIE', 1, 1, NULL FROM teams",
      ),
      env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('other', 'mia', 'owner', 1)"),
    ])
    const other = await createSeason(db(), nextClock(), asPerson(mia), 'other', input(0, 9))
    await register(db(), nextClock(), asPerson(mia), other.id, mia)
    expect(await outcomeOf(removeMember(db(), nextClock(), actors.outsider, crew, max))).toBe('TeamNotFound')
    expect(await outcomeOf(leaveTeam(db(), nextClock(), mia, 'other'))).toBe('OwnerCannotLeave')
    await leaveTeam(db(), nextClock(), mia, crew)
    expect(await listRegistrations()).toEqual([...all(max), 'mia: From -9 to -1', 'mia: From 0 to 9'])
  })
})

describe('Deleting', () => {
  it('a team deletes its seasons and their registrations after 30 days', async () => {
    await register(db(), nextClock(), actors.owner, await createTestSeason(-9, -1), mia)
    expect(await outcomeOf(deleteTeam(db(), nextClock(), actors.organizer, crew))).toBe('NotAllowed')
    expect(await listRegistrations()).toHaveLength(1)
    await setPlan('ROOKIE')
    await deleteTeam(db(), nextClock(), actors.owner, crew)
    await purgeDeletedTeams()
    expect(await listRegistrations()).toEqual([])
    expect(await env.DB.prepare('SELECT count(*) AS n FROM seasons').first('n')).toBe(0)
  })

  it('an account deletes its registrations, which are in the export before, and keeps the season of the team', async () => {
    const pastSeason = await createTestSeason(-9, -1, actors.organizer)
    for (const who of [mia, max]) await register(db(), nextClock(), actors.organizer, pastSeason, who)
    expect(await seasonData.export(db(), mia, env)).toMatchObject([
      { name: 'registrations', rows: [{ team: 'Court Crew', label: 'From -9 to -1', startDate: dateIn(-9), endDate: dateIn(-1) }] },
      { name: 'registrations-of-guests', rows: [] },
      { name: 'seasons-created', rows: [] },
      { name: 'substitute-asks', rows: [] },
      { name: 'substitutes-asked', rows: [] },
      { name: 'results-changed', rows: [] },
    ])
    expect(await seasonData.export(db(), 'omar', env)).toMatchObject([
      { rows: [] },
      { rows: [] },
      { rows: [{ team: 'Court Crew', label: 'From -9 to -1' }] },
      { rows: [] },
      { rows: [] },
      { rows: [] },
    ])
    for (const who of [mia, 'omar']) {
      await leaveTeam(db(), nextClock(), who, crew)
      await deleteAccount({ db: db(), now: day, newId: () => crypto.randomUUID(), platform: 'gth' }, who)
    }
    expect(await listRegistrations()).toEqual(['max: From -9 to -1'])
    expect(await env.DB.prepare('SELECT created_by FROM seasons').first('created_by')).toBeNull()
  })
})
