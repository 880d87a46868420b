import { firstSettings } from '../../domain/forms/settings.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
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

/** The community has a form that was published, and one that was not. */
export const formAccessCases: readonly AccessCase[] = [
  {
    endpoint: 'GET /forms',
    request: () => ({ path: '/api/forms' }),
    statuses: { anonymous: 401, member: 403, stranger: 200, owner: 200 },
  },
  { endpoint: 'POST /teams/{id}/forms', ...aboutTeam('POST', '/forms', template), statuses: forBuilders(201) },
  testForm('GET /forms/{id}/draft', 200),
  testForm('PUT /forms/{id}/draft', 200, { content: fromTemplate('waiver'), version: 1 }),
  testForm('POST /forms/{id}/trials', 200, { answers: {}, today: '2027-01-01' }),
  testForm('POST /forms/{id}/versions', 204, { version: 1 }),
  testForm('PATCH /forms/{id}', 204, { isClosed: true }),
  testForm('DELETE /forms/{id}', 204, undefined, 'access-form-draft'),
  testForm('GET /forms/{id}/settings', 200),
  testForm('PUT /forms/{id}/settings', 204, firstSettings('UTC')),
  testForm('GET /forms/{id}/submissions', 200),
  testForm('GET /forms/{id}/submissions/overview', 200),
  testForm('PATCH /forms/{id}/submissions', 200, { ids: ['access-submission'], change: { do: 'addTag', tag: 'Late' } }),
  {
    endpoint: `PUT ${submission}/marks`,
    request: at(`PUT ${submission}/marks`, 'access-submission', { tags: ['Late'], note: '' }),
    statuses: forBuilders(204),
  },
  {
    endpoint: 'GET /forms/submissions',
    request: () => ({ path: '/api/forms/submissions' }),
    statuses: { anonymous: 401, member: 403, stranger: 200, owner: 200 },
  },
  // Anybody may fill this form. Whoever has an account needs a profile to send it.
  { endpoint: 'GET /forms/{id}', request: at('GET /forms/{id}', ''), statuses: forEveryone(200) },
  { endpoint: 'PUT /forms/{id}/answers', request: at('PUT /forms/{id}/answers', '', { answers }), statuses: forSignedIn(200) },
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
