import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { maxOfEachKind, type NeedsYou } from '../../domain/needs-you/contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { addEntry, addGames } from '../calendar-addresses/calendars.ts'
import { publishGame } from '../events/games.ts'
import { befriend, block, enter, type Person, putInTeams, rowsRead } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, repeatWeekly } from '../setup/make-game-form.ts'

collectLog()

const start = Date.now()
const soon = start + day
const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()

let people = 0
const newcomer = () => enter(`needs-${++people}`)
let host: Person

beforeAll(async () => {
  host = await enter('needs-host')
})

const look = async (person: Person) => {
  const answer = await person.ask('/api/needs-you')
  if (answer.status !== 200) throw new Error(await answer.text())
  return { answer, items: ((await answer.clone().json()) as NeedsYou).items }
}
const itemsOf = async (person: Person) => (await look(person)).items
const kindsOf = async (person: Person) => (await itemsOf(person)).map(({ kind }) => kind)

const giveRole = (teamId: string, userId: string, role: string) =>
  run('UPDATE team_members SET role = ? WHERE team_id = ? AND user_id = ?', role, teamId, userId)

/** A team with these people. The first is its owner. */
async function addTeam(id: string, ...members: Person[]) {
  await putInTeams(
    [id],
    members.map((member) => member.id),
  )
  await giveRole(id, members[0]?.id ?? '', 'owner')
}
const addRequest = (teamId: string, userId: string) =>
  run("INSERT INTO team_requests (team_id, user_id, message, created_at) VALUES (?, ?, '', 1)", teamId, userId)
const invite = (teamId: string, inviterId: string, userId: string, expiresAt = start + day) =>
  run(
    'INSERT INTO team_invitations (id, team_id, inviter_id, user_id, max_uses, created_at, expires_at) VALUES (?, ?, ?, ?, 1, 1, ?)',
    `${teamId} ${userId}`,
    teamId,
    inviterId,
    userId,
    expiresAt,
  )

