import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { embedLine } from '../../domain/forms/paths.ts'
import { enterAndSetUp, type Person } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { makeTeam, publishForm, saveSettings } from './try-out.ts'

collectLog()

const club = 'https://club.com'
let owner: Person
let team = ''
let id = ''

async function headersOf(path: string): Promise<{ ancestors: string | undefined; options: string | null }> {
  const answer = await ask(path)
  await answer.arrayBuffer()
  const policy = answer.headers.get('content-security-policy') ?? ''
  return { ancestors: /frame-ancestors (.*)$/.exec(policy)?.[1], options: answer.headers.get('x-frame-options') }
}
const refused = { ancestors: "'none'", options: 'DENY' }

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  owner = await enterAndSetUp('embedding-owner')
  team = await makeTeam(owner, 'Club')
  id = await publishForm(owner, team)
  await saveSettings(owner, id, { frameOrigins: [club, 'https://shop.club.com:8443'] })
})

describe('A form in a frame', () => {
  it('is shown by the sites that its organizers have listed', async () => {
    expect(await headersOf(`/form/${id}?frame=${encodeURIComponent(club)}`)).toEqual({
      ancestors: `'self' ${club} https://shop.club.com:8443`,
      options: null,
    })
  })

  it('has no bars, and the theme of the page around it', async () => {
    const text = await (await ask(`/form/${id}?frame=1&theme=dark`)).text()
    expect(/<html[^>]*>/.exec(text)?.[0]).toMatch(/data-theme="dark".*data-framed/)
    expect(await (await ask(`/form/${id}?theme=dark`)).text()).not.toContain('data-framed')
  })

  it('loads and runs no more than any other page', async () => {
    const policyOf = async (path: string) => (await ask(path)).headers.get('content-security-policy')?.replace(/frame-ancestors .*$/, '')
    expect(await policyOf(`/form/${id}?frame=1`)).toBe(await policyOf(`/form/${id}`))
  })

  it('is refused everywhere else', async () => {
    const draft = await owner
      .ask(`/api/teams/${team}/forms`, { method: 'POST', json: { from: { kind: 'template', template: 'waiver' } } })
      .then((answer) => answer.json<{ id: string }>())
    await saveSettings(owner, draft.id, { frameOrigins: [club] })
    const withoutSites = await publishForm(owner, team)
    const paths = [
      `/form/${id}`,
      `/form/${draft.id}?frame=1`,
      `/form/${withoutSites}?frame=1`,
      '/form/unknown-form?frame=1',
      `/form/${id}/submissions?frame=1`,
      `/form/payment/${id}/any?frame=1`,
      '/login?frame=1',
      '/?frame=1',
    ]
    for (const path of paths) expect([path, await headersOf(path)]).toEqual([path, refused])
  })

  it('takes only sites that are safe in a header', async () => {
    const json = (frameOrigins: string[]) => ({ audience: 'anyone', people: [], timeZone: 'UTC', frameOrigins, version: 1 })
    for (const origin of ['http://club.com', 'https://club.com/form', 'https://a;b.com', 'https://a,b.com', "https://a'b.com", '*'])
      expect((await owner.ask(`/api/forms/${id}/settings`, { method: 'PUT', json: json([origin]) })).status, origin).toBe(400)
  })
})

describe('The script for other sites', () => {
  it('is small, and its line is safe to paste', async () => {
    const file = await ask('/embed/1.js')
    expect(file.status).toBe(200)
    expect((await file.arrayBuffer()).byteLength).toBeLessThan(2048)
    expect(embedLine('https://gather.test', { id: 'league', title: 'A "big" <league> & more' })).toBe(
      '<script src="https://gather.test/embed/1.js" data-form="league" data-title="A &quot;big&quot; &lt;league> &amp; more" async></script>',
    )
  })
})
