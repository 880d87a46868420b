import { fromTemplate } from '../../domain/forms/templates.ts'
import { type AccessCase, aboutTeam, forRoles } from './access-case.ts'

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
]
