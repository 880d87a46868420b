import { type AccessCase, aboutPerson, aboutThing } from './access-case.ts'

/** Endpoints of `access-list`, which only its owner may see. */
const forListOwner = (endpoint: string, method: string, at: (id: string) => string, status: number, json?: unknown): AccessCase => ({
  endpoint,
  ...aboutThing(method, at, 'access-list', json),
  statuses: { anonymous: 401, member: 403, stranger: 404, blocked: 404, owner: status },
})

export const personAccessCases: readonly AccessCase[] = [
  aboutPerson('GET /people', (id) => ({ path: `/api/people?q=${id === 'demo-player' ? 'maya' : 'zzyzx'}` }), { apart: 200 }),
  {
    ...aboutPerson('GET /profiles/{userId}', (id) => ({ path: `/api/profiles/${id}` })),
    statuses: { anonymous: 401, member: 403, stranger: 200, mate: 200, blocked: 404, owner: 200 },
  },
  // A viewer still sees a person they blocked, so that they can unblock them.
  { endpoint: 'GET /profiles/{userId}', request: () => ({ path: '/api/profiles/demo-player' }), statuses: { blocker: 200 } },
  aboutPerson('GET /profiles/{userId}/games', (id) => ({ path: `/api/profiles/${id}/games` })),
  aboutPerson('GET /profiles/{userId}/teams', (id) => ({ path: `/api/profiles/${id}/teams` })),
  aboutPerson('PUT /connections/{userId}', (id) => ({ path: `/api/connections/${id}`, method: 'PUT' })),
  aboutPerson('DELETE /connections/{userId}', (id) => ({ path: `/api/connections/${id}`, method: 'DELETE' }), { met: 204, apart: 204 }),
  aboutPerson('PUT /follows/{userId}', (id) => ({ path: `/api/follows/${id}`, method: 'PUT' })),
  aboutPerson('DELETE /follows/{userId}', (id) => ({ path: `/api/follows/${id}`, method: 'DELETE' }), { apart: 200 }),
  // A viewer cannot endorse a stranger, and gets the same answer as for a person who does not exist.
  aboutPerson('PUT /endorsements/{userId}/{kind}', (id) => ({ path: `/api/endorsements/${id}/on-time`, method: 'PUT' }), {
    met: 204,
    stranger: 404,
  }),
  aboutPerson('DELETE /endorsements/{userId}/{kind}', (id) => ({ path: `/api/endorsements/${id}/on-time`, method: 'DELETE' }), {
    met: 204,
    apart: 204,
  }),
  aboutPerson('GET /presence/{userId}', (id) => ({ path: `/api/presence/${id}` }), { member: 200 }),
  {
    // The presence of a person who hides it exists only for that person.
    endpoint: 'GET /presence/{userId}',
    ...aboutThing('GET', (id) => `/api/presence/${id}`, 'person-a'),
    statuses: { anonymous: 401, member: 404, mate: 404, owner: 200 },
  },
  {
    // Blocking a person who blocked the viewer first gets the same answer as blocking a deleted account.
    endpoint: 'POST /privacy/blocks',
    request: () => ({ path: '/api/privacy/blocks', method: 'POST', json: { userIds: ['demo-player'] } }),
    absent: () => ({ path: '/api/privacy/blocks', method: 'POST', json: { userIds: ['person-gone'] } }),
    statuses: { blocked: 200 },
  },
  {
    endpoint: 'POST /privacy/blocks',
    request: () => ({ path: '/api/privacy/blocks', method: 'POST', json: { userIds: ['demo-player'] } }),
    absent: () => ({ path: '/api/privacy/blocks', method: 'POST', json: { userIds: ['not-there'] } }),
    statuses: { anonymous: 401, member: 200, owner: 200 },
  },
  {
    endpoint: 'DELETE /privacy/blocks/{id}',
    ...aboutThing('DELETE', (id) => `/api/privacy/blocks/${id}`, 'person-a-person-g'),
    statuses: { anonymous: 401, member: 404, stranger: 404, blocked: 404, owner: 204 },
  },
  forListOwner('GET /user-lists/{id}', 'GET', (id) => `/api/user-lists/${id}`, 200),
  forListOwner('PATCH /user-lists/{id}', 'PATCH', (id) => `/api/user-lists/${id}`, 204, { name: 'Mine now' }),
  forListOwner('DELETE /user-lists/{id}', 'DELETE', (id) => `/api/user-lists/${id}`, 204),
  forListOwner('POST /user-lists/{id}/items', 'POST', (id) => `/api/user-lists/${id}/items`, 201, { email: 'sam@example.com' }),
  forListOwner('DELETE /user-lists/{id}/items/{itemId}', 'DELETE', (id) => `/api/user-lists/${id}/items/access-item`, 204),
  // Each viewer adds the person to their own list.
  aboutPerson(
    'POST /user-lists/{id}/items',
    (userId, viewerId) => ({ path: `/api/user-lists/list-of-${viewerId}/items`, method: 'POST', json: { userId } }),
    { met: 201 },
  ),
  aboutPerson(
    'POST /reports',
    (subjectId) => ({ path: '/api/reports', method: 'POST', json: { kind: 'person', subjectId, reason: 'spam' } }),
    { met: 204 },
  ),
  {
    // A person with a block between them is as missing as one who does not exist, before anything about the community is said.
    ...aboutPerson('POST /teams/{id}/hand-over', (to) => ({ path: '/api/teams/access-team/hand-over', method: 'POST', json: { to } })),
    statuses: { mate: 403, blocked: 404, blocker: 404, owner: 204 },
  },
  {
    // The owner is checked in at this place, and nobody at the other.
    endpoint: 'GET /places/{id}',
    request: () => ({ path: '/api/places/access-visited' }),
    // The same as at a place where somebody is who shows their games to nobody.
    absent: () => ({ path: '/api/places/access-shy' }),
    statuses: { member: 200, stranger: 200, blocked: 200, blocker: 200 },
  },
  {
    endpoint: 'GET /events',
    request: () => ({ path: '/api/events?hostId=person-a' }),
    absent: () => ({ path: '/api/events?hostId=not-there' }),
    statuses: { anonymous: 200, member: 200, stranger: 200, mate: 200, blocked: 200, blocker: 200, owner: 200 },
  },
]
