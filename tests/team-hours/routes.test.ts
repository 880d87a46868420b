import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { minOthersSharing } from '../../domain/team-hours/day-counts.ts'
import type { OwnTeamPage } from '../../domain/teams/contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { leaveTeam } from '../../worker/teams/change-members.ts'
import { everyDay, schedule } from '../availability/schedules.ts'
import { block, enterAndSetUp, type Person } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { addTeam, countAt, look, setHours, share } from './people.ts'

collectLog()

/** A Monday, 6 AM in Austin. */
const start = Date.UTC(2027, 5, 7, 11)
const later = start + 3 * day

beforeAll(() => buildWorld(env.DB, ['cities:some']))
afterEach(() => vi.useRealTimers())

/** Only the date moves. Timers stay real, because the database needs them. */
const goTo = (now: number) => vi.useFakeTimers({ now, toFake: ['Date'] })

const evenings = everyDay('America/Chicago', ['18:00-21:00'])

/** A team with an owner and members who all share the same evenings. */
async function openTeam(id: string, size: number, hours = evenings) {
  goTo(start)
  const people: Person[] = []
  for (let index = 0; index <= size; index++) people.push(await enterAndSetUp(`${id}-${index}`, { displayName: `Player ${index}` }))
  await addTeam(id, Object.fromEntries(people.map((person, index) => [person.id, index === 0 ? 'owner' : 'member'])))
  for (const person of people.slice(1)) {
    await setHours(person, hours)
    expect(await share(person, id)).toBe(204)
  }
  goTo(later)
  const [owner, ...members] = people
  if (!owner) throw new Error('A team has an owner')
  return { id, owner, members }
}

const names = (people: readonly { name: string }[] | null) => people?.map(({ name }) => name)

