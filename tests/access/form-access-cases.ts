import { firstSettings } from '../../domain/forms/settings.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { makePng } from '../files/pictures.ts'
import { type AccessCase, aboutTeam, forEveryone, forRoles, forSignedIn } from './access-case.ts'

/** Whoever has no profile yet is asked for it first. An admin builds nobody's forms. */
const forBuilders = (status: number) => forRoles('forms.manage', status, { member: 403 })

const testForm = (endpoint: string, status: number, json?: unknown, id = 'access-form'): AccessCase => {
  const [method = '', path = ''] = endpoint.split(' ')
  const requestAt = (formId: string) => () => ({
    path: `/api${path.replace('{id}', formId)}`,
    method,
    ...(json === undefined ? {} : { json }),
  })
  return { endpoint, request: requestAt(id), absentTeam: requestAt('not-there'), statuses: forBuilders(status) }
}

const template = { from: { kind: 'template', template: 'waiver' }, idempotencyKey: 'access-form-1' }

const answers = { f1: 'Ava Park', f2: 'ava@example.com', f3: '1990-05-01', f4: { name: 'Ava Park' } }
const sent = { version: 1, answers, total: null, email: 'ava@example.com', idempotencyKey: 'access-submission-1' }

const forMate = {
  version: 1,
  answers: { f1: 'Ava Park', f2: 'ava@example.com', f3: '1990-05-01' },
  total: null,
  idempotencyKey: 'access-add-1',
}

const at = (endpoint: string, id: string, json?: unknown) => () => {
  const [method = '', path = ''] = endpoint.split(' ')
  return {
    path: `/api${path.replace('{submissionId}', id).replace('{id}', 'access-form')}`,
    method,
    ...(json === undefined ? {} : { json }),
  }
}
/** A submission of `mate`: nobody else finds out that it is there, unless they run the form. */
const testOwn = (endpoint: string, status: number, json?: unknown): AccessCase => ({
  endpoint,
  request: at(endpoint, 'access-submission', json),
  absent: at(endpoint, 'not-there', json),
  statuses: forEveryone(404, { mate: status }),
})
const submission = '/forms/{id}/submissions/{submissionId}'
const fileAt = (submissionId: string) => () => ({ path: `/api/forms/access-form/submissions/${submissionId}/files/access-file` })
const upload = 'field=f9&name=card.pdf&secret=access-submission-1&idempotencyKey=access-file-1'
const postTo = (path: string, type: string, body: Uint8Array) => () => ({
  path: `/api/forms/${path}`,
  method: 'POST',
  headers: { 'content-type': type, 'content-length': String(body.length) },
  body: new Uint8Array(body),
})
const pdf = new TextEncoder().encode('%PDF-1.7 An insurance card')

