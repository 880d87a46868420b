import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const team = 'http://sunset-smashers.localhost:5173'
const db = () => openPrimary(env.DB)

beforeAll(async () => void (await claimHostname(db(), 'sunset-smashers.localhost', 'sunset-smashers', 1)))

describe('A community’s own domain', () => {
  it('is known by the host alone', async () => {
    expect(await (await ask('/api/config', { origin: team })).json()).toMatchObject({ host: 'team', platform: 'gth' })
  })

  it('has none of the product’s pages', async () => {
    for (const path of ['/', '/discover/city-search', '/_test/signed-in']) {
      const answer = await ask(path, { origin: team })
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('<title>Page not found · Gather</title>')
    }
  })

  it('is not redirected into the product', async () => {
    expect((await ask('/faqs/cats', { origin: team })).status).toBe(404)
  })

  it('cannot be taken over by another team', async () => {
    expect(await claimHostname(db(), 'sunset-smashers.localhost', 'other-team', 2)).toBe(false)
    expect(await env.DB.prepare('SELECT team_id FROM hostnames').first('team_id')).toBe('sunset-smashers')
  })
})

describe('An unknown host', () => {
  const origin = 'https://nobody.example'

  it('answers 404 with a way to the product', async () => {
    const answer = await ask('/anything', { origin })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('text/html')
    const html = await answer.text()
    expect(html).toContain('No community lives at this address.')
    expect(html).toContain('<a href="http://localhost:5173">')
  })

  it('answers the API’s own way to programs', async () => {
    expect(await readProblem(await ask('/api/health', { origin }))).toMatchObject({ status: 404, code: 'UnknownHost' })
  })

  it('does not reach D1 the second time', async () => {
    await ask('/api/health', { origin: 'https://guess.example' })
    const again = await ask('/api/health', { origin: 'https://guess.example' })
    expect(again.headers.get('server-timing')).toContain('round trips 0')
  })
})
