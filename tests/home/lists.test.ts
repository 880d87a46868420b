import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventForm } from '../../domain/events/form-contract.ts'
import type { HomeNearby, HomeUpcoming } from '../../domain/home/contract.ts'
import type { ProfileGames } from '../../domain/profiles/public-contract.ts'
import { join, putUp, putUpHidden } from '../events/games.ts'
import { holdQueues } from '../notifications/post-office.ts'
import { block, enter, enterAndSetUp, filledIn, type Person, rowsRead } from '../profiles/people.ts'
import { aWeekly, inDays } from '../setup/a-game.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const upcoming = async (person: Person): Promise<HomeUpcoming> => (await person.ask('/api/home/upcoming')).json()
const nearby = async (person: Person): Promise<HomeNearby> => (await person.ask('/api/home/nearby')).json()
const titles = ({ events }: { events: { title: string }[] }) => events.map(({ title }) => title)
const onDay = (day: number, more: Partial<EventForm> = {}): Partial<EventForm> => ({
  title: `Day ${day}`,
  starts: inDays(day),
  ends: inDays(day, '14:00'),
  ...more,
})
const showing = (publicUpcomingGames: boolean) => ({ privacy: { ...filledIn.privacy, publicUpcomingGames } })

describe('My next games', () => {
  it('are what I go to, wait for or run, the next first, seven at most', async () => {
    const host = await enterAndSetUp('host')
    const me = await enterAndSetUp('me')
    for (const day of [9, 3, 8, 4, 7, 5]) await join(me, await putUp(host, onDay(day)))
    const full = await putUp(host, onDay(2, { title: 'Full', capacity: 1 }))
    await join(host, full)
    await join(me, full, { orWait: true })
    await putUp(me, onDay(6, { title: 'My own' }))
    await putUp(me, onDay(1, { title: 'A draft' }), { publish: { when: 'never' } })
    const off = await putUp(host, onDay(1, { title: 'Called off' }))
    await join(me, off)
    await host.ask(`/api/events/${off}/cancel`, { method: 'POST', json: { reason: '' } })
    const mine = await upcoming(me)
    expect(titles(mine)).toEqual(['Full', 'Day 3', 'Day 4', 'Day 5', 'My own', 'Day 7', 'Day 8'])
    expect(mine.events.map((event) => event.mine).slice(0, 2)).toEqual(['waiting', 'going'])
  })

  it('show the faces of the very next, but not mine and none between whom there is a block', async () => {
    const host = await enterAndSetUp('faces-host')
    const me = await enterAndSetUp('faces-me')
    const [first, second] = [await putUp(host, onDay(2)), await putUp(host, onDay(3))]
    const comers = await Promise.all(['ana', 'bo', 'cy'].map((id) => enterAndSetUp(id, { displayName: `Face ${id}` })))
    for (const person of [me, ...comers.slice(0, 2)]) await join(person, first)
    for (const person of [me, ...comers.slice(2)]) await join(person, second)
    expect((await upcoming(me)).faces.map(({ id }) => id)).toEqual(['ana', 'bo'])
    await block('bo', 'faces-me')
    expect((await upcoming(me)).faces.map(({ id }) => id)).toEqual(['ana'])
  })

  it('show someone who only waits the faces of those who let others see their games', async () => {
    const host = await enterAndSetUp('wait-host')
    const me = await enterAndSetUp('waiter')
    const id = await putUp(host, onDay(2, { capacity: 2 }))
    await join(await enterAndSetUp('open', showing(true)), id)
    await join(await enterAndSetUp('shy', showing(false)), id)
    await join(me, id, { orWait: true })
    expect((await upcoming(me)).faces.map((face) => face.id)).toEqual(['open'])
  })

  it('are none for someone new', async () => expect(await upcoming(await enter('fresh'))).toEqual({ events: [], faces: [] }))
})

