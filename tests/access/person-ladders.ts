import { aboutPerson, aboutThing, type Ladder } from './rungs.ts'

/** `ladder-list` is a list of the owner's: nobody else's business, whoever they are. */
const ofOwnList = (endpoint: string, method: string, at: (id: string) => string, status: number, json?: unknown): Ladder => ({
  endpoint,
  ...aboutThing(method, at, 'ladder-list', json),
  rungs: { anonymous: 401, member: 403, stranger: 404, blocked: 404, owner: status },
})

export const personLadders: readonly Ladder[] = [
  aboutPerson('GET /people', (id) => ({ path: `/api/people?q=${id === 'demo-player' ? 'maya' : 'zzyzx'}` }), { apart: 200 }),
  {
    ...aboutPerson('GET /profiles/{userId}', (id) => ({ path: `/api/profiles/${id}` })),
    rungs: { anonymous: 401, member: 403, stranger: 200, mate: 200, blocked: 404, owner: 200 },
  },
  // Whom one has blocked oneself one still sees enough of to take it back.
  { endpoint: 'GET /profiles/{userId}', request: () => ({ path: '/api/profiles/demo-player' }), rungs: { blocker: 200 } },
  aboutPerson('GET /profiles/{userId}/games', (id) => ({ path: `/api/profiles/${id}/games` })),
  aboutPerson('PUT /connections/{userId}', (id) => ({ path: `/api/connections/${id}`, method: 'PUT' })),
  aboutPerson('DELETE /connections/{userId}', (id) => ({ path: `/api/connections/${id}`, method: 'DELETE' }), { met: 204, apart: 204 }),
  aboutPerson('PUT /follows/{userId}', (id) => ({ path: `/api/follows/${id}`, method: 'PUT' })),
  aboutPerson('DELETE /follows/{userId}', (id) => ({ path: `/api/follows/${id}`, method: 'DELETE' }), { apart: 200 }),
  // Whom one never met one cannot endorse, and is told what one is told of nobody.
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
    // Whoever does not show it is not there, but for themselves.
    endpoint: 'GET /presence/{userId}',
    ...aboutThing('GET', (id) => `/api/presence/${id}`, 'person-a'),
    rungs: { anonymous: 401, member: 404, mate: 404, owner: 200 },
  },
  {
    // A block is answered alike of who has blocked them first and of who is gone.
    endpoint: 'POST /privacy/blocks',
    request: () => ({ path: '/api/privacy/blocks', method: 'POST', json: { userIds: ['demo-player'] } }),
    absent: () => ({ path: '/api/privacy/blocks', method: 'POST', json: { userIds: ['person-gone'] } }),
    rungs: { blocked: 200 },
  },
  {
    endpoint: 'POST /privacy/blocks',
    request: () => ({ path: '/api/privacy/blocks', method: 'POST', json: { userIds: ['demo-player'] } }),
    absent: () => ({ path: '/api/privacy/blocks', method: 'POST', json: { userIds: ['not-there'] } }),
    rungs: { anonymous: 401, member: 200, owner: 200 },
  },
  {
    endpoint: 'DELETE /privacy/blocks/{id}',
    ...aboutThing('DELETE', (id) => `/api/privacy/blocks/${id}`, 'person-a-person-g'),
    rungs: { anonymous: 401, member: 404, stranger: 404, blocked: 404, owner: 204 },
  },
  ofOwnList('GET /user-lists/{id}', 'GET', (id) => `/api/user-lists/${id}`, 200),
  ofOwnList('PATCH /user-lists/{id}', 'PATCH', (id) => `/api/user-lists/${id}`, 204, { name: 'Mine now' }),
  ofOwnList('DELETE /user-lists/{id}', 'DELETE', (id) => `/api/user-lists/${id}`, 204),
  ofOwnList('POST /user-lists/{id}/items', 'POST', (id) => `/api/user-lists/${id}/items`, 201, { email: 'sam@example.com' }),
  ofOwnList('DELETE /user-lists/{id}/items/{itemId}', 'DELETE', (id) => `/api/user-lists/${id}/items/ladder-item`, 204),
  // Each into a list of their own.
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
    // Whoever does not own the community learns nothing of people by trying.
    ...aboutPerson('POST /teams/{id}/hand-over', (to) => ({ path: '/api/teams/ladder-team/hand-over', method: 'POST', json: { to } })),
    rungs: { stranger: 403, mate: 403, blocked: 404, blocker: 404, owner: 204 },
  },
  {
    // The owner is there, and nobody at the other.
    endpoint: 'GET /places/{id}',
    request: () => ({ path: '/api/places/ladder-visited' }),
    absent: () => ({ path: '/api/places/ladder-empty' }),
    rungs: { anonymous: 200, member: 200, stranger: 200, blocked: 200, blocker: 200 },
  },
  {
    endpoint: 'GET /events',
    request: () => ({ path: '/api/events?hostId=person-a' }),
    absent: () => ({ path: '/api/events?hostId=not-there' }),
    rungs: { anonymous: 200, member: 200, stranger: 200, mate: 200, blocked: 200, blocker: 200, owner: 200 },
  },
]
