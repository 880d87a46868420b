import { env } from 'cloudflare:workers'
import { getTableColumns } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { teamRestoreDuration } from '../../domain/teams/contract.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { cancelGamesOfTeam } from '../../worker/events/cancel-games-of-team.ts'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import { listRegistrationsOf } from '../../worker/seasons/own-registrations.ts'
import { teamRows } from '../../worker/team-rows.ts'
import { addMember, leaveTeam, removeMember } from '../../worker/teams/change-members.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { bringTeamBack, deleteTeam, listDeletedTeams } from '../../worker/teams/delete-team.ts'
import { purgeTeams } from '../../worker/teams/purge-teams.ts'
import { findTeam } from '../../worker/teams/queries.ts'
import { deletedTeamMembers, teamMembers } from '../../worker/teams/schema.ts'
import { dumpDatabase } from '../person-data/database.ts'
import { fillEveryTable } from '../person-data/fill.ts'
import {
  actors,
  addPeople,
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

afterEach(forgetMessages)

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run()
const count = (from: string, ...values: unknown[]) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${from}`)
    .bind(...values)
    .first<number>('n')
const deleteCrew = (now: number, name?: string) => deleteTeam(db(), { now, newId: () => `at-${now}` }, actors.owner, crew, name)
const bringBack = (now: number, who: string = olga) => bringTeamBack(db(), { now, newId: () => `back-${now}-${who}` }, who, crew)
const deletedAt = 1_000_000
const kindsOf = async () =>
  (await env.DB.prepare('SELECT kind FROM team_changes ORDER BY created_at, id').all<{ kind: string }>()).results.map(({ kind }) => kind)

describe('A deleted team', () => {
  beforeEach(async () => {
    await resetTeam()
    await run("DELETE FROM hostnames WHERE team_id = 'court-crew'")
  })

  it('needs its exact name', async () => {
    for (const name of ['', 'court crew', 'Court Crew ', 'Court'])
      expect(await outcomeOf(deleteCrew(deletedAt, name))).toBe('TeamNameWrong')
    expect(await readRoles()).toEqual(initialRoles)
    expect(await kindsOf()).toEqual([])
    expect(await outcomeOf(deleteCrew(deletedAt, 'Court Crew'))).toBe('ok')
  })

  it('is nowhere, and everything but its games is back after its owner brought it back', async () => {
    await run(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('s', ?, 'S', '2020-01-01', '2100-01-01', 1)",
      crew,
    )
    await run("INSERT INTO season_registrations (season_id, user_id, ends_on, registered_at) VALUES ('s', ?, '2100-01-01', 1)", mia)
    await run('INSERT INTO team_hour_shares VALUES (?, ?, 1)', crew, mia)
    await run("INSERT INTO guests (id, team_id, name, created_at) VALUES ('g', ?, 'Gus', 1)", crew)
    await run("UPDATE team_members SET title = 'Equipment', role = 'captain' WHERE user_id = ?", max)
    await claimHostname(db(), 'crew.example.com', crew, 1)
    await deleteCrew(deletedAt)
    expect(await findTeam(db(), crew)).toBeNull()
    expect(await readRoles()).toEqual({})
    expect((await listRegistrationsOf(db(), mia, deletedAt)).registrations).toEqual([])
    expect(await outcomeOf(addMember(db(), nextClock(), actors.owner, crew, zoe))).toBe('TeamNotFound')
    expect(await claimHostname(db(), 'crew.example.com', 'other', 2)).toBe(false)
    expect(await listDeletedTeams(db(), olga, deletedAt)).toMatchObject([
      { id: crew, name: 'Court Crew', purgeAt: deletedAt + teamRestoreDuration, members: 4 },
    ])
    for (const other of [omar, mia, zoe]) expect(await listDeletedTeams(db(), other, deletedAt)).toEqual([])

    await bringBack(deletedAt + 1)
    expect(await readRoles()).toEqual({ ...initialRoles, [max]: 'captain' })
    expect(await env.DB.prepare('SELECT title FROM team_members WHERE user_id = ?').bind(max).first('title')).toBe('Equipment')
    expect(await env.DB.prepare('SELECT members FROM teams WHERE id = ?').bind(crew).first('members')).toBe(4)
    expect((await listRegistrationsOf(db(), mia, deletedAt)).registrations).toHaveLength(1)
    expect([await count('guests'), await count('team_hour_shares'), await count('deleted_team_members')]).toEqual([1, 1, 0])
    expect(await listDeletedTeams(db(), olga, deletedAt)).toEqual([])
    expect(await kindsOf()).toEqual(['deleted', 'brought-back'])
  })

  it('comes back with all that belongs to its members, also if somebody tried to leave or to remove them meanwhile', async () => {
    await run(
      "INSERT OR IGNORE INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('s', ?, 'S', '2020-01-01', '2100-01-01', 1)",
      crew,
    )
    await run("INSERT INTO season_registrations (season_id, user_id, ends_on, registered_at) VALUES ('s', ?, '2100-01-01', 1)", mia)
    await run('INSERT INTO team_hour_shares VALUES (?, ?, 1)', crew, mia)
    await run(
      "INSERT INTO member_details (id, team_id, user_id, field_values, version, updated_at) VALUES ('d', ?, ?, '{}', 1, 1)",
      crew,
      mia,
    )
    await run("INSERT INTO guests (id, team_id, name, guardian_id, created_at) VALUES ('child', ?, 'Gus', ?, 1)", crew, mia)
    await deleteCrew(deletedAt)
    const tries = [leaveTeam(db(), nextClock(), mia, crew)]
    for (const actor of [actors.outsider, actors.owner]) tries.push(removeMember(db(), nextClock(), actor, crew, mia))
    for (const each of tries) expect(await outcomeOf(each)).toBe('TeamNotFound')
    await bringBack(deletedAt + 1)
    const left = await Promise.all(['season_registrations', 'team_hour_shares', 'member_details', 'guests'].map((table) => count(table)))
    expect(left).toEqual([1, 1, 1, 1])
  })

  it('is brought back by its owner only, within 30 days', async () => {
    await deleteCrew(deletedAt)
    for (const other of [omar, mia, zoe]) expect(await outcomeOf(bringBack(deletedAt + 1, other))).toBe('TeamNotFound')
    expect(await outcomeOf(bringBack(deletedAt + teamRestoreDuration))).toBe('TeamNotFound')
    expect(await outcomeOf(bringBack(deletedAt + teamRestoreDuration - 1))).toBe('ok')
    expect(await outcomeOf(bringBack(deletedAt + teamRestoreDuration))).toBe('ok')
    expect(await kindsOf()).toEqual(['deleted', 'brought-back'])
  })

  it('is found again by its name and city, once', async () => {
    await addPeople([olga])
    const id = await createTeam(db(), { now: 1, newId: () => 'indexed' }, olga, { name: 'Zebra Zone', description: '' })
    const words = () => count('search_words WHERE id = ?', id)
    const before = await words()
    const context = (now: number) => ({ now, newId: () => `id-${now}` })
    await deleteTeam(db(), context(2), actors.owner, id)
    expect(await words()).toBe(0)
    await Promise.all([bringTeamBack(db(), context(3), olga, id), bringTeamBack(db(), context(4), olga, id)])
    expect(await words()).toBe(before)
    await run('DELETE FROM team_changes')
  })

  it('comes back without people who deleted their account', async () => {
    await deleteCrew(deletedAt)
    await deleteAccount({ db: db(), now: deletedAt + 1, newId: () => crypto.randomUUID(), platform: 'gth' }, mia)
    await bringBack(deletedAt + 2)
    expect(await readRoles()).toEqual({ [olga]: 'owner', [omar]: 'organizer', [max]: 'member' })
    await run('UPDATE users SET deleted_at = NULL WHERE id = ?', mia)
  })

  it('cannot come back once its owner has deleted their account, and its data is deleted at once', async () => {
    await deleteCrew(deletedAt)
    await deleteAccount({ db: db(), now: deletedAt + 1, newId: () => crypto.randomUUID(), platform: 'gth' }, olga)
    expect(await outcomeOf(bringBack(deletedAt + 2))).toBe('TeamNotFound')
    await purgeTeams(db(), deletedAt + 2, teamRows)
    expect([await count('deleted_team_members'), await count('guests'), await count('team_changes')]).toEqual([0, 0, 0])
    await run('UPDATE users SET deleted_at = NULL WHERE id = ?', olga)
  })

  it('is deleted and brought back once each, however many tabs do it at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const now = deletedAt + round * 10
      const deleted = await Promise.all([1, 2, 3].map((i) => outcomeOf(deleteCrew(now + i))))
      expect(deleted.filter((outcome) => outcome === 'ok')).toHaveLength(1)
      const mixed = await Promise.all([
        bringBack(now + 4),
        bringBack(now + 5),
        outcomeOf(deleteCrew(now + 6)),
        outcomeOf(bringBack(now + 7)),
      ])
      expect(mixed).toHaveLength(4)
      await outcomeOf(bringBack(now + 8))
      expect(await readRoles()).toEqual(initialRoles)
      const kinds = (await kindsOf()).slice(-2)
      expect(kinds).toEqual(['deleted', 'brought-back'])
    }
    const kinds = await kindsOf()
    expect(kinds.every((kind, i) => kind === (i % 2 === 0 ? 'deleted' : 'brought-back'))).toBe(true)
  })
})

describe('The upcoming games of a deleted team', () => {
  beforeEach(resetTeam)

  const addGames = async (size: number) => {
    await run('DELETE FROM events')
    await run(
      `INSERT INTO events (id, creator_id, team_id, title, activity, description, starts_at, ends_at, time_zone, place_name, address, lat, lng, capacity, visibility, state, slots, questions, max_guests, needs_approval, leave_minutes, waitlist_mode, cancel_reason, taken, waiting, reminded, version, created_at, updated_at)
       SELECT 'game-' || value, ?1, ?2, 'Game', 'tennis', '', ?3 + value, ?3 + value + 10, 'UTC', '', '', 30, -97, 4, 'public', 'published', '[]', '[]', 0, 0, 0, 'manual', '', 0, 0, '', 1, 1, 1 FROM json_each(?4)`,
      olga,
      crew,
      deletedAt + 1000,
      JSON.stringify(Array.from({ length: size }, (_, i) => i)),
    )
  }
  const runJobs = async (body: { teamId: string; deletedAt: number }) => {
    let jobs = 0
    const seen = new Set<string>()
    const queue = [body]
    for (let next = queue.shift(); next; next = queue.shift()) {
      jobs += 1
      // Each job is delivered twice.
      for (const _ of [1, 2]) await cancelGamesOfTeam(next, { db: db(), now: deletedAt + 1 })
      const { results } = await env.DB.prepare(
        "SELECT id, body FROM outbox WHERE queue = 'work' AND body->>'kind' = 'cancel-team-games'",
      ).all<{ id: string; body: string }>()
      for (const { id, body: text } of results) {
        if (seen.has(id)) continue
        seen.add(id)
        queue.push(JSON.parse(text))
      }
    }
    return jobs
  }

  it('are cancelled in small jobs, and each is told once', async () => {
    await addGames(200)
    await run("UPDATE events SET starts_at = ?, ends_at = ? WHERE id = 'game-7'", deletedAt - 10, deletedAt + 10)
    await deleteCrew(deletedAt)
    expect(await runJobs({ teamId: crew, deletedAt })).toBeGreaterThan(8)
    expect(await count("events WHERE state = 'cancelled' AND version = 2 AND cancel_reason = 'The community was deleted.'")).toBe(199)
    expect(await count("events WHERE id = 'game-7' AND state = 'published'")).toBe(1)
    expect(await count("outbox WHERE queue = 'notices'")).toBe(199)
    await bringBack(deletedAt + 5)
    expect(await count("events WHERE state = 'cancelled'")).toBe(199)
    await run('DELETE FROM events')
  })

  it('are kept if the team is back before the job runs', async () => {
    await addGames(3)
    await deleteCrew(deletedAt)
    await bringBack(deletedAt + 5)
    await cancelGamesOfTeam({ teamId: crew, deletedAt }, { db: db(), now: deletedAt + 6 })
    expect(await count("events WHERE state = 'cancelled'")).toBe(0)
    await run('DELETE FROM events')
  })
})

describe('After thirty days', () => {
  /** Tables that keep the id of a team, with the reason. */
  const kept: Record<string, string> = {
    teams: 'past games show its name',
    events: 'past games keep their community',
    memberships: 'the law asks to keep what was sold',
    membership_subscriptions: 'the same',
    dues: 'the same',
    submission_payments: 'the same',
    payment_disputes: 'the same',
    notices: 'notifications are deleted when they are old',
  }

  it('a large team is deleted in several rounds', async () => {
    await resetTeam()
    await run(
      "INSERT INTO team_changes (id, team_id, kind, created_at) SELECT 'c' || value, ?, 'edited', 1 FROM json_each(?)",
      crew,
      JSON.stringify(Array.from({ length: 6000 }, (_, i) => i)),
    )
    await deleteCrew(deletedAt)
    const end = deletedAt + teamRestoreDuration
    await purgeTeams(db(), end, teamRows)
    expect(await count('team_changes')).toBeGreaterThan(0)
    await purgeTeams(db(), end, teamRows)
    expect([await count('team_changes'), await count('deleted_team_members')]).toEqual([0, 0])
  })

  it('the members of a deleted team have all columns of members', () => {
    const { rank: _, ...columns } = getTableColumns(teamMembers)
    expect(Object.keys(getTableColumns(deletedTeamMembers)).toSorted()).toEqual(Object.keys(columns).toSorted())
  })

  it('people can leave until the deletion', async () => {
    await resetTeam()
    await leaveTeam(db(), nextClock(), mia, crew)
    await deleteCrew(deletedAt)
    await bringBack(deletedAt + 1)
    expect(await readRoles()).not.toHaveProperty(mia)
  })

  // This test fills every table, so it is the last one.
  it('nothing of the team is left in any table', async () => {
    await resetTeam()
    await fillEveryTable()
    const { id } = (await env.DB.prepare("SELECT team_id AS id FROM guests WHERE team_id LIKE 'teams-id%'").first<{ id: string }>()) ?? {
      id: '',
    }
    await run('INSERT INTO hostnames VALUES (?, ?, 1)', 'gone.example.com', id)
    await run("UPDATE teams SET deleted_at = 1, purge_at = 5, photo_key = 'a-photo' WHERE id = ?", id)
    const before = await dumpDatabase()
    const tablesWith = (dump: typeof before) =>
      Object.entries(dump).flatMap(([table, rows]) =>
        rows.some((row) => row.team_id === id || (table === 'teams' && row.id === id)) ? [table] : [],
      )
    expect(tablesWith(before).length).toBeGreaterThan(8)
    const childrenOf = (dump: typeof before) =>
      ['season_groups', 'season_registrations', 'team_sessions', 'season_tables'].filter((table) => (dump[table]?.length ?? 0) > 0)
    expect(childrenOf(before)).toHaveLength(4)
    await purgeTeams(db(), 4, teamRows)
    expect(tablesWith(await dumpDatabase())).toEqual(tablesWith(before))
    await purgeTeams(db(), 5, teamRows)
    const after = await dumpDatabase()
    expect(tablesWith(after).toSorted()).toEqual(Object.keys(kept).toSorted())
    expect(childrenOf(after)).toEqual([])
    expect(await count("outbox WHERE body->>'kind' = 'serve-host' AND body->>'host' = 'gone.example.com'")).toBe(1)
    expect(await env.DB.prepare('SELECT body FROM outbox WHERE id = ?').bind(`erase-team-photo:${id}`).first('body')).toContain(
      'photos/a-photo/',
    )
    expect(await env.DB.prepare('SELECT purge_at FROM teams WHERE id = ?').bind(id).first('purge_at')).toBeNull()
  })
})