/** The community has a form that was published, and one that was not. */
export const formAccessCases: readonly AccessCase[] = [
  {
    endpoint: 'GET /forms',
    request: () => ({ path: '/api/forms' }),
    statuses: { anonymous: 401, member: 403, stranger: 200, owner: 200 },
  },
  { endpoint: 'GET /teams/{id}/forms', ...aboutTeam('GET', '/forms'), statuses: forRoles('events.manage', 200, { member: 403 }) },
  { endpoint: 'POST /teams/{id}/forms', ...aboutTeam('POST', '/forms', template), statuses: forBuilders(201) },
  testForm('GET /forms/{id}/draft', 200),
  testForm('PUT /forms/{id}/draft', 200, { content: fromTemplate('waiver'), version: 1 }),
  testForm('POST /forms/{id}/trials', 200, { answers: {}, today: '2027-01-01' }),
  testForm('POST /forms/{id}/versions', 204, { version: 1 }),
  testForm('PATCH /forms/{id}', 204, { isClosed: true }),
  testForm('DELETE /forms/{id}', 204, undefined, 'access-form-draft'),
  testForm('GET /forms/{id}/settings', 200),
  testForm('PUT /forms/{id}/settings', 204, { ...firstSettings('UTC'), version: 1 }),
  testForm('GET /forms/{id}/submissions', 200),
  testForm('GET /forms/{id}/submissions/overview', 200),
  testForm('GET /forms/{id}/waivers', 200),
  testForm('GET /forms/{id}/waivers/export', 200),
  testForm('PATCH /forms/{id}/submissions', 200, { ids: ['access-submission'], change: { do: 'addTag', tag: 'Late' } }),
  testForm('GET /forms/{id}/coupons', 200, undefined, 'access-paid-form'),
  testForm('POST /forms/{id}/coupons', 409, { code: 'SUMMER', percent: 10, amountOff: null, maxUses: 5, endsAt: null }, 'access-paid-form'),
  {
    endpoint: 'DELETE /forms/{id}/coupons/{couponId}',
    request: () => ({ path: '/api/forms/access-paid-form/coupons/access-form-coupon', method: 'DELETE' }),
    statuses: forBuilders(204),
  },
  // The form has a coupon, and takes no money any more.
  {
    endpoint: 'POST /forms/{id}/coupons/check',
    request: () => ({ path: '/api/forms/access-paid-form/coupons/check', method: 'POST', json: { code: 'SUMMER' } }),
    statuses: forEveryone(409),
  },

  testForm('GET /forms/{id}/views', 200),
  testForm('POST /forms/{id}/views', 204, { name: 'To decide', columns: ['f1'], filter: { state: 'asked' } }),
  {
    endpoint: 'DELETE /forms/{id}/views/{viewId}',
    request: () => ({ path: '/api/forms/access-form/views/access-view', method: 'DELETE' }),
    statuses: forBuilders(204),
  },
  testForm('GET /forms/{id}/submissions/summary', 200),
  testForm('GET /forms/{id}/exports', 200),
  testForm('POST /forms/{id}/exports', 202, { format: 'csv', idempotencyKey: 'access-export-1' }),
  {
    endpoint: `PUT ${submission}/marks`,
    request: at(`PUT ${submission}/marks`, 'access-submission', { note: '', before: '' }),
    statuses: forBuilders(204),
  },
  {
    endpoint: 'GET /forms/submissions',
    request: () => ({ path: '/api/forms/submissions' }),
    statuses: { anonymous: 401, member: 403, stranger: 200, owner: 200 },
  },
  // Anybody may fill this form. Whoever has an account needs a profile to send it.
  { endpoint: 'GET /forms/{id}', request: at('GET /forms/{id}', ''), statuses: forEveryone(200) },
  { endpoint: 'GET /forms/{id}/known', request: at('GET /forms/{id}/known', ''), statuses: forSignedIn(200) },
  {
    endpoint: 'PUT /forms/{id}/answers',
    request: at('PUT /forms/{id}/answers', '', { answers, savedAt: null }),
    statuses: forSignedIn(200),
  },
  {
    endpoint: 'POST /forms/{id}/links',
    request: at('POST /forms/{id}/links', '', { email: 'ava@example.com', answers }),
    statuses: forEveryone(204),
  },
  {
    endpoint: 'POST /forms/{id}/submissions',
    request: at('POST /forms/{id}/submissions', '', sent),
    statuses: forEveryone(201, { member: 403 }),
  },
  { ...testOwn(`GET ${submission}`, 200), statuses: forEveryone(404, { mate: 200, organizer: 200, owner: 200 }) },
  // A file is seen by those who see what was sent.
  {
    endpoint: `GET ${submission}/files/{fileId}`,
    request: fileAt('access-submission'),
    absent: fileAt('not-there'),
    statuses: forEveryone(404, { mate: 200, organizer: 200, owner: 200 }),
  },
  {
    endpoint: 'POST /forms/{id}/files',
    request: postTo(`access-form/files?${upload}`, 'application/octet-stream', pdf),
    statuses: forEveryone(201, { member: 403 }),
  },
  {
    endpoint: 'DELETE /forms/{id}/files/{fileId}',
    request: () => ({ path: '/api/forms/access-form/files/access-file?secret=access-submission-1', method: 'DELETE' }),
    statuses: forEveryone(204),
  },
  {
    endpoint: 'POST /forms/{id}/pictures',
    request: postTo('access-form/pictures', 'image/png', makePng(8, 8)),
    absentTeam: postTo('not-there/pictures', 'image/png', makePng(8, 8)),
    statuses: forBuilders(201),
  },
  testOwn(`PUT ${submission}`, 200, { answers, revision: 1 }),
  testOwn(`DELETE ${submission}`, 204),
  // Nobody has filled this one for somebody else.
  { ...testOwn(`POST ${submission}/missing`, 409, { answers, revision: 1 }) },
  {
    ...testForm('GET /forms/{id}/people/{personId}', 200),
    request: at('GET /forms/{id}/people/person-c', ''),
    absentTeam: () => ({ path: '/api/forms/not-there/people/person-c' }),
  },
  {
    ...testForm('POST /forms/{id}/people/{personId}/submissions', 201),
    request: at('POST /forms/{id}/people/person-c/submissions', '', forMate),
    absentTeam: () => ({ path: '/api/forms/not-there/people/person-c/submissions', method: 'POST', json: forMate }),
  },
]
