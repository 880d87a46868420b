import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventForm } from '../../domain/events/form-contract.ts'
import type { HomeNearby, HomeUpcoming } from '../../domain/home/contract.ts'
import type { ProfileGames } from '../../domain/profiles/public-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { join, leave, publishGame, publishHiddenGames } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addPlace } from '../places/places.ts'
import { block, completeForm, enter, enterAndSetUp, type Person, rowsRead } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, repeatWeekly } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const getUpcoming = async (person: Person): Promise<HomeUpcoming> => (await person.ask('/api/home/upcoming')).json()
const getNearby = async (person: Person): Promise<HomeNearby> => (await person.ask('/api/home/nearby')).json()
const titles = ({ events }: { events: { title: string }[] }) => events.map(({ title }) => title)
const onDay = (day: number, more: Partial<EventForm> = {}): Partial<EventForm> => ({
  title: `Day ${day}`,
  starts: inDays(day),
  ends: inDays(day, '14:00'),
  ...more,
})
const withUpcomingGames = (publicUpcomingGames: boolean) => ({ privacy: { ...completeForm.privacy, publicUpcomingGames } })

describe('My next games', () => {
  it('are games that I play, wait for or host, by start time, up to seven', async () => {
    const host = await enterAndSetUp('host')
    const me = await enterAndSetUp('me')
    for (const day of [9, 3, 8, 4, 7, 5]) await join(me, await publishGame(host, onDay(day)))
    const full = await publishGame(host, onDay(2, { title: 'Full', capacity: 1 }))
    await join(host, full)
    await join(me, full, { orWait: true })
    await publishGame(me, onDay(6, { title: 'My own' }))
    await publishGame(me, onDay(1, { title: 'A draft' }), { publish: { when: 'never' } })
    const cancelled = await publishGame(host, onDay(1, { title: 'Cancelled' }))
    await join(me, cancelled)
    await host.ask(`/api/events/${cancelled}/cancel`, { method: 'POST', json: { reason: '' } })
    const mine = await getUpcoming(me)
    expect(titles(mine)).toEqual(['Full', 'Day 3', 'Day 4', 'Day 5', 'My own', 'Day 7', 'Day 8'])
    expect(mine.events.map((event) => event.mine).slice(0, 2)).toEqual(['waiting', 'going'])
  })

  it('are still mine as a host after I have left my own seat', async () => {
    const host = await enterAndSetUp('leaving-host')
    const id = await publishGame(host, onDay(4, { title: 'Mine' }))
    await join(host, id)
    await host.ask(`/api/events/${id}/me`, { method: 'DELETE' })
    expect((await getUpcoming(host)).events).toMatchObject([{ id, mine: null, isGuest: false }])
  })

  it('are found behind many that were cancelled, and each once if I have it in several ways', async () => {
    const [host, me] = [await enterAndSetUp('rainy-host'), await enterAndSetUp('rainy-me')]
    await publishGame(host, onDay(2, { title: 'Rained off' }), { repeat: repeatWeekly(20) })
    const { results } = await env.DB.prepare("SELECT id FROM events WHERE title = 'Rained off'").all<{ id: string }>()
    for (const { id } of results) await join(me, id)
    await env.DB.exec("UPDATE events SET state = 'cancelled' WHERE title = 'Rained off'")
    const mine = await publishGame(me, onDay(200, { title: 'Mine' }))
    await join(me, mine)
    await env.DB.exec(`INSERT INTO event_hosts SELECT id, 'rainy-me', starts_at, 1 FROM events WHERE id = '${mine}'`)
    const { events } = await getUpcoming(me)
    expect(events).toMatchObject([{ id: mine, mine: 'going', isGuest: false }])
  })

  it('show the other players of the next game, without people who are blocked', async () => {
    const host = await enterAndSetUp('faces-host')
    const me = await enterAndSetUp('faces-me')
    const [first, second] = [await publishGame(host, onDay(2)), await publishGame(host, onDay(3))]
    const players = await Promise.all(['ana', 'bo', 'cy'].map((id) => enterAndSetUp(id, { displayName: `Face ${id}` })))
    for (const person of [me, ...players.slice(0, 2)]) await join(person, first)
    for (const person of [me, ...players.slice(2)]) await join(person, second)
    expect((await getUpcoming(me)).faces.map(({ id }) => id)).toEqual(['ana', 'bo'])
    await block('bo', 'faces-me')
    expect((await getUpcoming(me)).faces.map(({ id }) => id)).toEqual(['ana'])
  })

  it('show a person on the waitlist only the players with public games', async () => {
    const host = await enterAndSetUp('wait-host')
    const me = await enterAndSetUp('waiter')
    const id = await publishGame(host, onDay(2, { capacity: 2 }))
    await join(await enterAndSetUp('open', withUpcomingGames(true)), id)
    await join(await enterAndSetUp('shy', withUpcomingGames(false)), id)
    await join(me, id, { orWait: true })
    expect((await getUpcoming(me)).faces.map((face) => face.id)).toEqual(['open'])
  })

  it('have one row for the dates of a series in which I have the same state, with my next dates', async () => {
    const host = await enterAndSetUp('series-host')
    const me = await enterAndSetUp('series-player')
    await publishGame(host, onDay(2, { title: 'Ladder', capacity: 1 }), { repeat: repeatWeekly(6) })
    await publishGame(me, onDay(3, { title: 'My series' }), { repeat: repeatWeekly(30) })
    const { results } = await env.DB.prepare("SELECT id FROM events WHERE title = 'Ladder' ORDER BY starts_at").all<{ id: string }>()
    const [first, second, third, , fifth] = results.map(({ id }) => id)
    await join(host, second ?? '')
    for (const id of [first, second, third, fifth]) await join(me, id ?? '', { orWait: true })
    await join(me, await publishGame(host, onDay(40, { title: 'Late' })))
    const inDaysAfter = ({ startsAt, nextDates }: HomeUpcoming['events'][number]) =>
      nextDates.map((next) => Math.round((next - startsAt) / day))
    const { events } = await getUpcoming(me)
    expect(events.map((event) => [event.title, event.mine, ...inDaysAfter(event)])).toEqual([
      ['Ladder', 'going', 14, 28],
      ['My series', null, 7, 14, 21],
      ['Ladder', 'waiting'],
      ['Late', 'going'],
    ])
  })

  it('have the next games of teams on other sites beside them, for their owner only', async () => {
    const [me, other] = [await enter('other-games-me'), await enter('other-games-other')]
    const run = (statement: string, ...values: unknown[]) =>
      env.DB.prepare(statement)
        .bind(...values)
        .run()
    await run(
      `INSERT INTO external_teams (id, user_id, name, address, feed_url, time_zone, state, skipped_entries, is_cut, failure_count, notified_failures, created_at, updated_at)
       VALUES ('home-external', ?, 'River City', '', 'https://calendars.example.com/x.ics', 'UTC', 'active', 0, 0, 0, '[]', 1, 1)`,
      me.id,
    )
    for (const hours of [-2, 1, 2, 3, 4])
      await run(
        "INSERT INTO external_games VALUES ('home-external', ?, '', ?, ?, 'Dock 4', ?, ?, NULL, NULL, 0, 1)",
        `game-${hours}`,
        me.id,
        `In ${hours}`,
        Date.now() + hours * 3_600_000,
        Date.now() + (hours + 1) * 3_600_000,
      )
    expect((await getUpcoming(me)).otherGames.map(({ title, teamName }) => `${title} ${teamName}`)).toEqual(
      [1, 2, 3].map((hours) => `In ${hours} River City`),
    )
    expect((await getUpcoming(other)).otherGames).toEqual([])
  })

  it('say whether the next one has a roof, if somebody has said so of its place', async () => {
    const [host, me] = [await enterAndSetUp('roof-host'), await enterAndSetUp('roof-player')]
    for (const [index, isIndoor] of [true, false, null].entries()) {
      const { id: placeId, name, address, lat, lng } = await addPlace(host, { name: `Hall ${index}`, lat: 30.35 + index, isIndoor })
      const id = await publishGame(host, onDay(2, { where: { placeId, name, address, lat, lng } }))
      await join(me, id)
      expect((await getUpcoming(me)).isIndoor).toBe(isIndoor)
      await leave(me, id)
    }
    await join(me, await publishGame(host, onDay(2)))
    expect((await getUpcoming(me)).isIndoor).toBeNull()
  })

  it('are empty for a new person', async () =>
    expect(await getUpcoming(await enter('fresh'))).toEqual({ events: [], faces: [], isIndoor: null, otherGames: [] }))
})