describe('What is on around my city', () => {
  it('is within fifteen miles, for everyone, and nothing I have a part in', async () => {
    const host = await enterAndSetUp('near-host')
    const rude = await enterAndSetUp('rude')
    const me = await enterAndSetUp('looker')
    await block('rude', 'looker')
    await env.DB.exec('DELETE FROM event_cells')
    const at = (lat: number, lng: number) => ({ where: { placeId: null, name: 'Somewhere', address: '', lat, lng } })
    await putUp(host, onDay(2, { title: 'Here' }))
    await putUp(host, onDay(2, { title: 'Up the road', ...at(30.42, -97.75) }))
    await putUp(host, onDay(2, { title: 'Too far', ...at(30.51, -97.68) }))
    await putUpHidden(host, onDay(2, { title: 'Hidden from view' }))
    await putUp(rude, onDay(2, { title: 'Of who blocked me' }))
    await join(me, await putUp(host, onDay(2, { title: 'Mine already' })))
    const found = await nearby(me)
    expect(found.city).toMatchObject({ name: 'Austin', state: 'TX' })
    expect(titles(found)).toEqual(['Here', 'Up the road'])
    await putUp(host, onDay(2, { title: 'Each week' }), { repeat: aWeekly(4) })
    expect(titles(await nearby(me)).toSorted()).toEqual(['Each week', 'Here', 'Up the road'])
    for (const day of [3, 4, 5, 6, 7, 8, 9]) await putUp(host, onDay(day))
    expect((await nearby(me)).events).toHaveLength(7)
  })

  it('is nothing before there is a city', async () => expect(await nearby(await enter('no-city'))).toEqual({ city: null, events: [] }))
})

describe('A visit', () => {
  const trips = (answer: Response) => Number(/round trips (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])

  it('asks everything at once and reads little', async () => {
    const me = await enterAndSetUp('visitor')
    const host = await enterAndSetUp('visit-host')
    for (const day of [2, 3, 4, 5]) await join(me, await putUp(host, onDay(day)))
    const answers = await Promise.all(
      ['/api/home/upcoming', '/api/home/alerts', '/api/home/nearby', '/api/people/near?limit=7', '/api/profiles/me'].map((path) =>
        me.ask(path),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    // The first of each finds out who asks.
    expect(answers.map(trips)).toEqual([2, 2, 3, 3, 2])
    expect(answers.reduce((sum, answer) => sum + rowsRead(answer), 0)).toBeLessThan(700)
  })
})

describe('The games of a person', () => {
  const gamesOf = (viewer: Person, id: string) => viewer.ask(`/api/profiles/${id}/games`)
  const shown = async (viewer: Person, id: string) => titles(await (await gamesOf(viewer, id)).json<ProfileGames>())

  it('are the public ones to come in which they have a seat, while they show them', async () => {
    const host = await enterAndSetUp('games-host')
    const lee = await enterAndSetUp('games-lee', showing(true))
    const stranger = await enterAndSetUp('stranger')
    await join(lee, await putUp(host, onDay(4, { title: 'Open' })))
    const { byLink, inside } = await putUpHidden(host, onDay(3, { title: 'Hidden from view' }))
    await env.DB.exec("INSERT INTO team_members VALUES ('team-of-games-host', 'games-lee', 'member', 1)")
    for (const id of [byLink, inside]) expect((await join(lee, id)).status).toBe(200)
    const full = await putUp(host, onDay(3, { title: 'In line', capacity: 1 }))
    await join(host, full)
    await join(lee, full, { orWait: true })
    const over = await putUp(host, onDay(2, { title: 'Over' }))
    await join(lee, over)
    await env.DB.batch([
      env.DB.prepare('UPDATE events SET starts_at = 1, ends_at = 2 WHERE id = ?').bind(over),
      env.DB.prepare('UPDATE joiners SET starts_at = 1 WHERE event_id = ?').bind(over),
    ])
    expect(await shown(stranger, 'games-lee')).toEqual(['Open'])

    await env.DB.exec("UPDATE privacy_settings SET public_upcoming_games = 0 WHERE user_id = 'games-lee'")
    expect((await gamesOf(stranger, 'games-lee')).status).toBe(404)
    // Off, only they themselves see them there.
    expect(await shown(lee, 'games-lee')).toEqual(['Open'])
  })

  it('that they host are read without those of everyone else', async () => {
    const few = await enterAndSetUp('few-host')
    await putUp(few, onDay(5))
    const daily = { every: 'day', interval: 1, weekdays: [], count: 30, until: null, except: [] } as const
    await putUp(await enterAndSetUp('busy-host'), onDay(2), { repeat: { ...daily, weekdays: [], except: [] } })
    const answer = await few.ask('/api/events?hostId=few-host')
    expect(titles(await answer.clone().json<HomeUpcoming>())).toEqual(['Day 5'])
    expect(rowsRead(answer)).toBeLessThanOrEqual(10)
  })

  it('are not there between two of whom one blocked the other, nor for a host who blocked me', async () => {
    const host = await enterAndSetUp('block-host')
    const lee = await enterAndSetUp('block-lee', showing(true))
    const me = await enterAndSetUp('block-me')
    await join(lee, await putUp(host, onDay(4)))
    await block('block-host', 'block-me')
    expect(await shown(me, 'block-lee')).toEqual([])
    await block('block-lee', 'block-me')
    expect((await gamesOf(me, 'block-lee')).status).toBe(404)
  })
})
