import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import type { GameTab, GameYear, MyGamesPage, MyMonth } from '../../domain/my-games/contract.ts'
import { maxSavedGames, myGamesPageSize } from '../../domain/my-games/contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { cancel, join, publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, enterAndSetUp, type Person, putInTeams } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { inDays } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()
beforeAll(() => buildWorld(env.DB, ['cities:some']))

const onDay = (days: number) => ({ title: `Day ${days}`, starts: inDays(days), ends: inDays(days, '14:00') })
const read = async <Answer>(person: Person, path: string) => (await (await person.ask(`/api/my-games${path}`)).json()) as Answer
const titlesIn = async (person: Person, tab: GameTab) => (await read<MyGamesPage>(person, `?tab=${tab}`)).games.map(({ title }) => title)
const save = (person: Person, id: string, method = 'PUT') => person.ask(`/api/my-games/saved/${id}`, { method })

/** Moves a game and its entries to the past. */
const moveBack = (id: string, startsAt: number) =>
  env.DB.batch([
    env.DB.prepare('UPDATE events SET starts_at = ?2, ends_at = ?3 WHERE id = ?1').bind(id, startsAt, startsAt + 2 * hour),
    env.DB.prepare('UPDATE joiners SET starts_at = ?2 WHERE event_id = ?1').bind(id, startsAt),
  ])

it('Each game is in the tabs where it belongs', async () => {
  const [host, me] = [await enterAndSetUp('tabs-host'), await enterAndSetUp('tabs-me')]
  await join(me, await publishGame(host, onDay(3)))
  // Another activity of the host is no next game of this one.
  await publishGame(host, { ...onDay(1), activity: 'chess' })
  const full = await publishGame(host, { ...onDay(2), capacity: 1 })
  await join(host, full)
  await join(me, full, { orWait: true })
  await publishGame(me, onDay(4))
  await publishGame(me, onDay(5), { publish: { when: 'never' } })
  await save(me, await publishGame(host, onDay(6)))
  const played = await publishGame(host, onDay(7))
  await join(me, played)
  await moveBack(played, Date.now() - 3 * day)
  expect(await titlesIn(me, 'next')).toEqual(['Day 2', 'Day 3', 'Day 4'])
  expect(await titlesIn(me, 'waiting')).toEqual(['Day 2'])
  expect(await titlesIn(me, 'hosting')).toEqual(['Day 4', 'Day 5'])
  expect(await titlesIn(me, 'saved')).toEqual(['Day 6'])
  const { games } = await read<MyGamesPage>(me, '?tab=past')
  expect(games.map(({ title, again }) => [title, again?.id, again?.title, again?.of])).toEqual([['Day 7', full, 'Day 2', 'host']])
  await block('tabs-me', 'tabs-host')
  expect((await read<MyGamesPage>(me, '?tab=past')).games.map(({ again }) => again)).toEqual([null])
})

it('A past game of a community leads to its next game of the same activity, for its members only if that is not public', async () => {
  const [host, other, me] = [await enterAndSetUp('club-host'), await enterAndSetUp('club-other'), await enterAndSetUp('club-me')]
  await putInTeams(['next-club'], ['club-host', 'club-other', 'club-me'])
  await env.DB.prepare("UPDATE team_members SET role = 'organizer' WHERE team_id = 'next-club'").run()
  const ofClub = { teamId: 'next-club', visibility: 'team' } as const
  const played = await publishGame(host, { ...onDay(2), ...ofClub })
  await join(me, played)
  await moveBack(played, Date.now() - 3 * day)
  await publishGame(other, { ...onDay(3), ...ofClub, activity: 'chess' })
  const next = await publishGame(other, { ...onDay(4), ...ofClub })
  const findAgain = async () => (await read<MyGamesPage>(me, '?tab=past')).games.map(({ again }) => again && [again.id, again.of])
  expect(await findAgain()).toEqual([[next, 'community']])
  await env.DB.prepare("DELETE FROM team_members WHERE user_id = 'club-me'").run()
  expect(await findAgain()).toEqual([null])
})

it('A cancelled game stays in my lists as such while it would have been soon, also a saved one', async () => {
  const [host, me] = [await enterAndSetUp('cancelled-host'), await enterAndSetUp('cancelled-me')]
  const soon = await publishGame(host, onDay(2))
  const later = await publishGame(host, onDay(9))
  const saved = await publishGame(host, onDay(3))
  await join(me, soon)
  await join(me, later)
  await save(me, saved)
  for (const id of [soon, later, saved]) expect((await cancel(host, id)).ok).toBe(true)
  const statesIn = async (path: string) =>
    (await read<MyGamesPage>(me, path)).games.map(({ title, state, isGuest }) => [title, state, isGuest])
  expect(await statesIn('?tab=next')).toEqual([['Day 2', 'cancelled', false]])
  expect(await statesIn(`/month?month=${inDays(2).slice(0, 7)}`)).toContainEqual(['Day 2', 'cancelled', false])
  expect(await statesIn('?tab=saved')).toEqual([['Day 3', 'cancelled', false]])
})

it('A month has no games that are over and in which I had no seat', async () => {
  const [host, me] = [await enterAndSetUp('month-host'), await enterAndSetUp('month-me')]
  const [played, missed] = [await publishGame(host, onDay(2)), await publishGame(host, { ...onDay(3), capacity: 1 })]
  const hosted = await publishGame(me, onDay(4))
  await join(host, missed)
  await join(me, missed, { orWait: true })
  await join(me, played)
  const titles = async (month: string) => (await read<MyMonth>(me, `/month?month=${month}`)).games.map(({ title }) => title)
  expect(await titles(inDays(3).slice(0, 7))).toContain('Day 3')
  for (const [index, id] of [played, missed, hosted].entries()) await moveBack(id, Date.UTC(2025, 4, 5 + index, 12))
  expect(await titles('2025-05')).toEqual(['Day 2', 'Day 4'])
})

