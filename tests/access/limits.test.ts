import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { asAdmin, ask, personA, personB, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { addLadderThings, buildLadderWorld } from './ladder-world.ts'
import { ladders } from './ladders.ts'
import { outsideLadders } from './outside-ladders.ts'
import type { Ladder, Rung } from './rungs.ts'

collectLog()

/** What is slower than other requests, and by what it is counted. Whoever adds an endpoint that costs much, or asks about accounts, names it here. */
const slowed: Record<string, string[]> = {
  'POST /accounts': ['address', 'mail'],
  'POST /accounts/lookup': ['address'],
  'POST /accounts/verification': ['address', 'mail'],
  'POST /accounts/password-reset': ['address', 'mail'],
  'PUT /accounts/password': ['address'],
  'POST /accounts/email': ['address', 'mail'],
  'PUT /accounts/email': ['address'],
  'PUT /profiles/me/picture': ['picture'],
  'POST /activity-subscriptions': ['subscribe'],
  'POST /events': ['create-event'],
  'PUT /events/{id}/picture': ['picture'],
  'POST /events/{id}/invites': ['invite'],
  'POST /places': ['place'],
  'POST /places/photos': ['picture'],
  'PUT /places/{id}': ['place-edit'],
}

const someone = (letter: string): Viewer => ({ ...personA, id: `person-${letter}`, name: `Person ${letter.toUpperCase()}` })
const viewers: Partial<Record<Rung, Viewer>> = { member: personB, stranger: someone('f'), mate: someone('c'), owner: personA }
const highestFirst: readonly Rung[] = ['operator', 'admin', 'moderator', 'owner', 'mate', 'stranger', 'member', 'anonymous']

beforeAll(buildLadderWorld)
beforeEach(async () => {
  for (const queue of [env.MAIL_QUEUE, env.NOTICES_QUEUE, env.WORK_QUEUE]) vi.spyOn(queue, 'sendBatch').mockResolvedValue({} as never)
  await addLadderThings()
})

/** The request by whoever may do the most, and what was counted for it. */
async function climbToTheTop({ request, rungs }: Ladder, isOpen: boolean) {
  const rung = highestFirst.find((one) => one in rungs)
  const viewer = (rung && viewers[rung]) ?? null
  const { path, headers = {}, ...init } = request(viewer?.id ?? '')
  // Signing in is a request of its own, and not what is counted here.
  const cookie = viewer ? await cookieOf(viewer) : null
  const counted: string[] = []
  const count = (limiter: RateLimit, nameOf: (key: string) => string) =>
    vi.spyOn(limiter, 'limit').mockImplementation(async ({ key }: RateLimitOptions) => {
      counted.push(nameOf(key))
      return { success: isOpen || limiter === env.READ_LIMIT || limiter === env.WRITE_LIMIT }
    })
  const spies = [
    count(env.READ_LIMIT, () => 'read'),
    count(env.WRITE_LIMIT, () => 'write'),
    count(env.ACCOUNT_LIMIT, (key) => (key.includes(' ') ? (key.split(' ')[0] ?? '') : 'address')),
    count(env.MAIL_LIMIT, () => 'mail'),
  ]
  const answer = await ask(path, { ...init, headers: { ...headers, ...(cookie && { cookie }), ...(rung === 'operator' ? asAdmin : {}) } })
  answer.webSocket?.accept()
  answer.webSocket?.close()
  for (const spy of spies) spy.mockRestore()
  return { answer, counted }
}

async function cookieOf(viewer: Viewer): Promise<string> {
  const answer = await ask('/api/_local/session', { method: 'PUT', json: { viewer } })
  const line = answer.headers.getSetCookie().find((one) => one.startsWith('authjs.session-token='))
  if (!line) throw new Error('Could not sign in')
  return line.split(';')[0] ?? ''
}

const first = [...new Map([...ladders, ...outsideLadders].toReversed().map((ladder) => [ladder.endpoint, ladder])).values()].toReversed()

describe('What a request is counted by', () => {
  it.each(first.map((ladder) => [ladder.endpoint, ladder] as const))('of %s', async (endpoint, ladder) => {
    const { counted } = await climbToTheTop(ladder, true)
    expect(counted).toEqual([endpoint.startsWith('GET') ? 'read' : 'write', ...(slowed[endpoint] ?? [])])
  })
})

describe('Whoever asks too often', () => {
  it.each(Object.keys(slowed))('is told to wait by %s', async (endpoint) => {
    const { answer } = await climbToTheTop(first.find((ladder) => ladder.endpoint === endpoint) as Ladder, false)
    expect(answer.status).toBe(429)
    expect((await readProblem(answer)).code).toBe('TooManyRequests')
    expect(answer.headers.get('retry-after')).toBe('60')
  })
})
