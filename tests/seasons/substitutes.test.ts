import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxAsksPerDay } from '../../domain/seasons/substitute-rules.ts'
import type { OwnAsks, SubstituteCandidates, Substitutes } from '../../domain/seasons/substitutes-contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import { setPrice } from '../events/games.ts'
import { deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { addCrowd, addPeople, crew, crowd, max, mia, olga, omar, zoe } from '../teams/people.ts'
import { addGames, addGroup, as, match, outcome, place, read, resetSeason, season, send } from './season-requests.ts'

holdQueues()

/** Noon of tomorrow, because nobody is asked at night. */
const noon = (Math.floor(Date.now() / day) + 1) * day + 12 * hour

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  const tables = ['joiners', 'event_invites', 'notices', 'outbox', 'jobs', 'team_mutes', 'availability', 'profiles', 'substitute_asks']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  await resetSeason()
  await addCrowd(crew, subs)
  await env.DB.prepare('UPDATE users SET display_name = id WHERE display_name IS NULL').run()
})
afterEach(() => vi.useRealTimers())

const subs = crowd('sub', 5)
const setProfile = (id: string, { level = 3, lat = 0, joinReason = null as string | null } = {}) =>
  env.DB.prepare(
    `INSERT INTO profiles (user_id, full_name, bio, city_id, city_name, city_state, lat, lng, time_zone, pronoun, join_reason, activities, version, created_at, updated_at)
     VALUES (?, '', '', 1, 'Austin', 'TX', ?, 0, 'UTC', 'They/Them', ?, ?, 1, 1, 1)`,
  )
    .bind(id, lat, joinReason, JSON.stringify([{ activity: 'tennis', level, isOn: true }]))
    .run()
const game = (id: string, path = '', method = 'GET') => ask(`/api/events/match${path}`, { ...as(id), method })
const joinGame = (id: string) => ask('/api/events/match/me', { ...as(id), method: 'PUT', json: {} })
const leaveGame = (id: string) => game(id, '/me', 'DELETE')
const answer = (id: string, word: string, eventId = 'match') => send(id, 'PUT', `/sessions/${eventId}/ask/${word}`)
const asksOf = async (id: string) => (await read<OwnAsks>(id, '/asks')).asks.map(({ state }) => state)
const listAsked = async (by: string = omar) => {
  const { openSeats, asked } = await read<Substitutes>(by, '/sessions/match/substitutes')
  return { openSeats, asked: asked.map(({ person, answer: word }) => `${person.id} ${word}`).sort() }
}
const askNow = () => runChores(env, Date.now())
const goingTo = async (eventId = 'match') =>
  (await rowsOf("SELECT user_id FROM joiners WHERE event_id = ? AND state = 'going' ORDER BY user_id", eventId)).map((row) => row.user_id)
const noticesOf = async (id: string) => rowsOf("SELECT title, path FROM notices WHERE user_id = ? AND key LIKE 'substitute:%'", id)

/** A match in so many hours with Mia and Max in it, of the nine seats that it has. All of the crowd are free agents. */
async function setUpMatch({ hours = 24, free = subs } = {}) {
  await addGames({ match: hours })
  const [red, blue] = [(await addGroup('Red')).id, (await addGroup('Blue')).id]
  await match('match', red, blue)
  await place(mia, 'captain', red)
  await place(max, 'player', blue)
  for (const id of free) await place(id, 'freeAgent')
  for (const id of [mia, max]) expect((await joinGame(id)).status).toBe(200)
  return { red, blue }
}

