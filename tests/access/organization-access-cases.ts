import { type AccessCase, forEveryone, forRoles, forSignedIn } from './access-case.ts'

const organization = '/api/organizations/access-organization'

const test = (endpoint: string, path: string, expected: AccessCase['statuses'], json?: unknown): AccessCase => {
  const [method = 'GET'] = endpoint.split(' ')
  return { endpoint, request: () => ({ path, method, ...(json === undefined ? {} : { json }) }), statuses: expected }
}

/** `owner` owns the organization and `access-team`, which it can hold. Only `organizer` decides for the community as well. */
export const organizationAccessCases: AccessCase[] = [
  test('GET /organizations', '/api/organizations?q=access', forSignedIn(200)),
  test('GET /organizations/mine', '/api/organizations/mine', forSignedIn(200)),
  test('POST /organizations', '/api/organizations', forSignedIn(201, { member: 403 }), { name: 'Access', description: '' }),
  test('GET /organizations/{id}', organization, forEveryone(200)),
  test('GET /organizations/{id}/games', `${organization}/games`, forEveryone(200)),
  test('GET /organizations/{id}/seasons', `${organization}/seasons`, forEveryone(200)),
  test('GET /organizations/{id}/people', `${organization}/people`, forEveryone(200)),
  test('GET /organizations/{id}/changes', `${organization}/changes`, forSignedIn(403, { owner: 200, admin: 200 })),
  test('PUT /organizations/{id}', organization, forSignedIn(403, { owner: 204 }), { name: 'Access', description: '', version: 1 }),
  test('DELETE /organizations/{id}', `${organization}?name=Access`, forSignedIn(403, { owner: 204 })),
  test('GET /organizations/of-team/{teamId}', '/api/organizations/of-team/access-team', forRoles('organizations.join', 200)),
  test('PUT /organizations/{id}/teams/{teamId}', `${organization}/teams/access-team`, forSignedIn(403, { owner: 200, organizer: 200 })),
  test('DELETE /organizations/{id}/teams/{teamId}', `${organization}/teams/access-team`, forSignedIn(403, { owner: 204, organizer: 204 })),
]
