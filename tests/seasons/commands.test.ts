import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CreateSeason } from '../../domain/seasons/contract.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { createSeason, register, unregister } from '../../worker/seasons/commands.ts'
import { seasonData } from '../../worker/seasons/person-data.ts'
import { asPerson } from '../../worker/teams/acting.ts'
import { addMember, leaveTeam, removeMember } from '../../worker/teams/change-members.ts'
import { deleteTeam } from '../../worker/teams/commands.ts'
import { climb, crew, db, helpersOnly, ladder, max, mia, olga, outcomeOf, startAnew, tick, zoe } from '../teams/people.ts'

beforeEach(startAnew)

/** The clock of these tests stands at the first hours of 1970, when it is still 1969 elsewhere. */
const todayIs = -1
const on = (days: number) => dateText(todayIs + days)
const input = (from: number, to: number, more: Partial<CreateSeason> = {}): CreateSeason => ({
  label: `From ${from} to ${to}`,
  startDate: on(from),
  endDate: on(to),
  ...more,
})
const make = async (from: number, to: number, actor = ladder.owner) => (await createSeason(db(), tick(), actor, crew, input(from, to))).id

/** `mia: From -9 to -1` */
async function registered(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    'SELECT user_id, label FROM season_registrations JOIN seasons ON id = season_id ORDER BY user_id, seasons.ends_on',
  ).all<{ user_id: string; label: string }>()
  return results.map((row) => `${row.user_id}: ${row.label}`)
}

/** Olga and Omar run seasons; who helps out as an admin does not. */
const runners = { ...helpersOnly, admin: 'NotAllowed', 'admin who plays here': 'NotAllowed' }

