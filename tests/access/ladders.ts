import type { ask } from '../setup/client.ts'

export type Rung = 'anonymous' | 'member' | 'owner' | 'admin'

/**
 * What one endpoint answers to each kind of person, lowest rung first. A rung that is left out does not apply:
 * admins are operators with a token, owners are the person the thing belongs to.
 */
export type Ladder = {
  /** As the OpenAPI document names it: `GET /presence/{userId}`. */
  endpoint: string
  /** A request that would succeed for whoever may. */
  request: (path?: string) => { path: string } & NonNullable<Parameters<typeof ask>[1]>
  /** The status each rung gets. */
  rungs: Partial<Record<Rung, number>>
}

const open = (path: string): Pick<Ladder, 'request' | 'rungs'> => ({
  request: () => ({ path }),
  rungs: { anonymous: 200, member: 200 },
})

/** An operator's endpoint does not exist for anyone without the token. */
const operator = (method: string, path: string, status: number, json?: unknown): Pick<Ladder, 'request' | 'rungs'> => ({
  request: () => ({ path, method, ...(json === undefined ? {} : { json }) }),
  rungs: { anonymous: 404, member: 404, admin: status },
})

/** For whoever is signed in; what belongs to someone else does not exist for them. */
const forPeople = (method: string, path: string, status: number, json?: unknown): Pick<Ladder, 'request' | 'rungs'> => ({
  request: () => ({ path, method, ...(json === undefined ? {} : { json }) }),
  rungs: { anonymous: 401, member: status },
})

export const ladders: readonly Ladder[] = [
  { endpoint: 'GET /health', ...open('/api/health') },
  { endpoint: 'GET /config', ...open('/api/config') },
  { endpoint: 'GET /session', ...open('/api/session') },
  { endpoint: 'GET /cities', ...open('/api/cities?q=austin') },
  { endpoint: 'GET /cities/{id}', ...open('/api/cities/4671654') },
  {
    endpoint: 'POST /accounts',
    request: () => ({
      path: '/api/accounts',
      method: 'POST',
      json: { email: 'ladder@example.com', password: 'correct horse battery', isOldEnough: true, acceptsTerms: true },
    }),
    rungs: { anonymous: 202, member: 202 },
  },
  ...['verification', 'password-reset'].map(
    (name): Ladder => ({
      endpoint: `POST /accounts/${name}`,
      request: () => ({ path: `/api/accounts/${name}`, method: 'POST', json: { email: `${name}@example.com` } }),
      rungs: { anonymous: 202, member: 202 },
    }),
  ),
  {
    endpoint: 'POST /accounts/lookup',
    request: () => ({ path: '/api/accounts/lookup', method: 'POST', json: { email: 'ladder@example.com' } }),
    rungs: { anonymous: 200, member: 200 },
  },
  {
    endpoint: 'PUT /accounts/password',
    request: () => ({ path: '/api/accounts/password', method: 'PUT', json: { token: 'A'.repeat(43), password: 'correct horse battery' } }),
    rungs: { anonymous: 404, member: 404 },
  },
  { endpoint: 'GET /accounts/devices', request: () => ({ path: '/api/accounts/devices' }), rungs: { anonymous: 401, member: 200 } },
  {
    endpoint: 'DELETE /accounts/devices',
    request: () => ({ path: '/api/accounts/devices', method: 'DELETE' }),
    rungs: { anonymous: 401, member: 204 },
  },
  {
    endpoint: 'DELETE /accounts/devices/{id}',
    request: () => ({ path: '/api/accounts/devices/not-mine', method: 'DELETE' }),
    rungs: { anonymous: 401, member: 404 },
  },
  {
    endpoint: 'GET /presence/socket',
    request: () => ({ path: '/api/presence/socket', headers: { upgrade: 'websocket' } }),
    rungs: { anonymous: 401, member: 101 },
  },
  {
    endpoint: 'GET /presence/{userId}',
    request: () => ({ path: '/api/presence/person-a' }),
    rungs: { anonymous: 401, member: 404, owner: 200 },
  },
  { endpoint: 'GET /people', ...forPeople('GET', '/api/people?q=maya', 200) },
  { endpoint: 'GET /privacy', ...forPeople('GET', '/api/privacy', 200) },
  { endpoint: 'PATCH /privacy', ...forPeople('PATCH', '/api/privacy', 200, { publicBadges: false }) },
  { endpoint: 'GET /privacy/blocks', ...forPeople('GET', '/api/privacy/blocks', 200) },
  { endpoint: 'POST /privacy/blocks', ...forPeople('POST', '/api/privacy/blocks', 404, { userIds: ['nobody'] }) },
  { endpoint: 'DELETE /privacy/blocks/{id}', ...forPeople('DELETE', '/api/privacy/blocks/not-mine', 404) },
  { endpoint: 'GET /user-lists', ...forPeople('GET', '/api/user-lists', 200) },
  { endpoint: 'POST /user-lists', ...forPeople('POST', '/api/user-lists', 201, { name: 'Tuesdays' }) },
  { endpoint: 'GET /user-lists/{id}', ...forPeople('GET', '/api/user-lists/not-mine', 404) },
  { endpoint: 'PATCH /user-lists/{id}', ...forPeople('PATCH', '/api/user-lists/not-mine', 404, { name: 'Mine now' }) },
  { endpoint: 'DELETE /user-lists/{id}', ...forPeople('DELETE', '/api/user-lists/not-mine', 404) },
  { endpoint: 'POST /user-lists/{id}/items', ...forPeople('POST', '/api/user-lists/not-mine/items', 404, { email: 'sam@example.com' }) },
  { endpoint: 'DELETE /user-lists/{id}/items/{itemId}', ...forPeople('DELETE', '/api/user-lists/not-mine/items/nothing', 404) },
  { endpoint: 'GET /admin/config', ...operator('GET', '/api/admin/config', 200) },
  { endpoint: 'PUT /admin/config/{key}', ...operator('PUT', '/api/admin/config/notice', 204, { value: null }) },
  { endpoint: 'DELETE /admin/config/{key}', ...operator('DELETE', '/api/admin/config/notice', 204) },
  { endpoint: 'GET /admin/dead-letters', ...operator('GET', '/api/admin/dead-letters', 200) },
  { endpoint: 'POST /admin/dead-letters/{id}/retry', ...operator('POST', '/api/admin/dead-letters/dead-1/retry', 204) },
  { endpoint: 'DELETE /admin/dead-letters/{id}', ...operator('DELETE', '/api/admin/dead-letters/dead-1', 204) },
  {
    endpoint: 'POST /admin/mail',
    ...operator('POST', '/api/admin/mail', 202, {
      to: 'someone@example.com',
      template: { name: 'welcome', data: { username: 'Someone' } },
    }),
  },
  { endpoint: 'POST /admin/cities', ...operator('POST', '/api/admin/cities', 204, { cities: [], names: [], prefixes: [] }) },
  { endpoint: 'DELETE /admin/cities', ...operator('DELETE', '/api/admin/cities', 204) },
]
