import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPrimary } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/acting.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { createTeam, deleteTeam } from '../../worker/teams/commands.ts'
import { putUp } from '../events/games.ts'
import { holdQueues } from '../notifications/post-office.ts'
import { block, enter, type Person, rowsRead } from '../profiles/people.ts'
import { inDays } from '../setup/a-game.ts'
import { collectLog } from '../setup/log.ts'
import { findTitles, look } from './looking.ts'

collectLog()
holdQueues()

const noon = Date.UTC(2026, 10, 25, 18)
const db = () => openPrimary(env.DB)
const spot = (name: string, lat: number, lng: number) => ({ placeId: null, name, address: '', lat, lng })
const honolulu = { where: spot('Waikiki Sand', 21.28, -157.83), activity: 'sand-volleyball' as const }

let host: Person
let member: Person
let other: Person

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

beforeAll(async () => {
  ;[host, member, other] = await Promise.all([enter('host'), enter('member'), enter('other')])
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  for (const [id, name] of Object.entries({ quokkas: 'Quokkas', numbats: 'Numbats' }))
    await createTeam(db(), { now: noon, newId: () => id }, 'host', { name, description: '' })
  await addMember(db(), { now: noon, newId: () => '' }, asPerson('host'), 'quokkas', 'member')
  const ours = { teamId: 'quokkas' }
  await putUp(host, { ...ours, title: 'In Austin', starts: inDays(1), ends: inDays(1, '14:00') })
  await putUp(host, { ...ours, ...honolulu, title: 'In Honolulu', starts: inDays(2), ends: inDays(2, '14:00') })
  await putUp(host, { ...ours, title: 'Among us', visibility: 'team', starts: inDays(3), ends: inDays(3, '14:00') })
  await putUp(host, { ...ours, title: 'By link', visibility: 'link' })
  await putUp(host, { ...ours, title: 'A draft' }, { publish: { when: 'never' } })
  await putUp(host, { title: 'Of numbats', teamId: 'numbats' })
  await putUp(host, { title: 'Of nobody' })
  vi.useRealTimers()
})

describe('The games of a community', () => {
  it('are its own, wherever they are', async () => {
    expect(await findTitles('team=quokkas&order=date')).toEqual(['In Austin', 'In Honolulu'])
    expect((await findTitles('team=quokkas')).toSorted()).toEqual(['In Austin', 'In Honolulu'])
    expect(await findTitles('team=numbats')).toEqual(['Of numbats'])
  })

  it.each([
    ['lat=30.2672&lng=-97.7431&radius=15', ['In Austin']],
    ['south=18&north=23&west=-160&east=-154', ['In Honolulu']],
    ['activity=sand-volleyball', ['In Honolulu']],
    ['from=2026-11-27', ['In Honolulu']],
    ['to=2026-11-26', ['In Austin']],
    ['activity=chess', []],
  ])('are narrowed down by %s', async (query, titles) => expect(await findTitles(`team=quokkas&order=date&${query}`)).toEqual(titles))

  it('are told to its members as far as they are for them, and to nobody whom a block keeps apart', async () => {
    expect(await findTitles('team=quokkas&order=date', member)).toEqual(['In Austin', 'In Honolulu', 'Among us'])
    expect(await findTitles('team=quokkas&order=date', other)).toEqual(['In Austin', 'In Honolulu'])
    await block('other', 'host')
    expect(await findTitles('team=quokkas', other)).toEqual([])
  })

  it('are those that are over when these are asked for, the last first', async () => {
    vi.setSystemTime(noon + 2.5 * 24 * 60 * 60 * 1000)
    expect(await findTitles('team=quokkas&past=1')).toEqual(['In Honolulu', 'In Austin'])
    expect(await findTitles('team=quokkas&past=1&to=2026-11-26')).toEqual(['In Austin'])
    expect(await findTitles('team=quokkas')).toEqual([])
  })

  it('come a page at a time, each once, and cost what is shown', async () => {
    await createTeam(db(), { now: noon, newId: () => 'bilbies' }, 'host', { name: 'Bilbies', description: '' })
    for (let index = 0; index < 45; index += 1)
      await putUp(host, {
        teamId: 'bilbies',
        title: `Dig ${index}`,
        starts: inDays(2 + (index % 9)),
        ends: inDays(2 + (index % 9), '13:00'),
      })
    const titles = async (query: string) => {
      const all: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const { page, answer } = await look(`team=bilbies&${query}${next && `&cursor=${next}`}`)
        expect(rowsRead(answer)).toBeLessThan(120)
        expect(answer.headers.get('server-timing')).toContain('round trips 1')
        all.push(...page.events.map(({ title }) => title))
        next = page.next
      }
      return all
    }
    const coming = await titles('order=date')
    expect(coming).toHaveLength(45)
    expect(new Set(coming).size).toBe(45)
    vi.setSystemTime(noon + 20 * 24 * 60 * 60 * 1000)
    const over = await titles('past=1')
    expect(over).toHaveLength(45)
    expect(new Set(over)).toEqual(new Set(coming))
  })

  it('are none where there is no such community, or no longer', async () => {
    expect(await findTitles('team=no-such-team')).toEqual([])
    await createTeam(db(), { now: noon, newId: () => 'dingoes' }, 'host', { name: 'Dingoes', description: '' })
    await putUp(host, { teamId: 'dingoes', title: 'Left behind' })
    expect(await findTitles('team=dingoes')).toEqual(['Left behind'])
    await deleteTeam(db(), { now: noon, newId: () => '' }, asPerson('host'), 'dingoes')
    expect(await findTitles('team=dingoes')).toEqual([])
  })
})
