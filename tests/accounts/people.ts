import { env } from 'cloudflare:workers'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { ask } from '../setup/client.ts'

/** A browser as the server sees it: it stores cookies until they expire, and always sends from the same address. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; until: number }>()
  readonly #address: string
  userAgent: string

  constructor({
    address = `192.0.2.${Math.floor(Math.random() * 250)}`,
    userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0 Safari/537.36',
  } = {}) {
    this.#address = address
    this.userAgent = userAgent
  }

  async ask(path: string, options: Parameters<typeof ask>[1] = {}): Promise<Response> {
    for (const [name, { until }] of this.#cookies) if (until <= Date.now()) this.#cookies.delete(name)
    const cookie = [...this.#cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
    const headers = { 'cf-connecting-ip': this.#address, 'user-agent': this.userAgent, ...(cookie ? { cookie } : {}), ...options.headers }
    const answer = await ask(path, { ...options, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, { value, until: readExpiry(line) })
    }
    return answer
  }

  /** Sends a form of @auth/core, and returns the URL of its redirect. */
  async auth(action: string, fields: Record<string, string> = {}): Promise<URL> {
    const { csrfToken } = await (await this.ask('/api/auth/csrf')).json<{ csrfToken: string }>()
    const answer = await this.ask(`/api/auth/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-auth-return-redirect': '1' },
      body: new URLSearchParams({ csrfToken, callbackUrl: '/', ...fields }).toString(),
    })
    return new URL((await answer.json<{ url: string }>()).url, 'http://localhost:5173')
  }

  /** Returns the error code of a failed sign-in, or null. */
  signIn = async (email: string, password: string) => (await this.auth('callback/password', { email, password })).searchParams.get('code')
  follow = async (token: string) => (await this.auth('callback/link', { token })).searchParams.get('code')
  signOut = () => this.auth('signout')

  async viewer(): Promise<{ id: string; name: string; emailVerified: boolean } | null> {
    return (await (await this.ask('/api/session')).json<{ viewer: { id: string; name: string; emailVerified: boolean } | null }>()).viewer
  }

  signUp = (email: string, password: string) =>
    this.ask('/api/accounts', { method: 'POST', json: { email, password, isOldEnough: true, acceptsTerms: true } })

  cookie = (name: string) => this.#cookies.get(name)?.value
  setCookie = (name: string, value: string) => void this.#cookies.set(name, { value, until: Number.POSITIVE_INFINITY })
}

/** When a cookie expires. A cookie without an expiry lives as long as its browser. */
function readExpiry(line: string): number {
  const [, seconds] = /max-age=(\d+)/i.exec(line) ?? []
  const [, at] = /expires=([^;]+)/i.exec(line) ?? []
  if (seconds !== undefined) return Date.now() + Number(seconds) * 1000
  return at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at)
}

/** The queued emails to an address, oldest first. */
export async function mailsTo(email: string): Promise<MailRequest['template'][]> {
  const { results } = await env.DB.prepare("SELECT body FROM outbox WHERE lower(body->>'to') = lower(?) ORDER BY created_at, id")
    .bind(email)
    .all<{ body: string }>()
  return results.map(({ body }) => (JSON.parse(body) as MailRequest).template)
}

/** The token in the newest email of this kind. */
export async function tokenFor(email: string, name: 'verify-email' | 'login-link' | 'reset-password' | 'email-change'): Promise<string> {
  const template = (await mailsTo(email)).findLast((mail) => mail.name === name)
  if (!template || !('token' in template.data)) throw new Error(`No ${name} mail to ${email}`)
  return template.data.token
}

let people = 0
export function newEmail(): string {
  people += 1
  return `person-${people}@example.com`
}

/** A signed-in person with a verified email and a password. */
export async function makePerson(
  email = newEmail(),
  password = 'correct horse battery',
): Promise<{ browser: Browser; email: string; password: string }> {
  const browser = new Browser()
  await browser.signUp(email, password)
  await browser.follow(await tokenFor(email, 'verify-email'))
  return { browser, email, password }
}