describe('Making a season', () => {
  it('is for the owner and organizers', async () => {
    expect(await climb((actor) => createSeason(db(), tick(), actor, crew, input(0, 9)))).toEqual(runners)
    expect(await outcomeOf(createSeason(db(), tick(), ladder.owner, 'no-team', input(0, 9)))).toBe('TeamNotFound')
  })

  it('asked again with the same key makes no second one', async () => {
    const once = input(0, 9, { idempotencyKey: 'spring-season' })
    const first = await createSeason(db(), tick(), ladder.owner, crew, once)
    expect(await createSeason(db(), tick(), ladder.owner, crew, { ...once, label: 'Again' })).toEqual(first)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM seasons').first('n')).toBe(1)
  })

  it('stops at two hundred, and says so', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
       INSERT INTO seasons SELECT 'many-' || i, ?, 'Many', '1970-01-01', '1970-01-02', NULL, 1 FROM n`,
    )
      .bind(crew)
      .run()
    await make(0, 9)
    await expect(make(0, 9)).rejects.toThrow('A community can have up to 200 seasons.')
  })
})

describe('Registering', () => {
  it('is for the owner and organizers; outsiders know of no season', async () => {
    const put = async (actor: typeof ladder.owner) => register(db(), tick(), actor, await make(0, 9), max)
    const hidden = { ...runners, outsider: 'SeasonNotFound', admin: 'NotAllowed' }
    expect(await climb(put)).toEqual(hidden)
  })

  it('takes members of the team only, once', async () => {
    const id = await make(0, 9)
    await register(db(), tick(), ladder.organizer, id, mia)
    await register(db(), tick(), ladder.organizer, id, mia)
    await register(db(), tick(), ladder.owner, id, olga)
    for (const who of [zoe, 'nobody']) expect(await outcomeOf(register(db(), tick(), ladder.owner, id, who))).toBe('NotInTeam')
    expect(await outcomeOf(register(db(), tick(), ladder.owner, 'no-season', mia))).toBe('SeasonNotFound')
    expect(await registered()).toEqual(['mia: From 0 to 9', 'olga: From 0 to 9'])
  })

  it('is taken back by organizers and by the person, by nobody else', async () => {
    const id = await make(0, 9)
    for (const who of [mia, max]) await register(db(), tick(), ladder.owner, id, who)
    expect(await outcomeOf(unregister(db(), asPerson(max), id, mia))).toBe('NotAllowed')
    expect(await outcomeOf(unregister(db(), ladder.outsider, id, mia))).toBe('SeasonNotFound')
    expect(await registered()).toHaveLength(2)
    await unregister(db(), asPerson(mia), id, mia)
    await unregister(db(), ladder.organizer, id, max)
    expect(await outcomeOf(unregister(db(), asPerson(mia), id, mia))).toBe('YouAreNotRegistered')
    expect(await outcomeOf(unregister(db(), ladder.organizer, id, mia))).toBe('NotRegistered')
    expect(await registered()).toEqual([])
  })
})

describe('Being out of the team', () => {
  async function signUp(): Promise<void> {
    for (const [from, to] of [
      [-9, -1],
      [-5, 0],
      [4, 20],
    ] as const) {
      const id = await make(from, to)
      for (const who of [mia, max]) await register(db(), tick(), ladder.owner, id, who)
    }
  }
  const all = (who: string) => [`${who}: From -9 to -1`, `${who}: From -5 to 0`, `${who}: From 4 to 20`]

  it('ends what is not over, and leaves what is', async () => {
    await signUp()
    await leaveTeam(db(), tick(), mia, crew)
    expect(await registered()).toEqual([...all(max), 'mia: From -9 to -1'])
    await removeMember(db(), tick(), ladder.organizer, crew, max)
    expect(await registered()).toEqual(['max: From -9 to -1', 'mia: From -9 to -1'])
  })

  it('brings nothing back for who comes back, and what is left of the past they may take away', async () => {
    await signUp()
    await leaveTeam(db(), tick(), mia, crew)
    const over = await env.DB.prepare("SELECT season_id FROM season_registrations WHERE user_id = 'mia'").first<string>('season_id')
    await unregister(db(), asPerson(mia), over ?? '', mia)
    await addMember(db(), tick(), ladder.owner, crew, mia)
    expect(await registered()).toEqual(all(max))
  })

  it('ends nothing where it is refused, nor in another team', async () => {
    await signUp()
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) SELECT 'other', name, '', NULL, NULL, 'ROOKIE', 1, 1, NULL FROM teams",
      ),
      env.DB.prepare("INSERT INTO team_members VALUES ('other', 'mia', 'owner', 1)"),
    ])
    const other = await createSeason(db(), tick(), asPerson(mia), 'other', input(0, 9))
    await register(db(), tick(), asPerson(mia), other.id, mia)
    expect(await outcomeOf(removeMember(db(), tick(), ladder.outsider, crew, max))).toBe('NotAllowed')
    expect(await outcomeOf(leaveTeam(db(), tick(), mia, 'other'))).toBe('OwnerCannotLeave')
    await leaveTeam(db(), tick(), mia, crew)
    expect(await registered()).toEqual([...all(max), 'mia: From -9 to -1', 'mia: From 0 to 9'])
  })
})

describe('What goes', () => {
  it('with a team are its seasons and who was in them', async () => {
    await register(db(), tick(), ladder.owner, await make(-9, -1), mia)
    expect(await outcomeOf(deleteTeam(db(), tick(), ladder.organizer, crew))).toBe('NotAllowed')
    expect(await registered()).toHaveLength(1)
    await deleteTeam(db(), tick(), ladder.owner, crew)
    expect(await registered()).toEqual([])
    expect(await env.DB.prepare('SELECT count(*) AS n FROM seasons').first('n')).toBe(0)
  })

  it('with an account is what it was registered for, handed out before; the season stays with its team', async () => {
    const over = await make(-9, -1, ladder.organizer)
    for (const who of [mia, max]) await register(db(), tick(), ladder.organizer, over, who)
    expect(await seasonData.export(db(), mia, env)).toMatchObject([
      { name: 'registrations', rows: [{ team: 'Court Crew', label: 'From -9 to -1', startDate: on(-9), endDate: on(-1) }] },
      { name: 'seasons-made', rows: [] },
    ])
    expect(await seasonData.export(db(), 'omar', env)).toMatchObject([
      { rows: [] },
      { rows: [{ team: 'Court Crew', label: 'From -9 to -1' }] },
    ])
    for (const who of [mia, 'omar']) {
      await leaveTeam(db(), tick(), who, crew)
      await deleteAccount({ db: db(), now: day, newId: () => crypto.randomUUID(), platform: 'gth' }, who)
    }
    expect(await registered()).toEqual(['max: From -9 to -1'])
    expect(await env.DB.prepare('SELECT created_by FROM seasons').first('created_by')).toBeNull()
  })
})
