import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { asAdmin, ask, personA, personB, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import type { AccessCase, ViewerKind } from './access-case.ts'
import { accessCases } from './access-cases.ts'
import { addAccessData, buildAccessData } from './access-data.ts'
import { undocumentedAccessCases } from './undocumented-access-cases.ts'

collectLog()

/** Endpoints with extra rate limits. If you add an endpoint that is costly or that reads accounts by email, add it here. */
const extraLimits: Record<string, string[]> = {
  'POST /accounts': ['address'],
  'POST /accounts/lookup': ['address'],
  'POST /accounts/login-link': ['address'],
  'POST /seat-codes': ['address'],
  'POST /accounts/password-reset': ['address'],
  'POST /accounts/password-reset/check': ['address'],
  'POST /accounts/password': ['address'],
  'PUT /accounts/password': ['address'],
  'PATCH /accounts/password': ['address'],
  'POST /accounts/confirmation': ['address'],
  'POST /accounts/confirmation/code': ['address'],
  'POST /accounts/email': ['address'],
  'PUT /accounts/email': ['address'],
  'POST /hostnames/site-codes': ['address'],
  'POST /hostnames/sessions': ['address'],
  'PUT /profiles/me/picture': ['picture'],
  'POST /activity-subscriptions': ['subscribe'],
  'POST /calendar-addresses/mine': ['calendar-address'],
  'POST /calendar-addresses/teams/{id}': ['calendar-address'],
  'GET /calendar-addresses/{token}/games.ics': ['calendar-guess'],
  'POST /push/registrations': ['push'],
  'POST /push/devices/{id}/tests': ['push'],
  'POST /external-teams': ['external-team'],
  'POST /external-teams/{id}/fetch': ['external-team'],
  'POST /events': ['create-event'],
  'PUT /events/{id}/picture': ['picture'],
  'PUT /teams/{id}/photo': ['picture'],
  'POST /events/{id}/invites': ['invite'],
  'PUT /events/{id}/me/series': ['join-series'],
  'PUT /team-drafts/{id}/photo': ['picture'],
  'POST /teams/{id}/invitations': ['invite'],
  'POST /places': ['place'],
  'POST /places/photos': ['picture'],
  'GET /conversations/search': ['message-search'],
  'PUT /places/{id}': ['place-edit'],
  'DELETE /places/{id}': ['place-edit'],
  'GET /events/{id}/me/apple-pass': ['wallet'],
  'GET /events/{id}/me/google-pass': ['wallet'],
  'POST /events/{id}/pay': ['payments'],
  'POST /events/{id}/coupons/check': ['coupon-guess'],
  'POST /shares/{id}/pay': ['payments'],
  'POST /memberships/{id}/join': ['payments'],
  'POST /memberships/mine/{id}/cancel': ['payments'],
  'POST /memberships/mine/{id}/resume': ['payments'],
  'POST /memberships/mine/{id}/bill': ['payments'],
  'POST /teams/{id}/dues/{dueId}/pay': ['payments'],
  'POST /forms/{id}/submissions/{submissionId}/pay': ['payments'],
  'POST /forms/{id}/submissions/{submissionId}/return': ['payment-returns'],
  'POST /teams/{id}/hostname/check': ['domain-check'],
  'POST /forms/{id}/submissions': ['form'],
  'POST /forms/{id}/coupons/check': ['coupon-guess'],

  'POST /forms/{id}/files': ['form-file'],
  'POST /forms/{id}/pictures': ['picture'],

  'POST /forms/{id}/links': ['form-link'],
  'POST /forms/{id}/people/{personId}/submissions': ['form'],
  'POST /forms/{id}/submissions/{submissionId}/missing': ['form'],
  'POST /payments/subscriptions': ['payments'],
  'POST /payments/subscriptions/preview': ['payments'],
  'POST /payments/subscriptions/cancel': ['payments'],
  'POST /payments/subscriptions/resume': ['payments'],
  'POST /payments/subscriptions/card': ['payments'],
  'POST /payments/portal': ['payments'],
  'POST /payments/customer-session': ['payments'],
  'POST /payments/return': ['payment-returns'],
  'POST /payments/account': ['payments'],
  'POST /payments/account/code': ['payments'],
  'POST /payments/account/dashboard': ['payments'],
  'POST /payments/account/verification': ['payments'],
  'DELETE /payments/account': ['payments'],
  'POST /places/{id}/restore': ['place-edit'],
  'POST /places/{id}/edits/{version}/restore': ['place-edit'],
}

/** Endpoints for other services, which sign what they send. */
const unlimited = ['POST /payments/webhooks', 'POST /payments/webhooks/connect']

const someone = (letter: string): Viewer => ({ ...personA, id: `person-${letter}`, name: `Person ${letter.toUpperCase()}` })
const viewers: Partial<Record<ViewerKind, Viewer>> = { member: personB, stranger: someone('f'), mate: someone('c'), owner: personA }
const highestFirst: readonly ViewerKind[] = ['operator', 'owner', 'mate', 'stranger', 'member', 'anonymous']

beforeAll(buildAccessData)
beforeEach(async () => {
  for (const queue of [env.MAIL_QUEUE, env.NOTICES_QUEUE, env.WORK_QUEUE]) vi.spyOn(queue, 'sendBatch').mockResolvedValue({} as never)
  await addAccessData()
})

/** Sends the request as the viewer who may do the most, and returns the limits that it was counted by. */
async function askAsHighest({ request, statuses }: AccessCase, isOpen: boolean) {
  const kind = highestFirst.find((one) => one in statuses)
  const viewer = (kind && viewers[kind]) ?? null
  const { path, headers = {}, ...init } = request(viewer?.id ?? '')
  // Signs in before the limits are counted, because that is a request of its own.
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
    count(env.FILE_LIMIT, (key) => key.split(' ')[0] ?? ''),
    count(env.ACCOUNT_LIMIT, (key) => (key.includes(' ') ? (key.split(' ')[0] ?? '') : 'address')),
  ]
  const answer = await ask(path, { ...init, headers: { ...headers, ...(cookie && { cookie }), ...(kind === 'operator' ? asAdmin : {}) } })
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

const firstCases = [
  ...new Map([...accessCases, ...undocumentedAccessCases].toReversed().map((accessCase) => [accessCase.endpoint, accessCase])).values(),
].toReversed()

describe('Every endpoint', () => {
  it.each(firstCases.map((accessCase) => [accessCase.endpoint, accessCase] as const))(
    '%s counts against exactly its rate limits',
    async (endpoint, accessCase) => {
      const { counted } = await askAsHighest(accessCase, true)
      const usual = unlimited.includes(endpoint) ? [] : [endpoint.startsWith('GET') ? 'read' : 'write']
      expect(counted).toEqual([...usual, ...(extraLimits[endpoint] ?? [])])
    },
  )
})

describe('A person who sends too many requests', () => {
  it.each(Object.keys(extraLimits))('has to wait before %s', async (endpoint) => {
    const { answer } = await askAsHighest(firstCases.find((accessCase) => accessCase.endpoint === endpoint) as AccessCase, false)
    expect(answer.status).toBe(429)
    expect((await readProblem(answer)).code).toBe('TooManyRequests')
    expect(answer.headers.get('retry-after')).toBe('60')
  })
})
