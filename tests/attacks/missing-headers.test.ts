import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { asAdmin, ask, personA, productOrigin } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

type Ask = Parameters<typeof ask>
const kinds: Record<string, Ask> = {
  'a page': ['/'],
  'a page of a signed-in person': ['/settings', { viewer: personA }],
  'a lost page': ['/nowhere'],
  'a plain page': ['/mail/unsubscribe/wrong'],
  'an unknown host': ['/', { origin: 'https://nobody.example' }],
  'JSON of the API': ['/api/health'],
  'an error of the API': ['/api/nowhere'],
  'an error of a page that is only written to': ['/', { method: 'DELETE' }],
  'an empty answer': ['/api/admin/config/notice', { method: 'PUT', headers: asAdmin, json: { value: null } }],
  'an answer that was refused for its origin': ['/api/accounts', { method: 'POST', headers: { origin: 'https://evil.example' } }],
  'a body that cannot be read': ['/api/accounts/lookup', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
  'a URL that is too long': [`/${'a'.repeat(9000)}`],
  'the start of a sign-in': ['/api/auth/csrf'],
  'an unknown part of the sign-in': ['/api/auth/nothing'],
  'the API document': ['/api/openapi.json'],
  'the page of the API': ['/api/docs'],
  'a redirect': ['/discover/'],
  'a file of the build': ['/icons/icon.svg'],
  'the shell': ['/index.html'],
  'the manifest': ['/manifest.webmanifest'],
  'a file that is missing': ['/missing.css'],
  'an upload that is missing': [`/files/avatars/${'a'.repeat(43)}/96`],
  robots: ['/robots.txt'],
  'the site map': ['/sitemap.xml'],
  'the head of a page': ['/', { method: 'HEAD' }],
  'an options request': ['/api/health', { method: 'OPTIONS' }],
}

describe.each(Object.entries(kinds))('The answer with %s', (_, request) => {
  it('has every security header', async () => {
    const answer = await ask(...request)
    await answer.arrayBuffer()
    const { headers } = answer
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(headers.get('cross-origin-resource-policy')).toMatch(/^(same|cross)-origin$/)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-request-id')).toBeTruthy()
  })
})

/** These files never reach the Worker: see `run_worker_first` in wrangler.toml. */
async function listBypassingFiles(): Promise<string[]> {
  const shell = await (await env.ASSETS.fetch(`${productOrigin}/index.html`)).text()
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(shell) ?? []
  return ['/plain.css', '/plain/figtree.woff2', '/plain/beans-sad.svg', '/sw.js', asset, '/previews/chess.png', '/embed/1.js']
}

describe('Files that bypass the Worker', () => {
  it('have the headers that matter for files', async () => {
    for (const path of await listBypassingFiles()) {
      const { status, headers } = await env.ASSETS.fetch(productOrigin + path)
      expect({ path, status }).toEqual({ path, status: 200 })
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('x-frame-options'), path).toBe('DENY')
      expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
      expect(headers.get('strict-transport-security'), path).toContain('max-age=31536000')
    }
  })
})
