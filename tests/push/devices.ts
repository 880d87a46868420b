import { vi } from 'vitest'
import type { PushMessage } from '../../domain/notifications/push-message.ts'
import type { PushState, Registration } from '../../domain/push/contract.ts'
import { createPush } from '../../sandbox/push/push.ts'
import type { Person } from '../profiles/people.ts'

export type Browser = { id: string; endpoint: string; p256dh: string; auth: string }

const standIn = createPush()
const call = (path: string, init: RequestInit = {}) => standIn(new Request(`http://localhost:5174/push${path}`, init as never), path)

export const openBrowser = async (): Promise<Browser> => (await call('/', { method: 'POST' })).json()

/** The messages that a browser has received, decrypted, and why others were refused. */
export async function readBrowser({ id }: Browser) {
  const { messages, refused } = await (await call(`/${id}`)).json<{
    messages: { text: string; ttl: number; urgency: string; topic: string }[]
    refused: string[]
  }>()
  return { messages: messages.map(({ text, ...more }) => ({ ...more, ...(JSON.parse(text) as PushMessage) })), refused }
}

export const behave = ({ id }: Browser, as: 'normal' | 'slow' | 'gone' | 'unknown' | 'busy' | 'broken', retryAfter?: number) =>
  call(`/${id}`, { method: 'PUT', body: JSON.stringify({ as, retryAfter }) })

/** The addresses to which the Worker has sent since then. Only the push service of the sandbox answers. */
export function connectPushService(): string[] {
  const asked: string[] = []
  const other = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.startsWith('http://localhost:5174/push/')) return other(url, init as never)
    asked.push(url)
    const { signal } = init
    const givenUp = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }))
    return Promise.race([call(new URL(url).pathname.replace('/push', ''), init), givenUp])
  })
  return asked
}

export const toWeb = ({ endpoint, p256dh, auth }: Browser) => ({ web: { endpoint, p256dh, auth } })

export async function register(person: Person, browser: Browser): Promise<Registration> {
  const answer = await person.ask('/api/push/registrations', { method: 'POST', json: toWeb(browser) })
  if (answer.status !== 201) throw new Error(await answer.text())
  return answer.json()
}

export const readState = async (person: Person): Promise<PushState> => (await person.ask('/api/push')).json()
