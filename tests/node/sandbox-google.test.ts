import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/server.ts'

let sandbox: Sandbox
const consoleSpies = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level))
const stderrSpy = vi.spyOn(process.stderr, 'write')

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox.close())
afterEach(() => {
  for (const spy of [...consoleSpies, stderrSpy]) expect(spy).not.toHaveBeenCalled()
})

type Cookie = { name: string; value: string; path: string }

/** A minimal browser with cookies: it sends them by path, and deletes expired ones. */
class Browser {
  cookies: Cookie[] = []

  async open(url: string, form?: Record<string, string>): Promise<Response> {
    const { pathname } = new URL(url)
    const sent = this.cookies.filter(({ path }) => pathname === path || pathname.startsWith(`${path.replace(/\/$/, '')}/`))
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; '), accept: 'text/html' },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  private keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/'
    this.cookies = this.cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
    if (value) this.cookies.push({ name, value, path })
  }
}

const verifier = 'a-verifier-of-at-least-forty-three-characters-long'
const productAddress = 'http://localhost:5173/api/auth/callback/google'
const locationOf = (response: Response) => new URL(response.headers.get('location') ?? '', response.url)

async function discover() {
  const response = await fetch(`${sandbox.url}/google/.well-known/openid-configuration`)
  return (await response.json()) as Record<
    'issuer' | 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri' | 'userinfo_endpoint',
    string
  >
}

const authorizeUrl = async (changes: Record<string, string> = {}) => {
  const url = new URL((await discover()).authorization_endpoint)
  const query = {
    client_id: 'gather-local',
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: productAddress,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a-state',
    nonce: 'a-nonce',
    ...changes,
  }
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value)
  return url.href
}

/** Follows the sign-in button of the product to the page with the people. */
async function openChoicePage(browser: Browser, changes?: Record<string, string>) {
  const sent = await browser.open(await authorizeUrl(changes))
  expect(sent.status).toBe(303)
  const url = locationOf(sent).href
  const page = await browser.open(url)
  expect(page.status).toBe(200)
  return { url, page, html: await page.text() }
}

/** Submits a form of that page, and follows the redirects back to the product. */
async function submitChoice(browser: Browser, url: string, form: Record<string, string>): Promise<URL> {
  const pressed = await browser.open(url, form)
  expect(pressed.status).toBe(303)
  return locationOf(await browser.open(locationOf(pressed).href))
}

const buttonOf = (html: string, name: string) => {
  const value = new RegExp(`<button name="person" value="(\\d+)" aria-label="Continue as ${name}"`).exec(html)?.[1]
  if (!value) throw new Error(`No button for ${name}`)
  return { person: value }
}

