import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
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