describe('A seat that is lost late', () => {
  it('asks free agents, nearest first. The first yes has it, and the others read why not', async () => {
    await setUpMatch()
    for (const [index, id] of subs.entries()) await setProfile(id, { lat: index + 1 })
    expect((await leaveGame(max)).status).toBe(200)
    await askNow()
    expect(await listAsked()).toEqual({ openSeats: 1, asked: ['sub-0 null', 'sub-1 null', 'sub-2 null'] })
    await deliverNotices()
    expect(await noticesOf('sub-0')).toEqual([{ title: 'Can you play? match', path: `/team/${crew}/seasons/${season}` }])
    expect(await noticesOf('sub-3')).toEqual([])
    expect(await asksOf('sub-0')).toEqual(['open'])
    expect(await outcome(answer('sub-1', 'yes'))).toBe(204)
    expect(await goingTo()).toEqual([mia, 'sub-1'])
    const refused = await answer('sub-0', 'yes')
    expect([refused.status, (await readProblem(refused)).title]).toEqual([409, 'Somebody else already has this seat.'])
    expect(await asksOf('sub-0')).toEqual(['taken'])
    expect(await asksOf('sub-1')).toEqual(['yes'])
    // A repeated yes changes nothing.
    expect(await outcome(answer('sub-1', 'yes'))).toBe(204)
    expect(await listAsked()).toEqual({ openSeats: 0, asked: ['sub-0 null', 'sub-1 yes', 'sub-2 null'] })
  })

  it('in a game that costs money is paid for by whoever takes it, unless it is too late', async () => {
    await setUpMatch()
    await setPrice('match')
    await leaveGame(max)
    await askNow()
    expect(await outcome(answer('sub-1', 'yes'))).toBe(204)
    expect(await rowsOf("SELECT user_id, state FROM joiners WHERE event_id = 'match' AND state NOT IN ('going', 'left')")).toEqual([
      { user_id: 'sub-1', state: 'paying' },
    ])
    expect([await asksOf('sub-0'), await asksOf('sub-1')]).toEqual([['taken'], ['yes']])
    await leaveGame('sub-1')
    vi.setSystemTime(noon + 24 * hour - 39 * minute)
    expect(await outcome(answer('sub-0', 'yes'))).toBe('409 TooLateToPay')
    expect(await goingTo()).toEqual([mia])
  })

  it('asks nobody whose own side plays then, and warns those who are asked by hand', async () => {
    const { blue } = await setUpMatch({ free: ['sub-0'] })
    const green = (await addGroup('Green')).id
    await addGames({ rival: 24 })
    await match('rival', blue, green)
    await setProfile('sub-1', { joinReason: 'Substitute' })
    await place('sub-1', 'player', green)
    await leaveGame(max)
    await askNow()
    expect((await listAsked()).asked).toEqual(['sub-0 null'])
    await env.DB.prepare("INSERT INTO substitute_asks (event_id, user_id, asked_at) VALUES ('match', 'sub-1', 1)").run()
    expect((await read<OwnAsks>('sub-1', '/asks')).asks.map(({ doesOwnSidePlay }) => doesOwnSidePlay)).toEqual([true])
    expect((await read<OwnAsks>('sub-0', '/asks')).asks.map(({ doesOwnSidePlay }) => doesOwnSidePlay)).toEqual([false])
    // The side plays at another time.
    await env.DB.prepare("UPDATE events SET starts_at = starts_at + ?1, ends_at = ends_at + ?1 WHERE id = 'rival'")
      .bind(10 * hour)
      .run()
    expect((await read<OwnAsks>('sub-1', '/asks')).asks.map(({ doesOwnSidePlay }) => doesOwnSidePlay)).toEqual([false])
  })

  it('goes to one of twenty who say yes at once', async () => {
    const many = crowd('fast', 20)
    await addCrowd(crew, many)
    await setUpMatch({ free: [] })
    await leaveGame(max)
    await env.DB.batch(
      many.map((id) => env.DB.prepare("INSERT INTO substitute_asks (event_id, user_id, asked_at) VALUES ('match', ?, 1)").bind(id)),
    )
    const answers = await Promise.all(many.map((id) => outcome(answer(id, 'yes'))))
    expect(answers.filter((each) => each === 204)).toHaveLength(1)
    expect(answers.filter((each) => each === '409 SubstituteSeatTaken')).toHaveLength(19)
    expect(await goingTo()).toHaveLength(2)
  })

  it('asks people whose join reason is Substitute, with the right level, who are free then and have not muted the community', async () => {
    await setUpMatch({ free: ['sub-0', 'sub-1'] })
    await env.DB.prepare('UPDATE season_groups SET level_min = 2.5, level_max = 3.5').run()
    await setProfile('sub-0', { level: 4 })
    await setProfile('sub-1')
    await setProfile('sub-2', { joinReason: 'Substitute' })
    await setProfile('sub-3', { joinReason: 'Organize' })
    await setProfile('sub-4', { joinReason: 'Substitute' })
    await addPeople(['foreign'])
    await setProfile('foreign', { joinReason: 'Substitute' })
    await env.DB.prepare('INSERT INTO team_mutes VALUES (?, ?, 1)').bind('sub-4', crew).run()
    await leaveGame(max)
    await askNow()
    expect((await listAsked()).asked).toEqual(['sub-1 null', 'sub-2 null'])
  })

  it('asks nobody who plays elsewhere then, has other hours, or has a block with the host', async () => {
    await setUpMatch()
    await addGames({ other: 24.5 })
    expect((await ask('/api/events/other/me', { ...as('sub-0'), method: 'PUT', json: {} })).status).toBe(200)
    await env.DB.prepare("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', 'sub-1', 'olga', 1)").run()
    const never = { isAvailable: false, timeRanges: [] }
    const weekly = Object.fromEntries(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekday) => [weekday, never]),
    )
    await env.DB.prepare(
      "INSERT INTO availability (user_id, time_zone, weekly, dates, version, created_at, updated_at) VALUES ('sub-2', 'UTC', ?, '[]', 1, 1, 1)",
    )
      .bind(JSON.stringify(weekly))
      .run()
    await leaveGame(max)
    await askNow()
    expect((await listAsked()).asked).toEqual(['sub-3 null', 'sub-4 null'])
  })

  it('asks in waves, once for each, until somebody says yes', async () => {
    await setUpMatch()
    await leaveGame(max)
    await Promise.all([askNow(), askNow(), askNow()])
    expect((await listAsked()).asked).toHaveLength(3)
    await askNow()
    expect((await listAsked()).asked).toHaveLength(3)
    vi.setSystemTime(Date.now() + 30 * minute)
    await askNow()
    expect((await listAsked()).asked).toHaveLength(5)
    await deliverNotices()
    for (const id of subs) expect(await noticesOf(id)).toHaveLength(1)
    await answer('sub-4', 'yes')
    // A substitute who cannot come after all loses the seat late too.
    expect((await leaveGame('sub-4')).status).toBe(200)
    expect(await asksOf('sub-0')).toEqual(['open'])
    expect(await outcome(answer('sub-0', 'yes'))).toBe(204)
  })

  it('asks a person three times a day at most', async () => {
    await setUpMatch({ free: ['sub-0'] })
    const games = Array.from({ length: maxAsksPerDay }, (_, index) => `more-${index}`)
    await addGames(Object.fromEntries(games.map((id) => [id, 30])))
    for (const id of games) {
      await send(omar, 'PUT', `/sessions/${id}`, {})
      await env.DB.prepare('INSERT INTO substitute_asks (event_id, user_id, asked_at) VALUES (?, ?, ?)')
        .bind(id, 'sub-0', Date.now() - hour)
        .run()
    }
    await leaveGame(max)
    await askNow()
    expect((await listAsked()).asked).toEqual([])
    expect(await outcome(send(omar, 'PUT', '/sessions/match/substitutes/sub-0'))).toBe('409 CannotAskSubstitute')
    // A day later, not counting the night.
    vi.setSystemTime(Date.now() + 23 * hour)
    await askNow()
    expect((await listAsked()).asked).toEqual(['sub-0 null'])
  })

  it('asks nobody at night, or early before the game', async () => {
    await setUpMatch({ hours: 49 })
    await leaveGame(max)
    await askNow()
    expect(await listAsked()).toEqual({ openSeats: 0, asked: [] })
    await joinGame(max)
    await joinGame(zoe)
    vi.setSystemTime(Date.now() + 10.5 * hour)
    await leaveGame(max)
    await askNow()
    expect(await listAsked()).toEqual({ openSeats: 1, asked: [] })
    vi.setSystemTime(Date.now() + 10 * hour)
    await askNow()
    expect((await listAsked()).asked).toHaveLength(3)
  })

  it('asks nobody if the person is not in the season, or if others wait', async () => {
    await addCrowd(crew, ['sub-9'])
    await setUpMatch({ free: [] })
    await joinGame('sub-9')
    await leaveGame('sub-9')
    expect((await listAsked()).openSeats).toBe(0)
    await env.DB.prepare("UPDATE events SET capacity = 2 WHERE id = 'match'").run()
    await ask('/api/events/match/me', { ...as('sub-9'), method: 'PUT', json: { orWait: true } })
    await leaveGame(max)
    expect((await listAsked()).openSeats).toBe(0)
  })

  it('asks too when a host removes the player', async () => {
    await setUpMatch()
    const [entry] = await rowsOf("SELECT id FROM joiners WHERE user_id = 'max'")
    const removed = await ask(`/api/events/match/joiners/${entry?.id}`, { ...as(olga), method: 'POST', json: { action: 'remove' } })
    expect(removed.status).toBeLessThan(300)
    expect((await listAsked()).openSeats).toBe(1)
  })

  it('is over at the start, and when the game is cancelled', async () => {
    await setUpMatch()
    await leaveGame(max)
    await askNow()
    await env.DB.prepare("UPDATE events SET state = 'cancelled' WHERE id = 'match'").run()
    expect(await outcome(answer('sub-0', 'yes'))).toBe('409 SubstituteOver')
    expect(await asksOf('sub-0')).toEqual([])
    await env.DB.prepare("UPDATE events SET state = 'published' WHERE id = 'match'").run()
    vi.setSystemTime(Date.now() + 24 * hour)
    expect(await outcome(answer('sub-0', 'yes'))).toBe('409 SubstituteOver')
    expect(await goingTo()).toEqual([mia])
    expect((await listAsked()).openSeats).toBe(0)
  })
})