describe('What needs me', () => {
  it('is nothing for a newcomer', async () => {
    expect(await itemsOf(await newcomer())).toEqual([])
  })

  it('has requests to join for those who may answer, without people whom they would not see', async () => {
    const [owner, organizer, captain] = [await newcomer(), await newcomer(), await newcomer()]
    const [asker, enemy, declined] = [await newcomer(), await newcomer(), await newcomer()]
    await addTeam('needs-asked', owner, organizer, captain)
    await giveRole('needs-asked', organizer.id, 'organizer')
    await giveRole('needs-asked', captain.id, 'captain')
    for (const person of [asker, enemy, declined]) await addRequest('needs-asked', person.id)
    await run('UPDATE team_requests SET declined_at = 1 WHERE user_id = ?', declined.id)
    const requests = (count: number) => [{ kind: 'requests', team: { id: 'needs-asked', name: 'A team' }, count }]
    expect(await itemsOf(owner)).toEqual(requests(2))
    await block(enemy.id, organizer.id)
    expect(await itemsOf(organizer)).toEqual(requests(1))
    expect(await itemsOf(captain)).toEqual([])
    expect(await itemsOf(asker)).toEqual([])
    await run("UPDATE teams SET deleted_at = 1 WHERE id = 'needs-asked'")
    expect(await itemsOf(owner)).toEqual([])
  })

  it('has offers to take over and invitations, until they end or there is a block', async () => {
    const [owner, ana] = [await newcomer(), await newcomer()]
    await addTeam('needs-offered', owner, ana)
    await addTeam('needs-invited', owner)
    await run("INSERT INTO team_hand_overs VALUES ('needs-hand-over', 'needs-offered', ?, ?, 1, ?)", owner.id, ana.id, start + day)
    await invite('needs-invited', owner.id, ana.id)
    const person = { id: owner.id, name: owner.name, pictureUrl: null }
    expect(await itemsOf(ana)).toEqual([
      { kind: 'handOver', team: { id: 'needs-offered', name: 'A team' }, person, expiresAt: start + day },
      { kind: 'invitation', team: { id: 'needs-invited', name: 'A team' }, person },
    ])
    expect(await itemsOf(owner)).toEqual([])
    await block(ana.id, owner.id)
    expect(await itemsOf(ana)).toEqual([])
    await run('DELETE FROM blocks WHERE blocker_id = ?', ana.id)
    await run('UPDATE team_invitations SET expires_at = 1')
    await run('UPDATE team_hand_overs SET expires_at = 1')
    expect(await itemsOf(ana)).toEqual([])
  })

  it('has disputed results for those who keep the score', async () => {
    const [owner, scorer, member] = [await newcomer(), await newcomer(), await newcomer()]
    await addTeam('needs-season-team', owner, scorer, member)
    await giveRole('needs-season-team', scorer.id, 'scorekeeper')
    await run(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('needs-season', 'needs-season-team', 'Fall', '2020-01-01', '2100-01-01', 1)",
    )
    for (const id of ['needs-red', 'needs-blue'])
      await run("INSERT INTO season_groups (id, season_id, name, name_key, lot) VALUES (?1, 'needs-season', ?1, ?1, 1)", id)
    await addGames(
      ['disputed', 'disputed-2', 'fine'].map((id, index) => ({
        id: `needs-${id}`,
        creatorId: owner.id,
        teamId: 'needs-season-team',
        visibility: 'team' as const,
        startsAt: start - (index + 1) * hour,
      })),
    )
    for (const [id, side] of [
      ['disputed', 'away'],
      ['disputed-2', 'home'],
      ['fine', null],
    ])
      await run(
        `INSERT INTO team_sessions (event_id, season_id, home_group_id, away_group_id, home_score, away_score, disputed_side)
         VALUES (?, 'needs-season', 'needs-red', 'needs-blue', 1, 0, ?)`,
        `needs-${id}`,
        side,
      )
    const results = {
      kind: 'results',
      team: { id: 'needs-season-team', name: 'A team' },
      season: { id: 'needs-season', label: 'Fall' },
      count: 2,
    }
    expect(await itemsOf(owner)).toEqual([results])
    expect(await itemsOf(scorer)).toEqual([results])
    expect(await itemsOf(member)).toEqual([])
    await block(scorer.id, owner.id)
    expect(await itemsOf(scorer)).toEqual([])

    await run(
      `INSERT INTO season_registrations (season_id, user_id, ends_on, registered_at, kind, group_id)
       VALUES ('needs-season', ?, '2100-01-01', 1, 'captain', 'needs-blue')`,
      member.id,
    )
    const unconfirmed = { ...results, kind: 'unconfirmed', count: 1 }
    // The disputed ones wait for those who keep the score.
    expect(await itemsOf(member)).toEqual([unconfirmed])
    await run("UPDATE team_sessions SET home_agrees = 1 WHERE event_id = 'needs-fine'")
    expect(await itemsOf(member)).toEqual([unconfirmed])
    await run("UPDATE team_sessions SET away_agrees = 1 WHERE event_id = 'needs-fine'")
    expect(await itemsOf(member)).toEqual([])
  })

  it('has seats, roles and games that wait for an answer', async () => {
    const [ana, player] = [await newcomer(), await newcomer()]
    await addGames(
      ['seat', 'transfer', 'session', 'plain'].map((id, index) => ({ id: `needs-${id}`, creatorId: host.id, startsAt: soon + index })),
    )
    await addEntry('needs-seat', ana.id, 'offered')
    await run('UPDATE joiners SET offer_expires_at = ? WHERE user_id = ?', start + hour, ana.id)
    await addEntry('needs-transfer', player.id)
    await run(
      "INSERT INTO seat_transfers VALUES ('needs-t', 'needs-transfer', ?, ?, ?, 1, ?)",
      `needs-transfer ${player.id}`,
      player.id,
      ana.id,
      start + hour,
    )
    await run(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('needs-season-2', 'needs-season-team', 'Fall', '2020-01-01', '2100-01-01', 1)",
    )
    await run("INSERT INTO team_sessions (event_id, season_id) VALUES ('needs-session', 'needs-season-2')")
    for (const id of ['session', 'plain']) await run('INSERT INTO event_invites VALUES (?, ?, NULL, 1)', `needs-${id}`, ana.id)
    await befriend(host.id, ana.id)
    const repeat = repeatWeekly(3)
    const series = await publishGame(
      host,
      { title: 'Series', coHosts: [ana.id], starts: inDays(4), ends: inDays(4, '14:00') },
      { coHostsAccept: false, repeat },
    )
    const person = { id: player.id, name: player.name, pictureUrl: null }
    const game = (id: string, startsAt: number) => ({ id: `needs-${id}`, title: `needs-${id}`, startsAt, timeZone: 'UTC' })
    expect(await itemsOf(ana)).toEqual([
      { kind: 'seat', game: game('seat', soon), expiresAt: start + hour },
      { kind: 'transfer', game: game('transfer', soon + 1), person, expiresAt: start + hour },
      {
        kind: 'coHost',
        game: expect.objectContaining({ id: series, title: 'Series' }),
        person: expect.objectContaining({ id: host.id }),
        expiresAt: expect.any(Number),
      },
      { kind: 'answer', game: game('session', soon + 2) },
    ])
    // An answer, also "no", settles it.
    await addEntry('needs-session', ana.id, 'left')
    expect(await kindsOf(ana)).toEqual(['seat', 'transfer', 'coHost'])
    await block(player.id, ana.id)
    expect(await kindsOf(ana)).toEqual(['seat', 'coHost'])
    // A held seat is no seat yet, so with a block the game does not exist for them.
    await block(host.id, ana.id)
    expect(await kindsOf(ana)).toEqual([])
  })

  it('has calendars of other sites that could not be loaded for long', async () => {
    const ana = await newcomer()
    const add = (id: string, state: string, failures: number, removedAt: number | null = null) =>
      run(
        `INSERT INTO external_teams (id, user_id, name, address, feed_url, time_zone, state, skipped_entries, is_cut, failure_count, notified_failures,
          created_at, updated_at, removed_at) VALUES (?1, ?2, ?1, '', 'https://calendars.example.com/x.ics', 'UTC', ?3, 0, 0, ?4, '[]', 1, 1, ?5)`,
        `needs-${id}`,
        ana.id,
        state,
        failures,
        removedAt,
      )
    await add('a-failing', 'active', 3)
    await add('b-stopped', 'stopped', 40)
    await add('c-once', 'active', 1)
    await add('d-removed', 'stopped', 40, 1)
    expect(await itemsOf(ana)).toEqual(
      ['a-failing', 'b-stopped'].map((id) => ({ kind: 'calendar', team: { id: `needs-${id}`, name: `needs-${id}` } })),
    )
  })

  it('is bounded, and costs one round trip and few rows for somebody in many communities', async () => {
    const [owner, ana] = [await newcomer(), await newcomer()]
    const teams = Array.from({ length: 40 }, (_, index) => `needs-many-${index}`)
    await putInTeams(teams, [owner.id])
    await run("UPDATE team_members SET role = 'owner' WHERE user_id = ?", owner.id)
    for (const id of teams) await addRequest(id, ana.id)
    for (const id of teams) await invite(id, owner.id, ana.id)
    const { answer, items } = await look(owner)
    expect(items).toHaveLength(maxOfEachKind)
    // It does not count the requests of all teams to show some.
    expect(rowsRead(answer)).toBeLessThan(300)
    expect(answer.headers.get('server-timing')).toMatch(/round trips [12]\b/)
    const invited = await look(ana)
    expect(invited.items).toHaveLength(maxOfEachKind)
    expect(rowsRead(invited.answer)).toBeLessThan(100)
  })
})
