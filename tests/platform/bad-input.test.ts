import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { enter } from '../profiles/people.ts'
import { asAdmin, ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

const writable = '/api/admin/config/notice'
const put = { method: 'PUT', headers: asAdmin }

/** Requests that no normal client sends, each with the status and error code of its answer. */
const badRequests: [string, () => Promise<Response>, number, string][] = [
  [
    'malformed JSON',
    () => ask(writable, { method: 'PUT', headers: { ...asAdmin, 'content-type': 'application/json' }, body: '{"value":' }),
    400,
    'MalformedBody',
  ],
  ['a body over the limit', () => ask(writable, { ...put, json: { value: 'x'.repeat(300_000) } }), 413, 'BodyTooLarge'],
  [
    'a body over the limit that hides its length',
    () =>
      ask(writable, {
        method: 'PUT',
        headers: { ...asAdmin, 'content-type': 'application/json' },
        body: new Blob(['{"value":"', 'x'.repeat(300_000), '"}']).stream(),
      }),
    413,
    'BodyTooLarge',
  ],
  [
    'an unknown content type',
    () => ask(writable, { method: 'PUT', headers: { ...asAdmin, 'content-type': 'application/x-yaml' }, body: 'value: hi' }),
    415,
    'UnsupportedBody',
  ],
  [
    'a form instead of JSON',
    () =>
      ask(writable, {
        method: 'PUT',
        headers: { ...asAdmin, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'value=hi',
      }),
    415,
    'JsonExpected',
  ],
  ['a body without a type', () => ask(writable, { ...put, body: new Uint8Array([1, 2, 3]) }), 415, 'UnsupportedBody'],
  ['a path with %00', () => ask('/api/cities/%00'), 400, 'MalformedPath'],
  ['a path with invalid UTF-8', () => ask('/api/cities/%ff'), 400, 'MalformedPath'],
  ['a query with an invalid percent sign', () => ask('/api/cities?q=%E0%A4%A'), 400, 'MalformedPath'],
  ['a huge query string', () => ask(`/api/cities?q=${'a'.repeat(9000)}`), 414, 'PathTooLong'],
  [
    'a foreign Origin on a write',
    () => ask(writable, { method: 'PUT', headers: { ...asAdmin, origin: 'https://evil.example' }, json: { value: 'hi' } }),
    403,
    'ForeignOrigin',
  ],
  [
    'a write from another site, as the browser reports it',
    () => ask(writable, { method: 'PUT', headers: { ...asAdmin, 'sec-fetch-site': 'cross-site' }, json: { value: 'hi' } }),
    403,
    'ForeignOrigin',
  ],
  [
    'a write from a community domain',
    () => ask(writable, { method: 'PUT', headers: { ...asAdmin, origin: 'http://team.localhost:5173' }, json: { value: 'hi' } }),
    403,
    'ForeignOrigin',
  ],
  ['a value of the wrong type', () => ask(writable, { ...put, json: { value: 7 } }), 400, 'InvalidInput'],
  ['a setting that does not exist', () => ask('/api/admin/config/__proto__', { ...put, json: { value: true } }), 404, 'SettingNotFound'],
  ['a method without a handler', () => ask('/discover/city-search', { method: 'DELETE' }), 405, 'MethodNotAllowed'],
]

describe('Bad input', () => {
  const log = collectLog()

  it.each(badRequests)('%s is refused with a clear error, logged once and writes nothing', async (_, send, status, code) => {
    const before = await countAllRows()
    log.length = 0
    const response = await send()
    const problem = await readProblem(response)
    expect({ status: response.status, problem }).toMatchObject({ status, problem: { status, code } })
    expect(problem.title).toMatch(/^[A-Z].*\.$/)
    // Jobs that an earlier test file left in a queue may write to the log at any time.
    const lines = log.filter((line) => line.requestId === problem.requestId)
    expect(lines).toMatchObject([{ event: 'request', level: 'warn', status, code }])
    expect(response.headers.get('x-request-id')).toBe(problem.requestId)
    expect(await countAllRows()).toEqual(before)
  })

  it('does not include a POST without a body', async () => {
    const answer = await ask('/api/admin/dead-letters/none/retry', {
      method: 'POST',
      headers: { ...asAdmin, 'content-length': '0' },
      body: '',
    })
    expect(answer.status).toBe(404)
  })

  it('is answered with the path and message of each problem', async () => {
    const problem = await readProblem(await ask(`/api/cities?q=${'a'.repeat(81)}`))
    expect(problem.issues).toEqual([{ path: 'q', message: 'This is too long for a city name.' }])
  })

  it('is answered with one message for each field, like the form in the browser', async () => {
    const person = await enter('types-nothing')
    const lists = await readProblem(await person.ask('/api/user-lists', { method: 'POST', json: { name: ' ' } }))
    expect(lists.issues).toEqual([{ path: 'name', message: 'Enter a list name.' }])
    const signUp = await readProblem(await ask('/api/accounts/lookup', { method: 'POST', json: { email: '' } }))
    expect(signUp.issues).toEqual([{ path: 'email', message: 'Enter your email.' }])
  })
})

/** Counts the rows of each table. */
async function countAllRows(): Promise<Record<string, unknown>> {
  const { results } = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'").all<{
    name: string
  }>()
  const counts: Record<string, unknown> = {}
  // Messages that an earlier test file left in a queue may arrive at any time, so `jobs` is not counted.
  for (const { name } of results)
    if (name !== 'jobs') counts[name] = await env.DB.prepare(`SELECT count(*) FROM "${name}"`).first('count(*)')
  return counts
}
