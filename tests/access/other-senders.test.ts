import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { formFileKey } from '../../domain/forms/files.ts'
import { hashSecret } from '../../worker/accounts/secrets.ts'
import { startStripe } from '../payments/stand-in.ts'
import { rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import type { AccessCase, ViewerKind } from './access-case.ts'
import { accessCases } from './access-cases.ts'
import { askAs, buildData, viewers } from './ask-as.ts'

collectLog()

/** Every endpoint about one submission. In the data of these cases, a mate has sent it. */
const cases = accessCases.filter(({ endpoint }) => endpoint.includes('{submissionId}'))
/** Those for its sender. What only organizers do, the mate may not do either. */
const forSender = cases.filter(({ statuses }) => statuses.mate !== 403)

const stripe = startStripe(() => Date.now())

type Request = AccessCase['request']

/** People without an account, by which secret opens what they have sent: the one from sending it, or the one of a later email. */
const bearers = ['sent', 'mailed'] as const
type Bearer = (typeof bearers)[number]
const keyOf = (bearer: Bearer, what: 'submission' | 'paid') => `${bearer}-${what}-key`

/** The same request about what this person has sent themselves. */
const aboutOwn =
  (request: Request, whose: string): Request =>
  (viewerId) => {
    const asked = request(viewerId)
    return { ...asked, path: asked.path.replace(/access-(submission|paid|file|form-card|form-cash)(?=[/?]|$)/g, `${whose}-$1`) }
  }

const aboutNothing =
  (request: Request): Request =>
  (viewerId) => {
    const asked = request(viewerId)
    return { ...asked, path: asked.path.replace(/access-(submission|paid)(?=[/?]|$)/, 'not-there') }
  }

/** The same request with the secret of somebody without an account, wherever the endpoint reads it. */
const withKey =
  (request: Request, bearer: Bearer): Request =>
  (viewerId) => {
    const { path, json, ...asked } = request(viewerId)
    const key = keyOf(bearer, path.includes('/access-paid-form/') ? 'paid' : 'submission')
    const sent = json === undefined ? {} : { json: { ...(json as object), key } }
    return { ...asked, path: `${path}?${new URLSearchParams({ key })}`, ...sent }
  }

const statusOf = async (request: Request, kind: ViewerKind) => (await askAs(request, kind)).status

/** What the answer says, without what differs each time. */
async function read(request: Request, kind: ViewerKind): Promise<string> {
  const answer = await askAs(request, kind)
  return `${answer.status} ${(await answer.text()).replaceAll(answer.headers.get('x-request-id') ?? 'no id', '')}`
}

const submissionColumns = 'form_id, version, state, label, label_key, answers, ending, price, total, currency, sent_at, changed_at'
const paymentColumns = 'form_id, team_id, title, parts, method, state, payee_id, account_id, amount, currency, created_at, paid_at'

/** Somebody else has sent the same two forms, with the same file and the same payments. */
async function sendToo(whose: string, userId: string | null): Promise<void> {
  await rowsOf(
    `INSERT INTO submissions (id, user_id, email_key, ${submissionColumns})
      SELECT ?1 || substr(id, 7), ?2, ?3, ${submissionColumns} FROM submissions WHERE id IN ('access-submission', 'access-paid')`,
    ...[whose, userId, userId === null ? `${whose}@local.test` : null],
  )
  await rowsOf(
    `INSERT INTO submission_payments (id, submission_id, user_id, payment_id, ${paymentColumns})
      SELECT ?1 || substr(id, 7), ?1 || '-paid', ?2, payment_id || ?1, ${paymentColumns}
      FROM submission_payments WHERE submission_id = 'access-paid'`,
    ...[whose, userId],
  )
  await rowsOf(
    `INSERT INTO submission_parts (submission_id, number, due_on, amount, payment_id)
      SELECT ?1 || '-paid', number, due_on, amount, ?1 || substr(payment_id, 7) FROM submission_parts WHERE submission_id = 'access-paid'`,
    whose,
  )
  const key = formFileKey('access-form', `${whose}-file`)
  await rowsOf(
    `INSERT INTO form_files (id, form_id, field_id, submission_id, user_id, name, type, size, key, created_at)
      SELECT ?1 || '-file', form_id, field_id, ?1 || '-submission', ?2, name, type, size, ?3, created_at
      FROM form_files WHERE id = 'access-file'`,
    ...[whose, userId, key],
  )
  await env.FILES.put(key, 'Access')
}

beforeAll(async () => {
  await buildData()
  await sendToo('stranger', viewers.stranger.id)
  for (const bearer of bearers) {
    await sendToo(bearer, null)
    for (const what of ['submission', 'paid'] as const) {
      const storing =
        bearer === 'sent'
          ? 'UPDATE submissions SET key_hash = ?1 WHERE id = ?2'
          : 'INSERT INTO submission_keys (key_hash, submission_id, created_at) VALUES (?1, ?2, 1)'
      await rowsOf(storing, await hashSecret(keyOf(bearer, what)), `${bearer}-${what}`)
    }
  }
})

beforeEach(() => {
  // Queues must not deliver anything during the test.
  for (const queue of [env.MAIL_QUEUE, env.NOTICES_QUEUE, env.WORK_QUEUE, env.MONEY_QUEUE])
    vi.spyOn(queue, 'sendBatch').mockResolvedValue({} as never)
  stripe.connect()
})

describe('Another person who has sent the same form', () => {
  it('is asked about at every endpoint about one submission', () => {
    const submission = '/forms/{id}/submissions/{submissionId}'
    const ends = ['', '/files/{fileId}', '/payment', '/payments/{paymentId}/receipt'].map((end) => `GET ${submission}${end}`)
    const changes = [`PUT ${submission}`, `DELETE ${submission}`, `POST ${submission}/pay`, `POST ${submission}/return`]
    expect(forSender.map(({ endpoint }) => endpoint)).toEqual(expect.arrayContaining([...ends, ...changes]))
    expect(cases.length).toBeGreaterThan(forSender.length)
  })

  // Nothing of this changes anything, so what follows finds the same data.
  it.each(cases)('finds nothing of somebody else: $endpoint', async ({ request, statuses }) => {
    const answer = await read(request, 'stranger')
    expect(answer).toMatch(/^404 /)
    expect(answer).toBe(await read(aboutNothing(request), 'stranger'))
    for (const bearer of bearers) expect(await statusOf(withKey(request, bearer), 'anonymous'), bearer).toBe(statuses.anonymous)
  })

  it('opens no file and no receipt of somebody else by way of what they have sent themselves', async () => {
    const ways = [
      ['access-form', 'submission', '/files/access-file'],
      ['access-paid-form', 'paid', '/payments/access-form-card/receipt'],
    ] as const
    for (const [form, what, end] of ways) {
      const about = (whose: string) => () => ({ path: `/api/forms/${form}/submissions/${whose}-${what}${end}` })
      expect(await statusOf(about('access'), 'mate'), end).toBe(200)
      expect(await statusOf(about('stranger'), 'stranger'), end).toBe(404)
      for (const bearer of bearers) expect(await statusOf(withKey(about(bearer), bearer), 'anonymous'), end).toBe(404)
    }
  })

  it.each(forSender)('finds their own, as the mate does: $endpoint', async ({ request, statuses }) => {
    expect(await statusOf(aboutOwn(request, 'stranger'), 'stranger')).toBe(statuses.mate)
    for (const bearer of bearers)
      expect(await statusOf(withKey(aboutOwn(request, bearer), bearer), 'anonymous'), bearer).toBe(statuses.mate)
  })
})
