import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DiscoverPage } from '../../domain/discover/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { cancel, publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { block, enter, type Person, rowsRead } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon } from '../setup/make-game-form.ts'
import { findTitles, searchEvents } from './search-events.ts'

collectLog()
holdQueues()

const db = () => openPrimary(env.DB)
const makePlace = (name: string, lat: number, lng: number) => ({ placeId: null, name, address: '', lat, lng })
const honolulu = { where: makePlace('Waikiki Sand', 21.28, -157.83), activity: 'sand-volleyball' as const }
const onDay = (days: number) => ({ starts: inDays(days), ends: inDays(days, '14:00') })

let dana: Person
let omar: Person
let fan: Person
let other: Person

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

const follow = async (who: Person, id: string) => expect((await who.ask(`/api/follows/${id}`, { method: 'PUT' })).status).toBe(200)

beforeAll(async () => {
  ;[dana, omar, fan, other] = await Promise.all([enter('dana'), enter('omar'), enter('fan'), enter('other')])
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  for (const id of ['dana', 'omar']) await follow(fan, id)
  await createTeam(db(), { now: noon, newId: () => 'quokkas' }, 'dana', { name: 'Quokkas', description: '' })
  await publishGame(dana, { title: 'In Austin', ...onDay(1) })
  await publishGame(omar, { title: 'In Honolulu', ...honolulu, ...onDay(2) })
  await publishGame(dana, { title: 'Among us', teamId: 'quokkas', visibility: 'team', ...onDay(3) })
  await publishGame(dana, { title: 'Later', ...onDay(4) })
  await publishGame(omar, { title: 'By link', visibility: 'link' })
  await publishGame(omar, { title: 'A draft' }, { publish: { when: 'never' } })
  await cancel(omar, await publishGame(omar, { title: 'Called off' }))
  await publishGame(other, { title: 'Of another', ...onDay(1) })
  vi.useRealTimers()
})

describe('The games of followed hosts', () => {
  it('are found everywhere', async () => {
    expect(await findTitles('hosts=followed&order=date', fan)).toEqual(['In Austin', 'In Honolulu', 'Later'])
    expect((await findTitles('hosts=followed', fan)).toSorted()).toEqual(['In Austin', 'In Honolulu', 'Later'])
    expect(await findTitles('hosts=followed', other)).toEqual([])
  })

  it.each([
    ['lat=30.2672&lng=-97.7431&radius=15', ['In Austin', 'Later']],
    ['south=18&north=23&west=-160&east=-154', ['In Honolulu']],
    ['activity=sand-volleyball', ['In Honolulu']],
    ['from=2026-11-27', ['In Honolulu', 'Later']],
    ['to=2026-11-26', ['In Austin']],
    ['activity=chess', []],
    ['seats=5', []],
  ])('are filtered by %s', async (query, titles) => expect(await findTitles(`hosts=followed&order=date&${query}`, fan)).toEqual(titles))

  it('can be limited to one community', async () => {
    expect(await findTitles('hosts=followed&team=quokkas', fan)).toEqual([])
    await publishGame(omar, { title: 'Elsewhere', ...onDay(5) })
    const teamGame = await publishGame(dana, { title: 'For all', teamId: 'quokkas', ...onDay(6) })
    expect(await findTitles('hosts=followed&team=quokkas', fan)).toEqual(['For all'])
    expect(await findTitles('hosts=followed&team=quokkas', other)).toEqual([])
    await cancel(dana, teamGame)
  })

  it('include members-only games for members, and are hidden after a block', async () => {
    const member = await enter('member')
    await addMember(db(), { now: noon, newId: () => '' }, asPerson('dana'), 'quokkas', 'member')
    await follow(member, 'dana')
    expect(await findTitles('hosts=followed&order=date', member)).toEqual(['In Austin', 'Among us', 'Later'])
    await block('member', 'dana')
    expect(await findTitles('hosts=followed', member)).toEqual([])
  })

  it('are not a filter for signed-out viewers, who see all games', async () => {
    const query = 'order=date&lat=30.2672&lng=-97.7431&radius=15'
    expect(await findTitles(`hosts=followed&${query}`)).toEqual(await findTitles(query))
    expect(await findTitles(`hosts=followed&${query}`)).toContain('Of another')
    expect((await ask('/api/discover/events?hosts=everybody')).status).toBe(400)
  })

  it('are those that have started in a list of past games, the latest first', async () => {
    vi.setSystemTime(noon + 2.5 * day)
    expect(await findTitles('hosts=followed&past=1', fan)).toEqual(['In Honolulu', 'In Austin'])
    expect(await findTitles('hosts=followed&past=1&to=2026-11-26', fan)).toEqual(['In Austin'])
    vi.setSystemTime(Date.parse('2026-11-26T13:00:00-06:00'))
    // This game is running now, so it is no longer upcoming.
    expect(await findTitles('hosts=followed&past=1', fan)).toEqual(['In Austin'])
  })

  it('are listed page by page in order, and cost about one row per host and game', async () => {
    const busy = await enter('busy')
    const hosts = await Promise.all(['h1', 'h2', 'h3', 'h4', 'h5'].map((id) => enter(id)))
    for (const host of hosts) await follow(busy, host.id)
    for (let index = 0; index < 60; index += 1)
      await publishGame(hosts[index % 5] as Person, { title: `Dig ${index}`, ...onDay(2 + (index % 7)) })
    const listAll = async (query: string) => {
      const events: DiscoverPage['events'] = []
      let next: string | null = ''
      while (next !== null) {
        const { page, answer } = await searchEvents(`hosts=followed&${query}${next && `&cursor=${next}`}`, busy)
        expect(rowsRead(answer)).toBeLessThan(240)
        // One round trip reads the session, and sometimes another one extends it.
        expect(answer.headers.get('server-timing')).toMatch(/round trips [23],/)
        events.push(...page.events)
        next = page.next
      }
      return events
    }
    const upcoming = await listAll('order=date')
    expect(new Set(upcoming.map(({ id }) => id)).size).toBe(60)
    expect(upcoming).toHaveLength(60)
    expect(upcoming.map(({ startsAt }) => startsAt)).toEqual(upcoming.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b))
    vi.setSystemTime(noon + 20 * day)
    const past = await listAll('past=1')
    expect(past).toHaveLength(60)
    expect(past.map(({ startsAt }) => startsAt)).toEqual(past.map(({ startsAt }) => startsAt).toSorted((a, b) => b - a))
  })
})
