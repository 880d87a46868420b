import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { maxTeamPhotos, type TeamPhotos } from '../../domain/teams/photos-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { addGames } from '../calendar-addresses/calendars.ts'
import { block, enter, type Person, putInTeams, rowsRead } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

let host: Person
let mate: Person
let stranger: Person

const teamId = 'photo-team'
const addPicture = (id: string, key = id) => env.DB.prepare('UPDATE events SET picture_key = ? WHERE id = ?').bind(key, id).run()
const look = async (from: Person | null = null) => {
  const answer = await (from ? from.ask(`/api/teams/${teamId}/photos`) : ask(`/api/teams/${teamId}/photos`))
  return { answer, titles: ((await answer.clone().json()) as TeamPhotos).photos.map(({ game }) => game.title) }
}
const titlesFor = async (from?: Person) => (await look(from ?? null)).titles
const add = (id: string, hoursAgo: number, more: Partial<Parameters<typeof addGames>[0][number]> = {}) =>
  addGames([{ id, creatorId: host.id, teamId, startsAt: Date.now() - hoursAgo * hour, ...more }])

beforeAll(async () => {
  host = await enter('photo-host')
  mate = await enter('photo-mate')
  stranger = await enter('photo-stranger')
  await putInTeams([teamId], [host.id, mate.id])
})

describe('The photos of a community', () => {
  it('are pictures of past games, the newest first, that the viewer can find', async () => {
    await add('photo-old', 50)
    await add('photo-new', 10)
    await add('photo-without', 9)
    await add('photo-team-only', 8, { visibility: 'team' })
    await add('photo-by-link', 7, { visibility: 'link' })
    await add('photo-cancelled', 6, { state: 'cancelled' })
    await add('photo-running', 0.5)
    await add('photo-to-come', -5)
    await add('photo-of-others', 5, { teamId: null })
    for (const id of ['old', 'new', 'team-only', 'by-link', 'cancelled', 'running', 'to-come', 'of-others']) await addPicture(`photo-${id}`)
    expect(await titlesFor()).toEqual(['photo-new', 'photo-old'])
    expect(await titlesFor(stranger)).toEqual(['photo-new', 'photo-old'])
    expect(await titlesFor(mate)).toEqual(['photo-team-only', 'photo-new', 'photo-old'])
    expect(await (await look()).answer.json()).toMatchObject({ photos: [{ pictureUrl: '/files/photos/photo-new/480' }, {}] })
    await block(host.id, stranger.id)
    expect(await titlesFor(stranger)).toEqual([])
  })

  it('show the picture of a series once, and are bounded', async () => {
    for (let index = 0; index < 30; index++) {
      await add(`photo-many-${index}`, 100 + index)
      await addPicture(`photo-many-${index}`, index < 10 ? 'series' : `one-${index}`)
    }
    const { answer, titles } = await look()
    expect(titles).toHaveLength(maxTeamPhotos)
    expect(titles.filter((title) => /photo-many-\d$/.test(title))).toEqual(['photo-many-0'])
    expect(rowsRead(answer)).toBeLessThan(200)
  })

  it('are gone with the community', async () => {
    await env.DB.prepare('UPDATE teams SET deleted_at = 1 WHERE id = ?').bind(teamId).run()
    expect((await ask(`/api/teams/${teamId}/photos`)).status).toBe(404)
  })
})