describe('The hours of a community', () => {
  it('show the owner which of the people are in a group of a season that is not over', async () => {
    const { id, owner, members } = await openTeam('grouped', 3)
    const [one, , three] = members
    await env.DB.batch([
      ...['now', 'over'].map((name) =>
        env.DB.prepare(
          "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES (?1, ?2, ?1, '2020-01-01', ?3, 1)",
        ).bind(`grouped-${name}`, id, name === 'now' ? '2100-01-01' : '2020-02-01'),
      ),
      ...['now', 'over'].map((name) =>
        env.DB.prepare('INSERT INTO season_groups (id, season_id, name, name_key, lot) VALUES (?1, ?1, ?1, ?1, 1)').bind(`grouped-${name}`),
      ),
      ...[
        [one?.id, 'grouped-now'],
        [owner.id, 'grouped-now'],
        [three?.id, 'grouped-over'],
      ].map(([userId = '', group = '']) =>
        env.DB.prepare(
          "INSERT INTO season_registrations (season_id, user_id, ends_on, registered_at, group_id) VALUES (?1, ?2, '2100-01-01', 1, ?1)",
        ).bind(group, userId),
      ),
    ])
    // The owner does not share hours, and the other season is over.
    expect((await look(owner, id)).groups).toEqual([{ id: 'grouped-now', name: 'grouped-now', people: [one?.id] }])
    expect(one && (await look(one, id)).groups).toEqual([])
  })

  it('show the owner how many are free and who, and members only how many', async () => {
    const { id, owner, members } = await openTeam('crew', 4)
    const seen = await look(owner, id)
    expect(seen).toMatchObject({
      timeZone: 'America/Chicago',
      hasOwnZone: true,
      sharing: 4,
      mine: { isMember: true, isSharing: false, free: null },
      mayHost: true,
    })
    expect([countAt(seen, '2027-06-11', '17:30'), countAt(seen, '2027-06-11', '18:00'), countAt(seen, '2027-06-11', '20:30')]).toEqual([
      0, 4, 4,
    ])
    expect(names(seen.people)).toEqual(['Player 1', 'Player 2', 'Player 3', 'Player 4'])
    expect(seen.best[0]).toEqual({ weekday: 'thursday', startTime: '18:00', date: '2027-06-10', count: 4 })
    const [first] = members
    const asMember = first && (await look(first, id))
    expect(asMember).toMatchObject({ sharing: 4, people: null, mayHost: false, mine: { isMember: true, isSharing: true } })
    expect(asMember?.counts).toEqual(seen.counts)
    expect(asMember?.best).toEqual(seen.best)
  })

  it('are in the zone of the home city, whatever zone is asked for', async () => {
    const { id, owner } = await openTeam('homely', 1)
    expect(await look(owner, id, '?zone=Asia/Kathmandu')).toMatchObject({ timeZone: 'America/Chicago', hasOwnZone: true })
    await env.DB.prepare('UPDATE teams SET city_id = NULL WHERE id = ?').bind(id).run()
    expect(await look(owner, id, '?zone=Australia/Sydney')).toMatchObject({ timeZone: 'Australia/Sydney', hasOwnZone: false })
    // Without a zone, it is that of the viewer's own city.
    expect((await look(owner, id)).timeZone).toBe('America/Chicago')
    expect((await owner.ask(`/api/teams/${id}/hours?zone=Nowhere/At_All`)).status).toBe(400)
  })

  it('leave out games with teams of other sites, which nobody learns of', async () => {
    const { id, owner, members } = await openTeam('elsewhere', 3)
    const [first] = members
    // Thursday, June 10, 6 PM to 7 PM in Austin; the second one is cancelled.
    const at = Date.UTC(2027, 5, 10, 23)
    await env.DB.batch([
      env.DB.prepare(`INSERT INTO external_teams (id, user_id, name, address, feed_url, time_zone, state, skipped_entries, is_cut,
        failure_count, notified_failures, created_at, updated_at)
        VALUES ('elsewhere', ?, 'Secret club', '', 'https://x.example/', 'UTC', 'active', 0, 0, 0, '[]', 1, 1)`).bind(first?.id),
      ...[1, 0].map((isBusy) =>
        env.DB.prepare(`INSERT INTO external_games (external_team_id, uid, occurrence, user_id, title, place, starts_at, ends_at, is_cancelled, is_busy)
          VALUES ('elsewhere', ?1, '', ?2, 'Secret game', '', ?3, ?3 + 3600000, 0, ?1)`).bind(isBusy, first?.id, at + (isBusy ? 0 : hour)),
      ),
    ])
    const seen = await look(owner, id)
    expect(['18:00', '18:30', '19:00'].map((time) => countAt(seen, '2027-06-10', time))).toEqual([2, 2, 3])
    expect(JSON.stringify(seen)).not.toContain('Secret')
  })

  it('leave out the games that people are going to, and only these', async () => {
    const { id, owner, members } = await openTeam('busy', 3)
    const game = (gameId: string, state: string, startsAt: number) =>
      env.DB.prepare(
        `INSERT INTO events (id, activity, title, description, place_name, address, lat, lng, time_zone, starts_at, ends_at, capacity,
          slots, max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state, cancel_reason, taken, waiting,
          reminded, version, created_at, updated_at)
         VALUES (?1, 'tennis', 'T', '', 'P', '', 30, -97, 'America/Chicago', ?2, ?2 + 3600000, 4, '[]', 0, 'link', 0, '[]', 0, 'order', ?3,
          '', 0, 0, 0, 1, 1, 1)`,
      ).bind(gameId, startsAt, state)
    const join = (gameId: string, person: Person | undefined, state: string, startsAt: number) =>
      env.DB.prepare(
        `INSERT INTO joiners (id, event_id, user_id, state, seats, guests, answers, waitlist_rank, joined_at, arrived, is_no_show, left_late,
          starts_at, updated_at) VALUES (?1 || ?2, ?1, ?2, ?3, 1, '[]', '{}', 0, 1, 0, 0, 0, ?4, 1)`,
      ).bind(gameId, person?.id ?? '', state, startsAt)
    // Friday, 6 PM in Austin.
    const at = Date.parse('2027-06-11T23:00Z')
    await env.DB.batch([
      game('going', 'published', at),
      game('cancelled', 'cancelled', at),
      join('going', members[0], 'going', at),
      join('going', members[1], 'waiting', at),
      join('cancelled', members[2], 'going', at),
    ])
    const seen = await look(owner, id)
    expect(['18:00', '18:30', '19:00'].map((time) => countAt(seen, '2027-06-11', time))).toEqual([2, 2, 3])
    expect(countAt(seen, '2027-06-18', '18:00')).toBe(3)
    expect(JSON.stringify(seen)).not.toContain('going')
  })

  it('show nothing to members while too few others share', async () => {
    const { id, members } = await openTeam('few', minOthersSharing)
    const [first, second] = members
    if (!first || !second) throw new Error('The team has members')
    // Two others share besides the first one.
    expect(await look(first, id)).toMatchObject({ sharing: null, counts: null, best: [], people: null })
    expect(await share(first, id, false)).toBe(204)
    expect(await share(second, id, false)).toBe(204)
    expect(await look(first, id)).toMatchObject({ sharing: null, counts: null })
  })

  it('are asked for in one round trip', async () => {
    const { id, owner } = await openTeam('quick', 2)
    // The first request of the day also notes that the session is in use.
    await look(owner, id)
    const answer = await owner.ask(`/api/teams/${id}/hours`)
    expect(answer.headers.get('server-timing')).toMatch(/round trips 2\b/)
  })
})