describe('Games near my city', () => {
  it('are public games within fifteen miles that I have not joined', async () => {
    const host = await enterAndSetUp('near-host')
    const blocker = await enterAndSetUp('rude')
    const me = await enterAndSetUp('blocked-viewer')
    await block('rude', 'blocked-viewer')
    await env.DB.exec('DELETE FROM event_cells')
    const at = (lat: number, lng: number) => ({ where: { placeId: null, name: 'Somewhere', address: '', lat, lng } })
    await publishGame(host, onDay(2, { title: 'Here' }))
    await publishGame(host, onDay(2, { title: 'Up the road', ...at(30.42, -97.75) }))
    await publishGame(host, onDay(2, { title: 'Too far', ...at(30.51, -97.68) }))
    await publishHiddenGames(host, onDay(2, { title: 'Hidden from view' }))
    await publishGame(blocker, onDay(2, { title: 'By a host who blocked me' }))
    await join(me, await publishGame(host, onDay(2, { title: 'Mine already' })))
    const found = await getNearby(me)
    expect(found.city).toMatchObject({ name: 'Austin', state: 'TX' })
    expect(titles(found)).toEqual(['Here', 'Up the road'])
    const pricing = { currency: 'usd', amount: 1500, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 }
    await env.DB.prepare("UPDATE events SET pricing = ? WHERE title = 'Up the road'").bind(JSON.stringify(pricing)).run()
    const paid = (await getNearby(me)).events.find(({ title }) => title === 'Up the road')
    expect(paid?.price).toMatchObject({ amount: 1500, currency: 'usd' })
    await publishGame(host, onDay(2, { title: 'Each week' }), { repeat: repeatWeekly(4) })
    expect(titles(await getNearby(me)).toSorted()).toEqual(['Each week', 'Here', 'Up the road'])
    for (const day of [3, 4, 5, 6, 7, 8, 9]) await publishGame(host, onDay(day))
    expect((await getNearby(me)).events).toHaveLength(7)
  })

  it('are of my activities and of others, and few are read where many are near', async () => {
    const host = await enterAndSetUp('mixed-host')
    const me = await enterAndSetUp('mixed-me', { activities: [{ activity: 'chess', level: 3, isOn: true }] })
    await env.DB.exec('DELETE FROM event_cells')
    const publish = (day: number, activity: 'chess' | 'golf') => publishGame(host, onDay(day, { activity, title: activity }))
    for (let day = 1; day < 26; day += 1) await publish(day, 'golf')
    for (const day of [30, 31, 32]) await publish(day, 'chess')
    // 25 other games are before mine.
    const answer = await me.ask('/api/home/nearby')
    const found = titles(await answer.clone().json<HomeNearby>())
    expect(found).toHaveLength(7)
    expect(found).toEqual(expect.arrayContaining(['chess', 'golf']))
    for (let day = 40; day < 70; day += 1) await publish(day, 'chess')
    const crowded = await me.ask('/api/home/nearby')
    expect(rowsRead(crowded)).toBeLessThan(200)
    // Many games of mine do not hide a better one of another activity.
    expect(titles(await crowded.json<HomeNearby>())).toEqual(expect.arrayContaining(['chess', 'golf']))
  })

  it('are read on where the next ones are dates of one series', async () => {
    const host = await enterAndSetUp('daily-host')
    const me = await enterAndSetUp('daily-me')
    await env.DB.exec('DELETE FROM event_cells')
    await publishGame(host, onDay(1, { title: 'Each week' }), { repeat: repeatWeekly(12) })
    for (const day of [80, 81, 82, 83, 84, 85, 86]) await publishGame(host, onDay(day, { title: `On day ${day}` }))
    const found = titles(await getNearby(me))
    expect([found.length, found.filter((title) => title === 'Each week').length]).toEqual([7, 1])
  })

  it('are none without a city', async () => expect(await getNearby(await enter('no-city'))).toEqual({ city: null, events: [] }))
})