async function redeem(code: string, redirect = productAddress, secret = 'gather-local-secret') {
  return fetch((await discover()).token_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`gather-local:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier }),
  })
}

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>

/** Checks the signature of an id token and returns its claims. */
async function readIdToken(token: string) {
  const [header, payload, signature = ''] = token.split('.')
  const { kid, alg } = decode(header)
  expect(alg).toBe('RS256')
  const { keys } = (await (await fetch((await discover()).jwks_uri)).json()) as { keys: (JsonWebKey & { kid: string })[] }
  const key = keys.find((candidate) => candidate.kid === kid)
  if (!key) throw new Error('The id token names no published key')
  expect(key.d).toBeUndefined()
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    createPublicKey({ key, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned).toBe(true)
  return decode(payload)
}

async function signIn(name: string, browser = new Browser()) {
  const { url, html } = await openChoicePage(browser)
  const back = await submitChoice(browser, url, buttonOf(html, name))
  return readIdToken(await idTokenFor(back))
}

async function idTokenFor(back: URL): Promise<string> {
  const response = await redeem(back.searchParams.get('code') ?? '')
  expect(response.status).toBe(200)
  return ((await response.json()) as { id_token: string }).id_token
}

describe('a Google sign-in', () => {
  test('works with PKCE, and its id token contains the person', async () => {
    const { issuer } = await discover()
    expect(issuer).toBe(`${sandbox.url}/google`)
    const browser = new Browser()
    const { url, html } = await openChoicePage(browser)
    expect(html.match(/(?<=aria-label="Continue as )[^"]+/g)).toEqual([
      'Dana Alvarez',
      'Priya Raman',
      'Maya Rivera',
      'Unverified Uma',
      'No-email Nico',
    ])
    expect(html).toContain('localhost:5173')

    const back = await submitChoice(browser, url, buttonOf(html, 'Dana Alvarez'))
    expect(`${back.origin}${back.pathname}`).toBe(productAddress)
    expect(back.searchParams.get('state')).toBe('a-state')
    expect(back.searchParams.get('iss')).toBe(issuer)

    const code = back.searchParams.get('code') ?? ''
    const tokens = (await (await redeem(code)).json()) as { id_token: string; access_token: string }
    const claims = await readIdToken(tokens.id_token)
    const dana = { sub: expect.stringMatching(/^\d{21}$/), name: 'Dana Alvarez', email: 'dana@gmail.test', email_verified: true }
    expect(claims).toMatchObject({ ...dana, iss: issuer, aud: 'gather-local', nonce: 'a-nonce' })

    const info = await fetch((await discover()).userinfo_endpoint, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect(await info.json()).toEqual(dana)
    expect((await redeem(code)).status, 'a code is good once').toBe(400)
  })

  test('gives a person the same subject each time, even after a restart', async () => {
    const first = await signIn('Dana Alvarez')
    const second = await signIn('Dana Alvarez')
    expect(second.sub).toBe(first.sub)
    expect((await signIn('Priya Raman')).sub).not.toBe(first.sub)
    const before = sandbox
    sandbox = await startSandbox({ port: 0 })
    await before.close()
    expect((await signIn('Dana Alvarez')).sub).toBe(first.sub)
  })

  test('shows the choice of people each time, so the same browser can sign in as someone else', async () => {
    const browser = new Browser()
    expect(await signIn('Dana Alvarez', browser)).toMatchObject({ name: 'Dana Alvarez' })
    expect(await signIn('Maya Rivera', browser)).toMatchObject({ name: 'Maya Rivera', email: 'player@demo.test', email_verified: true })
  })

  test('marks an unverified email, and leaves out a missing one', async () => {
    expect(await signIn('Unverified Uma')).toMatchObject({ email: 'uma@gmail.test', email_verified: false })
    const nico = await signIn('No-email Nico')
    expect(nico).toMatchObject({ name: 'No-email Nico' })
    expect(Object.keys(nico)).not.toContain('email')
    expect(Object.keys(nico)).not.toContain('email_verified')
  })

  test('accepts a typed name and email, verified or not', async () => {
    for (const verified of [true, false]) {
      const browser = new Browser()
      const { url } = await openChoicePage(browser)
      const back = await submitChoice(browser, url, {
        name: ' Zoë <b> ',
        email: 'Zoe@Example.com',
        ...(verified ? { verified: 'on' } : {}),
      })
      const claims = await readIdToken(await idTokenFor(back))
      expect(claims).toMatchObject({ name: 'Zoë <b>', email: 'Zoe@Example.com', email_verified: verified })
    }
  })

  test('shows an error for an invalid person, and keeps the typed values', async () => {
    const browser = new Browser()
    const { url } = await openChoicePage(browser)
    for (const [form, problem] of [
      [{ name: '"><script>', email: 'no address' }, 'Enter a valid email address.'],
      [{ name: '   ', email: 'a@b.test' }, 'Enter a name.'],
      [{ person: '1' }, 'Enter a name.'],
    ] as const) {
      const response = await browser.open(url, form)
      expect(response.status).toBe(422)
      const html = await response.text()
      expect(html).toContain(problem)
      expect(html).not.toContain('<script>')
      if ('email' in form) expect(html).toContain(`value="${form.email}"`)
    }
  })

  test('redirects with access_denied after Cancel', async () => {
    const browser = new Browser()
    const { url } = await openChoicePage(browser)
    const back = await submitChoice(browser, url, { cancel: 'yes' })
    expect(`${back.origin}${back.pathname}`).toBe(productAddress)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'a-state' })
    expect(back.searchParams.has('code')).toBe(false)
  })
})

describe('the redirect address and the request', () => {
  test('may have any port and any subdomain of localhost', async () => {
    for (const origin of ['http://localhost:1', 'http://sunset-smashers.localhost:65535', 'http://127.0.0.1:8787', 'http://localhost']) {
      const redirect = `${origin}/api/auth/callback/google`
      const browser = new Browser()
      const { url, html } = await openChoicePage(browser, { redirect_uri: redirect })
      const back = await submitChoice(browser, url, buttonOf(html, 'Dana Alvarez'))
      expect(`${back.origin}${back.pathname}`).toBe(redirect)
      expect((await redeem(back.searchParams.get('code') ?? '', redirect)).status, redirect).toBe(200)
    }
  })

  test('may not be any other address', async () => {
    for (const redirect of [
      'https://evil.test/api/auth/callback/google',
      'http://localhost.evil.test/api/auth/callback/google',
      'http://evil.test:80@localhost:5173/api/auth/callback/google',
      'http://localhost:5173@evil.test/api/auth/callback/google',
      'http://localhost:5173/api/auth/callback/google/more',
      'http://localhost:5173/api/auth/callback/google?next=x',
      'http://localhost:5173/elsewhere',
      'http://a.b.localhost:5173/api/auth/callback/google',
      'http://localhost:5173/api/auth/callback/google\n',
    ]) {
      const response = await new Browser().open(await authorizeUrl({ redirect_uri: redirect }))
      expect(response.status, redirect).toBe(400)
      expect(response.headers.get('location')).toBeNull()
      expect(await response.text()).toContain('invalid_redirect_uri')
    }
  })

  test('are refused without PKCE, with a wrong secret, or for another client', async () => {
    const withoutPkce = locationOf(await new Browser().open(await authorizeUrl({ code_challenge: '', code_challenge_method: '' })))
    expect(withoutPkce.searchParams.get('error')).toBe('invalid_request')
    expect((await redeem('any', productAddress, 'wrong')).status).toBe(401)
    const stranger = await new Browser().open(await authorizeUrl({ client_id: '<i>someone</i>' }))
    expect(stranger.status).toBe(400)
    expect(await stranger.text()).not.toContain('<i>')
  })

  test('are refused for an ended sign-in, and for one of another browser', async () => {
    const browser = new Browser()
    const { url } = await openChoicePage(browser)
    await submitChoice(browser, url, { cancel: 'yes' })
    for (const visitor of [browser, new Browser()]) {
      const response = await visitor.open(url)
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('This sign-in has ended')
    }
  })
})

describe('next to the product', () => {
  test('its cookies have their own names, and no path of the product receives them', async () => {
    const browser = new Browser()
    const { url, html } = await openChoicePage(browser)
    const during = [...browser.cookies]
    await submitChoice(browser, url, buttonOf(html, 'Dana Alvarez'))
    expect(during).not.toHaveLength(0)
    for (const { name, path } of [...during, ...browser.cookies]) {
      expect(name).toMatch(/^google_stand_in_/)
      expect(path).toMatch(/^\/google\/.+/)
    }
  })

  test('its page runs no script, cannot be framed, and has its style sheet', async () => {
    const { page } = await openChoicePage(new Browser())
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy, 'browsers would stop the way back').not.toContain('form-action')
    const style = await fetch(`${sandbox.url}/google/page.css`)
    expect(style.headers.get('content-type')).toBe('text/css')
    expect(await style.text()).toContain('.face')
  })

  test('the other stand-ins still work, and unknown paths answer 404', async () => {
    expect(await (await fetch(`${sandbox.url}/health`)).json()).toMatchObject({ ok: true })
    expect((await fetch(`${sandbox.url}/mailbox/messages`)).status).toBe(200)
    for (const path of ['/google', '/google/', '/google/nothing', '/google/interaction']) {
      expect((await fetch(`${sandbox.url}${path}`)).status, path).toBe(404)
    }
  })
})
