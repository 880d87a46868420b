import { beforeEach, describe, expect, it } from 'vitest'
import { listLargestTeams } from '../../worker/teams/list-teams.ts'
import { addCrowd, crowd, enter, putInTeams, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { db } from './people.ts'

collectLog()

const setSize = (id: string, members: number, joinMode: string) =>
  rowsOf('UPDATE teams SET members = ?2, join_mode = ?3, updated_at = 1700000000000 WHERE id = ?1', id, members, joinMode)

beforeEach(async () => {
  await caches.default.delete('https://edge-cache.invalid/site-map%20http%3A%2F%2Flocalhost%3A5173')
})

describe('The communities in the site map', () => {
  it('are all that have a page, whoever may join them', async () => {
    const person = await enter('site-map-person')
    await putInTeams(['map-open', 'map-ask', 'map-invite', 'map-deleted'], [person.id])
    for (const mode of ['open', 'ask', 'invite']) await setSize(`map-${mode}`, 3, mode)
    await rowsOf("UPDATE teams SET deleted_at = 1 WHERE id = 'map-deleted'")
    const xml = await (await ask('/sitemap.xml')).text()
    for (const mode of ['open', 'ask', 'invite']) {
      expect(xml).toContain(`<url><loc>http://localhost:5173/team/map-${mode}</loc><lastmod>2023-11-14T22:13:20.000Z</lastmod></url>`)
      expect((await ask(`/team/map-${mode}`)).status).toBe(200)
    }
    expect(xml).not.toContain('map-deleted')
  })

  it('are the largest ones if there are too many', async () => {
    const ids = crowd('map-many', 30)
    await addCrowd(['map-crowd'])
    await putInTeams(ids, ['map-crowd'])
    for (const [index, id] of ids.entries()) await setSize(id, 100 + index, ['open', 'ask', 'invite'][index % 3] ?? 'open')
    expect((await listLargestTeams(db(), 5)).map(({ id }) => id)).toEqual([29, 28, 27, 26, 25].map((index) => `map-many-${index}`))
  })
})