describe('Sharing', () => {
  it('is off until a member turns it on, and can be repeated', async () => {
    const { id, owner } = await openTeam('shy', 0)
    await setHours(owner, evenings)
    expect(await look(owner, id)).toMatchObject({ sharing: 0, mine: { isSharing: false, free: expect.stringMatching(/[1-9a-f]/) } })
    expect([await share(owner, id), await share(owner, id)]).toEqual([204, 204])
    expect(await look(owner, id)).toMatchObject({ sharing: 1, mine: { isSharing: true } })
    const { teams } = await (await owner.ask('/api/teams/mine')).json<OwnTeamPage>()
    expect(teams.map((team) => team.sharesHours)).toEqual([true])
    expect([await share(owner, id, false), await share(owner, id, false)]).toEqual([204, 204])
    expect(await look(owner, id)).toMatchObject({ sharing: 0, mine: { isSharing: false } })
  })

  it('ends with the membership, and does not come back with it', async () => {
    const { id, owner, members } = await openTeam('leaver', 2)
    const [leaver] = members
    if (!leaver) throw new Error('The team has members')
    await leaveTeam(openPrimary(env.DB), { now: Date.now(), newId: () => 'x' }, leaver.id, id)
    expect((await look(owner, id)).sharing).toBe(1)
    expect(await env.DB.prepare('SELECT count(*) AS n FROM team_hour_shares WHERE user_id = ?').bind(leaver.id).first('n')).toBe(0)
    const join = (at: number) =>
      env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, 'member', ?)")
        .bind(id, leaver.id, at)
        .run()
    await join(Date.now())
    expect(names((await look(owner, id)).people)).toEqual(['Player 2'])
    // A row that was left behind is not valid for a new membership.
    await env.DB.prepare('INSERT INTO team_hour_shares VALUES (?, ?, ?)').bind(id, leaver.id, start).run()
    expect(names((await look(owner, id)).people)).toEqual(['Player 2'])
    expect(await look(leaver, id)).toMatchObject({ mine: { isSharing: false } })
  })

  it('is for members only', async () => {
    const { id, owner } = await openTeam('closed', 0)
    const stranger = await enterAndSetUp('closed-stranger')
    const put = (person: Person, teamId: string) =>
      person.ask(`/api/teams/${teamId}/hours/sharing`, { method: 'PUT', json: { isSharing: true } })
    expect((await readProblem(await put(stranger, id))).code).toBe('TeamNotFound')
    expect((await readProblem(await put(owner, 'no-such-team'))).code).toBe('TeamNotFound')
    expect((await readProblem(await stranger.ask(`/api/teams/${id}/hours`))).code).toBe('TeamNotFound')
    expect((await readProblem(await stranger.ask('/api/teams/no-such-team/hours'))).code).toBe('TeamNotFound')
    expect((await put(owner, id)).status).toBe(204)
    expect((await owner.ask(`/api/teams/${id}/hours/sharing`, { method: 'PUT', json: { isSharing: 'yes' } })).status).toBe(400)
  })

  it('shows an owner nothing of a person who has blocked them', async () => {
    const { id, owner, members } = await openTeam('blocks', 4)
    await block(members[0]?.id ?? '', owner.id)
    await block(owner.id, members[1]?.id ?? '')
    const seen = await look(owner, id)
    expect(seen.sharing).toBe(2)
    expect(names(seen.people)).toEqual(['Player 3', 'Player 4'])
    expect(countAt(seen, '2027-06-11', '18:00')).toBe(2)
  })

  it('counts for members from the next day on', async () => {
    const { id, owner, members } = await openTeam('patient', 4)
    const [first] = members
    if (!first) throw new Error('The team has members')
    await setHours(owner, schedule('America/Chicago', { friday: ['08:00-10:00'] }))
    await share(owner, id)
    const friday = '2027-06-11'
    expect(countAt(await look(owner, id), friday, '08:00')).toBe(1)
    const before = await look(first, id)
    expect([before.sharing, countAt(before, friday, '08:00')]).toEqual([4, 0])
    // The hours were entered at 6 AM in Austin on June 10. At the next midnight there, they have not stood for a day, but at the one
    // after it.
    const [firstMidnight, secondMidnight] = [Date.UTC(2027, 5, 11, 5), Date.UTC(2027, 5, 12, 5)]
    for (const time of [firstMidnight - hour, firstMidnight, secondMidnight - 1]) {
      goTo(time)
      expect((await look(first, id)).sharing).toBe(4)
    }
    goTo(secondMidnight)
    expect((await look(first, id)).sharing).toBe(5)
  })
})
