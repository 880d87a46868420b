import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { listNewestOrganizations } from '../../worker/organizations/queries.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, rowsOf } from '../profiles/people.ts'
import { ask, productOrigin } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { db, nextClock } from '../teams/people.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

let path: string

const open = async (address: string) => {
  const answer = await ask(address)
  return { status: answer.status, html: await answer.text() }
}

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  const org = await enterAndSetUp('org-owner')
  const created = await org.ask('/api/organizations', { method: 'POST', json: { name: 'Quokka League', description: '' } })
  const { id } = await created.json<{ id: string }>()
  path = `/organization/${id}`
  const [team, asked] = [
    await createTeam(db(), nextClock(), org.id, { name: 'Numbats', description: '' }),
    await createTeam(db(), nextClock(), org.id, { name: 'Hidden Side', description: '' }),
  ]
  await rowsOf("UPDATE teams SET photo_key = 'numbats' WHERE id = ?", team)
  await rowsOf("UPDATE teams SET photo_key = 'hidden', members = 99 WHERE id = ?", asked)
  await rowsOf('INSERT INTO organization_teams VALUES (?1, ?2, 1, 1), (?1, ?3, 1, NULL)', id, team, asked)
})

describe('The page of an organization', () => {
  it('has its title, description and picture, and its data', async () => {
    const { status, html } = await open(path)
    expect(status).toBe(200)
    expect(html).toContain('<title>Quokka League · Gather</title>')
    expect(html).toContain('Quokka League: Numbats, their games and their people.')
    expect(html).toContain(`<meta property="og:image" content="${productOrigin}/files/photos/numbats/1280"`)
    expect(html).toContain(`<link rel="canonical" href="${productOrigin}${path}"`)
    expect(html).toContain('"organizations"')
    expect(html).not.toContain('Hidden Side')
  })

  it.each(['games', 'seasons', 'people', 'about'])('has a child %s with an address of its own', async (child) => {
    const { status, html } = await open(`${path}/${child}`)
    expect(status).toBe(200)
    expect(html).toContain(`<title>${child[0]?.toUpperCase()}${child.slice(1)} · Quokka League · Gather</title>`)
    expect(html).toContain(`<link rel="canonical" href="${productOrigin}${path}/${child}"`)
  })

  it.each(['teams', 'anything', 'games/more'])('shows its front page at the child %s', async (child) => {
    const { status, html } = await open(`${path}/${child}`)
    expect(status).toBe(200)
    expect(html).toContain('<title>Quokka League · Gather</title>')
    expect(html).toContain(`<link rel="canonical" href="${productOrigin}${path}"`)
  })

  it.each(['/organization/no-such', '/organization/no-such/games', `/organization/${'x'.repeat(300)}`])(
    'does not exist at %s: status 404',
    async (address) => {
      const { status, html } = await open(address)
      expect(status).toBe(404)
      expect(html).toContain('<title>Organization not found · Gather</title>')
      expect(html).not.toContain('rel="canonical"')
    },
  )
})

describe('The site map', () => {
  it('has the organizations that have a community, the newest ones if there are too many', async () => {
    await caches.default.delete('https://edge-cache.invalid/site-map%20http%3A%2F%2Flocalhost%3A5173')
    await rowsOf(
      "INSERT INTO organizations (id, name, description, owner_id, created_at, updated_at) SELECT value, value, '', 'org-owner', 1, 1700000000000 FROM json_each(?)",
      JSON.stringify(['map-empty', 'map-asked', 'map-deleted', 'map-full']),
    )
    await rowsOf("INSERT INTO teams (id, name, description, created_at, updated_at, deleted_at) VALUES ('map-gone', 'Gone', '', 1, 1, 1)")
    const [{ team_id: team } = {}] = await rowsOf('SELECT team_id FROM organization_teams WHERE team_agreed_at IS NOT NULL')
    await rowsOf(
      "INSERT INTO organization_teams VALUES ('map-asked', ?1, 1, NULL), ('map-deleted', 'map-gone', 1, 1), ('map-full', ?1, 1, 1)",
      team,
    )
    const { html } = await open('/sitemap.xml')
    expect(html).toContain(`<loc>${productOrigin}${path}</loc>`)
    expect(html).toContain(`<loc>${productOrigin}/organization/map-full</loc><lastmod>2023-11-14T22:13:20.000Z</lastmod>`)
    for (const id of ['empty', 'asked', 'deleted']) expect(html).not.toContain(`map-${id}`)
    expect((await listNewestOrganizations(db(), 1)).map(({ id }) => id)).toEqual(['map-full'])
  })
})