describe('A visit', () => {
  const trips = (answer: Response) => Number(/round trips (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])

  it('sends all its requests at once and reads few rows', async () => {
    const me = await enterAndSetUp('visitor')
    const host = await enterAndSetUp('visit-host')
    await env.DB.exec('DELETE FROM event_cells')
    for (const day of [2, 3, 4, 5]) await join(me, await publishGame(host, onDay(day)))
    const answers = await Promise.all(
      ['/api/home/upcoming', '/api/home/setup-tasks', '/api/home/nearby', '/api/people/near?limit=7', '/api/profiles/me'].map((path) =>
        me.ask(path),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    // The first round trip of each request reads the session.
    expect(answers.map(trips)).toEqual([2, 2, 3, 3, 2])
    expect(answers.reduce((sum, answer) => sum + rowsRead(answer), 0)).toBeLessThan(350)
  })
})

describe('The games of a person', () => {
  const gamesOf = (viewer: Person, id: string) => viewer.ask(`/api/profiles/${id}/games`)
  const listShownTitles = async (viewer: Person, id: string) => titles(await (await gamesOf(viewer, id)).json<ProfileGames>())

  it('are the upcoming public games in which they have a seat, if they show them', async () => {
    const host = await enterAndSetUp('games-host')
    const lee = await enterAndSetUp('games-lee', withUpcomingGames(true))
    const stranger = await enterAndSetUp('stranger')
    await join(lee, await publishGame(host, onDay(4, { title: 'Open' })))
    const { byLink, forTeam } = await publishHiddenGames(host, onDay(3, { title: 'Hidden from view' }))
    await env.DB.exec(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('team-of-games-host', 'games-lee', 'member', 1)",
    )
    for (const id of [byLink, forTeam]) expect((await join(lee, id)).status).toBe(200)
    const full = await publishGame(host, onDay(3, { title: 'On the waitlist', capacity: 1 }))
    await join(host, full)
    await join(lee, full, { orWait: true })
    const over = await publishGame(host, onDay(2, { title: 'Over' }))
    await join(lee, over)
    await env.DB.batch([
      env.DB.prepare('UPDATE events SET starts_at = 1, ends_at = 2 WHERE id = ?').bind(over),
      env.DB.prepare('UPDATE joiners SET starts_at = 1 WHERE event_id = ?').bind(over),
    ])
    expect(await listShownTitles(stranger, 'games-lee')).toEqual(['Open'])

    await env.DB.exec("UPDATE privacy_settings SET public_upcoming_games = 0 WHERE user_id = 'games-lee'")
    expect((await gamesOf(stranger, 'games-lee')).status).toBe(404)
    // With this setting off, only the person sees their own games.
    expect(await listShownTitles(lee, 'games-lee')).toEqual(['Open'])
  })

  it('are read without the games of other hosts', async () => {
    const hostWithOneGame = await enterAndSetUp('few-host')
    await publishGame(hostWithOneGame, onDay(5))
    const daily = { every: 'day', interval: 1, weekdays: [], count: 30, until: null, except: [] } as const
    await publishGame(await enterAndSetUp('busy-host'), onDay(2), { repeat: { ...daily, weekdays: [], except: [] } })
    const answer = await hostWithOneGame.ask('/api/events?hostId=few-host')
    expect(titles(await answer.clone().json<HomeUpcoming>())).toEqual(['Day 5'])
    expect(rowsRead(answer)).toBeLessThanOrEqual(10)
  })

  it('have one row for each series, with the dates on which they play', async () => {
    const host = await enterAndSetUp('rows-host')
    const lee = await enterAndSetUp('rows-lee', withUpcomingGames(true))
    await publishGame(host, onDay(4, { title: 'Rows' }), { repeat: repeatWeekly(12) })
    const { results } = await env.DB.prepare("SELECT id FROM events WHERE title = 'Rows' ORDER BY starts_at").all<{ id: string }>()
    for (const { id } of results.slice(1, 11)) await join(lee, id)
    await join(lee, await publishGame(host, onDay(90, { title: 'Last' })))
    const { events } = await (await gamesOf(await enterAndSetUp('rows-viewer'), 'rows-lee')).json<ProfileGames>()
    expect(events.map(({ id, nextDates }) => [id, nextDates.length])).toEqual([
      [results[1]?.id, 3],
      [expect.any(String), 0],
    ])
    expect(events.map(({ title }) => title)).toEqual(['Rows', 'Last'])
  })

  it('are hidden after a block, and so are games of a host who blocked me', async () => {
    const host = await enterAndSetUp('block-host')
    const lee = await enterAndSetUp('block-lee', withUpcomingGames(true))
    const me = await enterAndSetUp('block-me')
    await join(lee, await publishGame(host, onDay(4)))
    await block('block-host', 'block-me')
    expect(await listShownTitles(me, 'block-lee')).toEqual([])
    await block('block-lee', 'block-me')
    expect((await gamesOf(me, 'block-lee')).status).toBe(404)
  })
})
