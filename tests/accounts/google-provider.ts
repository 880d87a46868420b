import { vi } from 'vitest'
import type { Browser } from './people.ts'

export type GoogleAccount = { subject: string; email: string; name?: string }

const issuer = 'http://localhost:5174/google'
const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/**
 * Answers for Google, and returns functions that go through a sign-in as a browser does. `open` returns the address at Google,
 * `choose` the way back for the account that the person picks there.
 */
export function standInForGoogle() {
  const answers = new Map<string, { account: GoogleAccount; nonce: string }>()
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    if (request.url === `${issuer}/.well-known/openid-configuration`) {
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        code_challenge_methods_supported: ['S256'],
      })
    }
    if (request.url !== `${issuer}/token`) throw new Error(`Nobody answers ${request.url}`)
    const code = new URLSearchParams(await request.text()).get('code') ?? ''
    const answer = answers.get(code)
    if (!answer) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    answers.delete(code)
    const { account, nonce } = answer
    const now = Math.floor(Date.now() / 1000)
    const { subject, ...person } = account
    const claims = { iss: issuer, aud: 'gather-local', sub: subject, ...person, email_verified: true, nonce }
    const idToken = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ ...claims, iat: now, exp: now + 300 })}.${'A'.repeat(342)}`
    return Response.json({ access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token: idToken })
  })

  const open = (browser: Browser) => browser.auth('signin/google', { callbackUrl: 'http://localhost:5173/settings' })
  const choose = (atGoogle: URL, account: GoogleAccount): string => {
    const code = crypto.randomUUID()
    answers.set(code, { account, nonce: atGoogle.searchParams.get('nonce') ?? '' })
    return `/api/auth/callback/google?${new URLSearchParams({ code, state: atGoogle.searchParams.get('state') ?? '' })}`
  }
  /** Goes through the whole sign-in, and returns the path and query of the page that opens at the end. */
  const signIn = async (browser: Browser, account: GoogleAccount): Promise<string> => {
    const answer = await browser.ask(choose(await open(browser), account))
    const { pathname, search } = new URL(answer.headers.get('location') ?? '', 'http://localhost:5173')
    return pathname + search
  }
  return { open, choose, signIn }
}