describe('Substitutes', () => {
  it('are asked by hand by organizers and the captains of the game, and only by them', async () => {
    await setUpMatch({ free: ['sub-3'] })
    const { people } = await read<SubstituteCandidates>(mia, '/sessions/match/substitute-candidates')
    expect(people[0]).toMatchObject({ id: 'sub-3', isSubstitute: true })
    expect(people.map(({ id }) => id)).not.toContain(max)
    expect(await outcome(send(mia, 'PUT', '/sessions/match/substitutes/sub-1'))).toBe(204)
    expect(await outcome(send(mia, 'PUT', '/sessions/match/substitutes/sub-1'))).toBe(204)
    expect(await listAsked(mia)).toEqual({ openSeats: 1, asked: ['sub-1 null'] })
    await deliverNotices()
    expect((await noticesOf('sub-1')).map(({ title }) => title)).toEqual(['mia asks if you can play: match'])
    for (const path of ['/sessions/match/substitutes', '/sessions/match/substitute-candidates']) {
      expect(await outcome(send(max, 'GET', path))).toBe('403 NotAllowed')
      expect(await outcome(send(zoe, 'GET', path))).toBe('404 SeasonNotFound')
    }
    expect(await outcome(send(max, 'PUT', '/sessions/match/substitutes/sub-2'))).toBe('403 NotAllowed')
    expect(await outcome(send(zoe, 'PUT', '/sessions/match/substitutes/sub-2'))).toBe('404 SeasonNotFound')
    // People outside of the community, players of the game and people with a block get the same answer.
    await env.DB.prepare("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', 'sub-4', 'omar', 1)").run()
    for (const id of [zoe, max, 'sub-4', 'nobody']) {
      expect(await outcome(send(omar, 'PUT', `/sessions/match/substitutes/${id}`)), id).toBe('409 CannotAskSubstitute')
    }
    await env.DB.prepare("UPDATE events SET capacity = 2 WHERE id = 'match'").run()
    expect(await outcome(send(omar, 'PUT', '/sessions/match/substitutes/sub-2'))).toBe('409 NoSeatForSubstitute')
  })

  it('answer for themselves, and only if they were asked', async () => {
    await setUpMatch()
    await leaveGame(max)
    await send(omar, 'PUT', '/sessions/match/substitutes/sub-0')
    expect(await outcome(answer('sub-1', 'yes'))).toBe('404 SubstituteNotAsked')
    expect(await outcome(answer(zoe, 'yes'))).toBe('404 SeasonNotFound')
    expect(await outcome(answer('sub-0', 'no'))).toBe(204)
    expect(await asksOf('sub-0')).toEqual(['no'])
    // Asking once more changes nothing.
    expect(await outcome(send(omar, 'PUT', '/sessions/match/substitutes/sub-0'))).toBe(204)
    expect(await asksOf('sub-0')).toEqual(['no'])
    // They can still change their mind.
    expect(await outcome(answer('sub-0', 'yes'))).toBe(204)
    expect(await outcome(answer('sub-0', 'no'))).toBe('409 SubstituteSaidYes')
    await env.DB.prepare("DELETE FROM team_members WHERE user_id = 'sub-1'").run()
    expect(await outcome(answer('sub-1', 'yes'))).toBe('404 SeasonNotFound')
  })

  it('are forgotten with the game, the season and the community', async () => {
    await setUpMatch()
    await send(omar, 'PUT', '/sessions/match/substitutes/sub-0')
    expect(await outcome(send(omar, 'DELETE', '/sessions/match'))).toBe(204)
    expect(await rowsOf('SELECT 1 FROM substitute_asks UNION ALL SELECT 1 FROM substitute_calls')).toEqual([])
    await match('match', ...((await rowsOf('SELECT id FROM season_groups')).map(({ id }) => String(id)) as [string, string]))
    await send(omar, 'PUT', '/sessions/match/substitutes/sub-0')
    expect(await outcome(send(olga, 'DELETE', ''))).toBe(204)
    expect(await rowsOf('SELECT 1 FROM substitute_asks UNION ALL SELECT 1 FROM substitute_calls')).toEqual([])
  })
})
