import { type AccessCase, aboutTeam } from './access-case.ts'

type Statuses = AccessCase['statuses']

/** For `member` and `stranger`, who are not in the team like a former member, what is private in it does not exist. */
const outside = { anonymous: 401, member: 404, stranger: 404, former: 404, moderator: 404, admin: 404 } satisfies Statuses
const forMembers = (status: number): Statuses => ({ ...outside, mate: status, blocked: status, blocker: status, owner: status })
const forOrganizers = (status: number): Statuses => ({ ...outside, mate: 403, blocked: 403, blocker: 403, owner: status })

const test = (method: string, path: string, statuses: Statuses, { at = path, json }: { at?: string; json?: unknown } = {}): AccessCase => ({
  endpoint: `${method} /teams/{id}${path}`,
  ...aboutTeam(method, at, json),
  statuses,
})

const details = { jersey: '7', position: 'Setter', notes: '', values: [], version: 0 }

/** The guest of `access-offered` has the address of the stranger. */
const testOffer = (answer: string, member: number): AccessCase => ({
  endpoint: `POST /teams/{id}/guest-offer/${answer}`,
  request: () => ({ path: `/api/teams/access-offered/guest-offer/${answer}`, method: 'POST' }),
  absent: () => ({ path: `/api/teams/not-there/guest-offer/${answer}`, method: 'POST' }),
  statuses: { anonymous: 401, member, stranger: 204, mate: 404, blocked: 404, blocker: 404, owner: 404, moderator: 404, admin: 404 },
})

/** The mate is the parent of `access-child`. */
const aboutChild = (method: string, statuses: Statuses): AccessCase => ({
  endpoint: `${method} /teams/{id}/guests/{guestId}`,
  ...aboutTeam(method, '/guests/access-child'),
  statuses,
})

const announcement = { topicId: 'access-topic', title: 'Courts', text: 'We moved.' }
const atNews = '/announcements/access-news'

export const announcementAccessCases: readonly AccessCase[] = [
  test('GET', '/announcements', { ...forMembers(200), admin: 200 }),
  test('POST', '/announcements', { ...forOrganizers(201), member: 403 }, { json: { ...announcement, idempotencyKey: 'access-key' } }),
  test('POST', '/announcements/read', forMembers(204), { json: { ids: ['access-news'] } }),
  test(
    'PUT',
    '/announcements/{announcementId}',
    { ...forOrganizers(200), member: 403 },
    { at: atNews, json: { ...announcement, version: 1 } },
  ),
  test('DELETE', '/announcements/{announcementId}', forOrganizers(204), { at: atNews }),
  test('GET', '/announcements/{announcementId}/readers', forOrganizers(200), { at: `${atNews}/readers` }),
]

export const rosterAccessCases: readonly AccessCase[] = [
  test('GET', '/people', { ...forMembers(200), admin: 200 }),
  test('GET', '/people/online', { ...forMembers(200), admin: 200 }),
  test('GET', '/people/attendance', forOrganizers(200)),
  test('GET', '/people/export', forOrganizers(200)),
  test('PUT', '/people/me/position', forMembers(200), { json: { position: 'Setter', version: 0 } }),
  test('PUT', '/people/{userId}/details', forOrganizers(200), { at: '/people/demo-player/details', json: details }),
  test('POST', '/fields', forOrganizers(201), { json: { name: 'Shirt', kind: 'text', choices: [], seenBy: 'members' } }),
  test('DELETE', '/fields/{fieldId}', forOrganizers(204), { at: '/fields/access-field' }),
  test('GET', '/guests', { ...forMembers(200), admin: 200 }),
  test('POST', '/guests', { ...forOrganizers(201), admin: 201 }, { json: { name: 'Robin' } }),
  test(
    'GET',
    '/guests/{guestId}',
    { ...outside, mate: 404, blocked: 404, blocker: 404, owner: 200, admin: 200 },
    { at: '/guests/access-guest' },
  ),
  aboutChild('GET', { ...outside, mate: 200, blocked: 404, blocker: 404, owner: 200, admin: 404 }),
  test('DELETE', '/guests/{guestId}', { ...forOrganizers(204), admin: 204 }, { at: '/guests/access-guest' }),
  aboutChild('DELETE', { ...outside, mate: 204, blocked: 403, blocker: 403, owner: 204, admin: 204 }),
  test('PUT', '/guests/{guestId}/details', forOrganizers(200), { at: '/guests/access-guest/details', json: details }),
  test(
    'POST',
    '/children',
    { anonymous: 401, member: 403, stranger: 404, mate: 201, blocked: 201, blocker: 201, owner: 201, admin: 404 },
    { json: { name: 'Kim' } },
  ),
  test('POST', '/imports/{importId}/rows', forOrganizers(200), {
    at: `/imports/${'a'.repeat(64)}/rows`,
    json: { rows: [{ row: 1, name: 'Robin', email: null, jersey: '', position: '' }] },
  }),
  {
    endpoint: 'GET /teams/guest-offers',
    request: () => ({ path: '/api/teams/guest-offers' }),
    statuses: { anonymous: 401, member: 200, stranger: 200, owner: 200 },
  },
  testOffer('accept', 403),
  testOffer('decline', 404),
]
