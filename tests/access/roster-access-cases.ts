import { type AccessCase, aboutTeam, forRoles, forSignedIn } from './access-case.ts'

type Statuses = AccessCase['statuses']

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
  statuses: forSignedIn(404, { member, stranger: 204 }),
})

/** The mate is the parent of `access-child`. */
const aboutChild = (method: string, statuses: Statuses): AccessCase => ({
  endpoint: `${method} /teams/{id}/guests/{guestId}`,
  ...aboutTeam(method, '/guests/access-child'),
  statuses,
})

/** For these roles it does not exist. */
const hiddenFromRoles = { mate: 404, blocked: 404, blocker: 404, scorekeeper: 404, treasurer: 404 }

const announcement = { topicId: 'access-topic', title: 'Courts', text: 'We moved.' }
const atNews = '/announcements/access-news'

export const announcementAccessCases: readonly AccessCase[] = [
  test('GET', '/announcements', forRoles('team.view', 200)),
  test('POST', '/announcements', forRoles('announce', 201, { member: 403 }), { json: { ...announcement, idempotencyKey: 'access-key' } }),
  test('POST', '/announcements/read', forRoles('team.view', 204, { admin: 404 }), { json: { ids: ['access-news'] } }),
  test('PUT', '/announcements/{announcementId}', forRoles('announce', 200, { member: 403 }), {
    at: atNews,
    json: { ...announcement, version: 1 },
  }),
  test('DELETE', '/announcements/{announcementId}', forRoles('announce', 204), { at: atNews }),
  test('GET', '/announcements/{announcementId}/readers', forRoles('announce', 200), { at: `${atNews}/readers` }),
]

export const rosterAccessCases: readonly AccessCase[] = [
  test('GET', '/people', forRoles('members.view', 200)),
  test('GET', '/people/online', forRoles('members.view', 200)),
  test('GET', '/people/attendance', forRoles('roster.manage', 200)),
  test('GET', '/people/export', forRoles('roster.manage', 200)),
  // Everyone writes their own position.
  test('PUT', '/people/me/position', forRoles('team.view', 200, { admin: 404 }), { json: { position: 'Setter', version: 0 } }),
  test('PUT', '/people/{userId}/details', forRoles('roster.manage', 200), { at: '/people/demo-player/details', json: details }),
  test('POST', '/fields', forRoles('roster.manage', 201), { json: { name: 'Shirt', kind: 'text', choices: [], seenBy: 'members' } }),
  test('DELETE', '/fields/{fieldId}', forRoles('roster.manage', 204), { at: '/fields/access-field' }),
  test('GET', '/guests', forRoles('members.view', 200)),
  test('POST', '/guests', forRoles('guests.manage', 201), { json: { name: 'Robin' } }),
  // For those who may not see the email of a guest, the guest does not exist.
  test('GET', '/guests/{guestId}', forRoles('guests.manage', 200, { ...hiddenFromRoles, captain: 200, coach: 200 }), {
    at: '/guests/access-guest',
  }),
  aboutChild('GET', forRoles('events.manage', 200, { ...hiddenFromRoles, mate: 200 })),
  test('DELETE', '/guests/{guestId}', forRoles('guests.manage', 204), { at: '/guests/access-guest' }),
  aboutChild('DELETE', forRoles('guests.manage', 204, { mate: 204 })),
  test('PUT', '/guests/{guestId}/details', forRoles('roster.manage', 200), { at: '/guests/access-guest/details', json: details }),
  test('POST', '/children', forRoles('team.view', 201, { member: 403, admin: 404 }), { json: { name: 'Kim' } }),
  test('POST', '/imports/{importId}/rows', forRoles('roster.manage', 200), {
    at: `/imports/${'a'.repeat(64)}/rows`,
    json: { rows: [{ row: 1, name: 'Robin', email: null, jersey: '', position: '' }] },
  }),
  {
    endpoint: 'GET /teams/guest-offers',
    request: () => ({ path: '/api/teams/guest-offers' }),
    statuses: forSignedIn(200),
  },
  testOffer('accept', 403),
  testOffer('decline', 404),
]
