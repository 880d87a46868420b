import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DiscoverPage } from '../../domain/discover/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/acting.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { cancel, putUp } from '../events/games.ts'
import { holdQueues } from '../notifications/post-office.ts'
import { block, enter, type Person, rowsRead } from '../profiles/people.ts'
import { inDays } from '../setup/a-game.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { findTitles, look } from './looking.ts'

collectLog()
holdQueues()

const noon = Date.UTC(2026, 10, 25, 18)
const db = () => openPrimary(env.DB)
const spot = (name: string, lat: number, lng: number) => ({ placeId: null, name, address: '', lat, lng })
const honolulu = { where: spot('Waikiki Sand', 21.28, -157.83), activity: 'sand-volleyball' as const }
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
  await putUp(dana, { title: 'In Austin', ...onDay(1) })
  await putUp(omar, { title: 'In Honolulu', ...honolulu, ...onDay(2) })
  await putUp(dana, { title: 'Among us', teamId: 'quokkas', visibility: 'team', ...onDay(3) })
  await putUp(dana, { title: 'Later', ...onDay(4) })
  await putUp(omar, { title: 'By link', visibility: 'link' })
  await putUp(omar, { title: 'A draft' }, { publish: { when: 'never' } })
  await cancel(omar, await putUp(omar, { title: 'Called off' }))
  await putUp(other, { title: 'Of another', ...onDay(1) })
  vi.useRealTimers()
})

describe('The games of the hosts one follows', () => {
  it('are theirs, wherever they are', async () => {
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
  ])('are narrowed down by %s', async (query, titles) =>
    expect(await findTitles(`hosts=followed&order=date&${query}`, fan)).toEqual(titles),
  )

  it('are of a community alone where one is asked for', async () => {
    expect(await findTitles('hosts=followed&team=quokkas', fan)).toEqual([])
    await putUp(omar, { title: 'Elsewhere', ...onDay(5) })
    const ours = await putUp(dana, { title: 'For all', teamId: 'quokkas', ...onDay(6) })
    expect(await findTitles('hosts=followed&team=quokkas', fan)).toEqual(['For all'])
    expect(await findTitles('hosts=followed&team=quokkas', other)).toEqual([])
    await cancel(dana, ours)
  })

  it('are told as far as they are for the viewer, and no more once a block keeps the two apart', async () => {
    const member = await enter('member')
    await addMember(db(), { now: noon, newId: () => '' }, asPerson('dana'), 'quokkas', 'member')
    await follow(member, 'dana')
    expect(await findTitles('hosts=followed&order=date', member)).toEqual(['In Austin', 'Among us', 'Later'])
    await block('member', 'dana')
    expect(await findTitles('hosts=followed', member)).toEqual([])
  })

  it('are forgotten for a stranger, who is answered as without them', async () => {
    const asked = 'order=date&lat=30.2672&lng=-97.7431&radius=15'
    expect(await findTitles(`hosts=followed&${asked}`)).toEqual(await findTitles(asked))
    expect(await findTitles(`hosts=followed&${asked}`)).toContain('Of another')
    expect((await ask('/api/discover/events?hosts=everybody')).status).toBe(400)
  })

  it('are those that have begun when the past is asked for, the last first', async () => {
    vi.setSystemTime(noon + 2.5 * day)
    expect(await findTitles('hosts=followed&past=1', fan)).toEqual(['In Honolulu', 'In Austin'])
    expect(await findTitles('hosts=followed&past=1&to=2026-11-26', fan)).toEqual(['In Austin'])
    vi.setSystemTime(Date.parse('2026-11-26T13:00:00-06:00'))
    // It is on: no longer to come.
    expect(await findTitles('hosts=followed&past=1', fan)).toEqual(['In Austin'])
  })

  it('come a page at a time, each once and in order, and cost a row for each host and game', async () => {
    const busy = await enter('busy')
    const hosts = await Promise.all(['h1', 'h2', 'h3', 'h4', 'h5'].map((id) => enter(id)))
    for (const host of hosts) await follow(busy, host.id)
    for (let index = 0; index < 60; index += 1)
      await putUp(hosts[index % 5] as Person, { title: `Dig ${index}`, ...onDay(2 + (index % 7)) })
    const all = async (query: string) => {
      const events: DiscoverPage['events'] = []
      let next: string | null = ''
      while (next !== null) {
        const { page, answer } = await look(`hosts=followed&${query}${next && `&cursor=${next}`}`, busy)
        expect(rowsRead(answer)).toBeLessThan(240)
        // One of them finds out who asks, and sometimes one more lets their session last.
        expect(answer.headers.get('server-timing')).toMatch(/round trips [23]"/)
        events.push(...page.events)
        next = page.next
      }
      return events
    }
    const coming = await all('order=date')
    expect(new Set(coming.map(({ id }) => id)).size).toBe(60)
    expect(coming).toHaveLength(60)
    expect(coming.map(({ startsAt }) => startsAt)).toEqual(coming.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b))
    vi.setSystemTime(noon + 20 * day)
    const over = await all('past=1')
    expect(over).toHaveLength(60)
    expect(over.map(({ startsAt }) => startsAt)).toEqual(over.map(({ startsAt }) => startsAt).toSorted((a, b) => b - a))
  })
})
