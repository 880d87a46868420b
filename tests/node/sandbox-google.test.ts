import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/server.ts'

let sandbox: Sandbox
const noise = (['log', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level))
const complaints = vi.spyOn(process.stderr, 'write')

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 })
})
afterAll(() => sandbox.close())
afterEach(() => {
  for (const spy of [...noise, complaints]) expect(spy).not.toHaveBeenCalled()
})

type Cookie = { name: string; value: string; path: string }

/** A browser as far as cookies go: by path, and gone when they say so. */
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

/** From the product's button to the page with the people. */
async function ask(browser: Browser, changes?: Record<string, string>) {
  const sent = await browser.open(await authorizeUrl(changes))
  expect(sent.status).toBe(303)
  const url = locationOf(sent).href
  const page = await browser.open(url)
  expect(page.status).toBe(200)
  return { url, page, html: await page.text() }
}

/** From a press on that page back to the product. */
async function press(browser: Browser, url: string, form: Record<string, string>): Promise<URL> {
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

/** The claims of an id token, once its signature is found to be the provider's. */
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
  const { url, html } = await ask(browser)
  const back = await press(browser, url, buttonOf(html, name))
  return readIdToken(await idTokenFor(back))
}

async function idTokenFor(back: URL): Promise<string> {
  const response = await redeem(back.searchParams.get('code') ?? '')
  expect(response.status).toBe(200)
  return ((await response.json()) as { id_token: string }).id_token
}

describe('the way through', () => {
  test('Dana signs in with PKCE and her id token says who she is', async () => {
    const { issuer } = await discover()
    expect(issuer).toBe(`${sandbox.url}/google`)
    const browser = new Browser()
    const { url, html } = await ask(browser)
    expect(html.match(/(?<=aria-label="Continue as )[^"]+/g)).toEqual([
      'Dana Alvarez',
      'Priya Raman',
      'Maya Rivera',
      'Unverified Uma',
      'No-mail Nico',
    ])
    expect(html).toContain('localhost:5173')

    const back = await press(browser, url, buttonOf(html, 'Dana Alvarez'))
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

  test('a person keeps their subject, across sign-ins and a new sandbox', async () => {
    const first = await signIn('Dana Alvarez')
    const second = await signIn('Dana Alvarez')
    expect(second.sub).toBe(first.sub)
    expect((await signIn('Priya Raman')).sub).not.toBe(first.sub)
    const before = sandbox
    sandbox = await startSandbox({ port: 0 })
    await before.close()
    expect((await signIn('Dana Alvarez')).sub).toBe(first.sub)
  })

  test('one browser is asked anew each time and may be someone else', async () => {
    const browser = new Browser()
    expect(await signIn('Dana Alvarez', browser)).toMatchObject({ name: 'Dana Alvarez' })
    expect(await signIn('Maya Rivera', browser)).toMatchObject({ name: 'Maya Rivera', email: 'player@demo.test', email_verified: true })
  })

  test('an unverified address says so, and no address is no claim', async () => {
    expect(await signIn('Unverified Uma')).toMatchObject({ email: 'uma@gmail.test', email_verified: false })
    const nico = await signIn('No-mail Nico')
    expect(nico).toMatchObject({ name: 'No-mail Nico' })
    expect(Object.keys(nico)).not.toContain('email')
    expect(Object.keys(nico)).not.toContain('email_verified')
  })

  test('someone else is whoever was typed in, verified or not', async () => {
    for (const verified of [true, false]) {
      const browser = new Browser()
      const { url } = await ask(browser)
      const back = await press(browser, url, { name: ' Zoë <b> ', email: 'Zoe@Example.com', ...(verified ? { verified: 'on' } : {}) })
      const claims = await readIdToken(await idTokenFor(back))
      expect(claims).toMatchObject({ name: 'Zoë <b>', email: 'Zoe@Example.com', email_verified: verified })
    }
  })

  test('what cannot be a person is said on the page, with nothing lost', async () => {
    const browser = new Browser()
    const { url } = await ask(browser)
    for (const [form, problem] of [
      [{ name: '"><script>', email: 'no address' }, 'That is not an e-mail address.'],
      [{ name: '   ', email: 'a@b.test' }, 'A name is needed.'],
      [{ person: '1' }, 'A name is needed.'],
    ] as const) {
      const response = await browser.open(url, form)
      expect(response.status).toBe(422)
      const html = await response.text()
      expect(html).toContain(problem)
      expect(html).not.toContain('<script>')
      if ('email' in form) expect(html).toContain(`value="${form.email}"`)
    }
  })

  test('Cancel goes back with access_denied', async () => {
    const browser = new Browser()
    const { url } = await ask(browser)
    const back = await press(browser, url, { cancel: 'yes' })
    expect(`${back.origin}${back.pathname}`).toBe(productAddress)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'a-state' })
    expect(back.searchParams.has('code')).toBe(false)
  })
})