it('Pages follow each other without a gap, and a month has the same games', async () => {
  const me = await enterAndSetUp('pages-me')
  const id = await publishGame(me, onDay(1))
  const noon = Date.UTC(2025, 4, 25, 12)
  for (let index = 0; index < 2 * myGamesPageSize + 3; index++) await moveBack(await publishGame(me, onDay(2)), noon - index * day)
  const seen: number[] = []
  let path = '?tab=past'
  for (let pages = 0; pages < 5 && path; pages++) {
    const { games, next } = await read<MyGamesPage>(me, path)
    seen.push(...games.map(({ startsAt }) => startsAt))
    path = next === null ? '' : `?tab=past&cursor=${next}`
  }
  expect(seen).toEqual(Array.from({ length: 2 * myGamesPageSize + 3 }, (_, index) => noon - index * day))
  const { games, isCut } = await read<MyMonth>(me, '/month?month=2025-05')
  expect([games.length, isCut]).toEqual([2 * myGamesPageSize + 3, false])
  expect(games.some((game) => game.id === id)).toBe(false)
})

it('A saved game goes with the draft that it was, and no more than a hundred are saved', async () => {
  const [host, me] = [await enterAndSetUp('save-host'), await enterAndSetUp('save-me')]
  const draft = await publishGame(host, onDay(3), { publish: { when: 'never' } })
  expect((await save(me, draft)).status).toBe(404)
  expect((await save(host, draft)).status).toBe(204)
  expect((await host.ask(`/api/events/${draft}`, { method: 'DELETE' })).status).toBe(204)
  expect(await read(host, '/saved')).toEqual({ ids: [] })
  const game = await publishGame(host, onDay(4))
  expect([(await save(me, game)).status, (await save(me, game)).status]).toEqual([204, 204])
  await save(me, game, 'DELETE')
  expect(await read(me, '/saved')).toEqual({ ids: [] })
  const ids: string[] = []
  for (let index = 0; index < 2; index++) ids.push(await publishGame(host, onDay(5 + index)))
  await env.DB.prepare(
    `INSERT INTO events SELECT 'copy-' || n.key, creator_id, team_id, series_id, activity, title, description, picture_key, place_id, place_name, address, lat, lng,
       time_zone, starts_at, ends_at, level_min, level_max, capacity, slots, max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state,
       publish_at, cancel_reason, taken, waiting, reminded, version, created_at, updated_at, pricing, joins_at, plus_joins_early, form_id, 0
     FROM events, json_each(?2) n WHERE events.id = ?1`,
  )
    .bind(game, JSON.stringify(Array.from({ length: maxSavedGames - 1 }, () => 0)))
    .run()
  await env.DB.prepare("INSERT INTO saved_games SELECT 'save-me', id, 1 FROM events WHERE id LIKE 'copy-%'").run()
  expect([(await save(me, ids[0] ?? '')).status, (await save(me, ids[1] ?? '')).status]).toEqual([204, 409])
  // A game that is over makes room.
  await moveBack('copy-0', Date.now() - 3 * day)
  expect((await save(me, ids[1] ?? '')).status).toBe(204)
})

it('A year says with whom I played most often, but for people with a block, and is counted once a day', async () => {
  const [host, me] = [await enterAndSetUp('year-host'), await enterAndSetUp('year-me')]
  const [often, once] = [
    await enterAndSetUp('year-often', { displayName: 'Often' }),
    await enterAndSetUp('year-once', { displayName: 'Once' }),
  ]
  for (const [index, others] of [[often, once], [often], [often], []].entries()) {
    const id = await publishGame(host, { ...onDay(2), where: { placeId: null, name: 'Oak Courts', address: '', lat: 30.35, lng: -97.74 } })
    for (const person of [me, ...others]) await join(person, id)
    await moveBack(id, Date.UTC(2025, 5, 2 + index * 7, 18))
  }
  const year = () => read<GameYear>(me, '/years/2025')
  const counted = await year()
  expect(counted).toMatchObject({ year: 2025, games: 4, hours: 8, people: 2, weeksInARow: 4, place: { name: 'Oak Courts', games: 4 } })
  expect([counted.partner?.person.name, counted.partner?.games]).toEqual(['Often', 3])
  await block('year-often', 'year-me')
  expect(await year()).toMatchObject({ games: 4, partner: null })
  expect(await read(me, '/years/2024')).toMatchObject({ games: 0, partner: null, place: null, activity: null, weeksInARow: 0 })
})

it('Nobody has played with people who did not come', async () => {
  const [host, me, absent] = [await enterAndSetUp('absent-host'), await enterAndSetUp('absent-me'), await enterAndSetUp('absent-one')]
  for (let index = 0; index < 2; index++) {
    const id = await publishGame(host, onDay(2))
    for (const person of [me, absent]) await join(person, id)
    await moveBack(id, Date.UTC(2025, 4, 5 + 7 * index, 12))
  }
  await env.DB.prepare("UPDATE joiners SET is_no_show = 1 WHERE user_id = 'absent-one'").run()
  expect(await read(me, '/years/2025')).toMatchObject({ games: 2, people: 0, partner: null })
  expect(await read(absent, '/years/2025')).toMatchObject({ games: 0, people: 0, partner: null })
})
