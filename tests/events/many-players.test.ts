import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type JoinerPage, maxJoinersShown } from '../../domain/events/contract.ts'
import { addCrowd, block, crowd, enter, type Person } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays } from '../setup/make-game-form.ts'
import { getEvent, join, leave, publishGame, publishHiddenGames } from './games.ts'

collectLog()

let [host, ana] = [] as unknown as [Person, Person]

beforeAll(async () => {
  ;[host, ana] = (await Promise.all(['host', 'ana'].map((id) => enter(id)))) as [Person, Person]
})

async function readAllPages(person: Person, id: string): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const answer = await person.ask(`/api/events/${id}/joiners${cursor === '' ? '' : `?cursor=${cursor}`}`)
    expect(answer.status).toBe(200)
    const page = (await answer.json()) as JoinerPage
    pages.push(page.joiners.map(({ userId }) => userId ?? 'guest'))
    cursor = page.next
    // The id of an entry opens its form at check-in.
    expect(atob(cursor ?? '')).not.toContain('many-')
  }
  return pages
}

describe('A game with more than 40 players', () => {
  it('shows everyone page by page, in the order they joined, without people behind a block', async () => {
    const id = await publishGame(host, { capacity: 200 })
    const many = crowd('many', 100)
    await addCrowd(many)
    // Most of them joined at the same moment.
    await env.DB.prepare(
      `INSERT INTO joiners (id, event_id, user_id, state, seats, guests, answers, waitlist_rank, joined_at, arrived, is_no_show, starts_at, updated_at)
       SELECT 'many-' || printf('%03d', p.key), e.id, p.value, 'going', 1, '[]', '{}', 0, p.key / 50, 0, 0, e.starts_at, 1 FROM events e, json_each(?) p
       WHERE e.id = ?`,
    )
      .bind(JSON.stringify(many), id)
      .run()
    expect((await getEvent(host, id)).live.joiners.length).toBe(maxJoinersShown)
    expect(await readAllPages(host, id)).toEqual([many.slice(0, 40), many.slice(40, 80), many.slice(80)])
    await join(ana, id)
    await block('many-41', 'ana')
    expect((await readAllPages(ana, id)).flat()).toEqual([...many.filter((userId) => userId !== 'many-41'), 'ana'])
    expect(await (await ask(`/api/events/${id}/joiners`)).json()).toEqual({ joiners: [], next: null })
    expect((await readProblem(await host.ask(`/api/events/${id}/joiners?cursor=nothing`))).code).toBe('UnknownCursor')
  })

  it('lists nobody to people who cannot see it', async () => {
    const { forTeam } = await publishHiddenGames(host)
    expect((await ana.ask(`/api/events/${forTeam}/joiners`)).status).toBe(404)
  })
})

describe('A game at the same time as another', () => {
  const at = (from: string, to: string) => ({ starts: inDays(5, from), ends: inDays(5, to) })

  it('names the games that the viewer is going to, and only those that overlap', async () => {
    const playing = await publishGame(host, { title: 'League', ...at('12:00', '14:00') })
    await join(ana, playing)
    const overlapsOf = async (form: object) => (await getEvent(ana, await publishGame(host, form))).overlaps.map(({ title }) => title)
    expect(await overlapsOf(at('13:00', '15:00'))).toEqual(['League'])
    expect(await overlapsOf(at('11:00', '12:30'))).toEqual(['League'])
    expect(await overlapsOf(at('10:00', '18:00'))).toEqual(['League'])
    expect(await overlapsOf(at('12:30', '13:30'))).toEqual(['League'])
    expect(await overlapsOf(at('14:00', '15:00'))).toEqual([])
    expect(await overlapsOf(at('10:00', '12:00'))).toEqual([])
    const other = await publishGame(host, at('13:00', '15:00'))
    // It is a warning and not a refusal. Others see nothing of it.
    expect((await getEvent(host, other)).overlaps).toEqual([])
    expect((await join(ana, other)).status).toBe(200)
    expect((await getEvent(ana, playing)).overlaps.map(({ id }) => id)).toEqual([other])
    await leave(ana, other)
    expect((await getEvent(ana, playing)).overlaps).toEqual([])
  })
})