describe('what it refuses', () => {
  test('any port and any name before .localhost may be returned to', async () => {
    for (const origin of ['http://localhost:1', 'http://sunset-smashers.localhost:65535', 'http://127.0.0.1:8787', 'http://localhost']) {
      const redirect = `${origin}/api/auth/callback/google`
      const browser = new Browser()
      const { url, html } = await ask(browser, { redirect_uri: redirect })
      const back = await press(browser, url, buttonOf(html, 'Dana Alvarez'))
      expect(`${back.origin}${back.pathname}`).toBe(redirect)
      expect((await redeem(back.searchParams.get('code') ?? '', redirect)).status, redirect).toBe(200)
    }
  })

  test('any other address is not', async () => {
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

  test('a sign-in without PKCE, a wrong secret and another client', async () => {
    const withoutPkce = locationOf(await new Browser().open(await authorizeUrl({ code_challenge: '', code_challenge_method: '' })))
    expect(withoutPkce.searchParams.get('error')).toBe('invalid_request')
    expect((await redeem('any', productAddress, 'wrong')).status).toBe(401)
    const stranger = await new Browser().open(await authorizeUrl({ client_id: '<i>someone</i>' }))
    expect(stranger.status).toBe(400)
    expect(await stranger.text()).not.toContain('<i>')
  })

  test('a page that is over, or another browser’s', async () => {
    const browser = new Browser()
    const { url } = await ask(browser)
    await press(browser, url, { cancel: 'yes' })
    for (const visitor of [browser, new Browser()]) {
      const response = await visitor.open(url)
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('This sign-in is over')
    }
  })
})

describe('as a neighbour', () => {
  test('its cookies have own names and never reach a path of the product', async () => {
    const browser = new Browser()
    const { url, html } = await ask(browser)
    const during = [...browser.cookies]
    await press(browser, url, buttonOf(html, 'Dana Alvarez'))
    expect(during).not.toHaveLength(0)
    for (const { name, path } of [...during, ...browser.cookies]) {
      expect(name).toMatch(/^google_stand_in_/)
      expect(path).toMatch(/^\/google\/.+/)
    }
  })

  test('its page runs no script, is framed by nobody, and its style is served', async () => {
    const { page } = await ask(new Browser())
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy, 'browsers would stop the way back').not.toContain('form-action')
    const style = await fetch(`${sandbox.url}/google/page.css`)
    expect(style.headers.get('content-type')).toBe('text/css')
    expect(await style.text()).toContain('.face')
  })

  test('the others answer as before, and what it lacks is 404', async () => {
    expect(await (await fetch(`${sandbox.url}/health`)).json()).toMatchObject({ ok: true })
    expect((await fetch(`${sandbox.url}/mailbox/messages`)).status).toBe(200)
    for (const path of ['/google', '/google/', '/google/nothing', '/google/interaction']) {
      expect((await fetch(`${sandbox.url}${path}`)).status, path).toBe(404)
    }
  })
})
