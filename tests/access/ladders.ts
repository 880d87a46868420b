import { startAvailability } from '../../domain/availability/rules.ts'
import { makePng } from '../files/pictures.ts'
import { oakCourts } from '../places/places.ts'
import { aGame } from '../setup/a-game.ts'
import { eventLadders } from './event-ladders.ts'
import { personLadders } from './person-ladders.ts'
import { aboutThing, type Ladder } from './rungs.ts'

const open = (path: string): Pick<Ladder, 'request' | 'rungs'> => ({
  request: () => ({ path }),
  rungs: { anonymous: 200, member: 200 },
})

/** For whoever has the token, and for admins; to everyone else it does not exist. */
const operator = (method: string, path: string, status: number, json?: unknown): Pick<Ladder, 'request' | 'rungs'> => ({
  request: () => ({ path, method, ...(json === undefined ? {} : { json }) }),
  rungs: { anonymous: 404, member: 404, stranger: 404, owner: 404, moderator: 404, admin: status, operator: status },
})

/** What people report, a moderator sees to as well. */
const moderated = (method: string, path: string, status: number): Pick<Ladder, 'request' | 'rungs'> => {
  const { request, rungs } = operator(method, path, status)
  return { request, rungs: { ...rungs, moderator: status } }
}

/** For whoever is signed in, about nobody but themselves. */
const personal = (method: string, path: string, status: number, json?: unknown): Pick<Ladder, 'request' | 'rungs'> => ({
  request: () => ({ path, method, ...(json === undefined ? {} : { json }) }),
  rungs: { anonymous: 401, member: status, owner: status },
})

/** Of the seat that is offered in `ladder-game`. */
export const offerToken = 'ladder'.repeat(7)

/** What is done among people takes a complete profile, which the member has not. */
const amongPeople = (method: string, path: string, status: number, json?: unknown): Pick<Ladder, 'request' | 'rungs'> => ({
  request: () => ({ path, method, ...(json === undefined ? {} : { json }) }),
  rungs: { anonymous: 401, member: 403, owner: status },
})

const profile = {
  displayName: 'Lee Ladder',
  fullName: 'Lee Ladder',
  cityId: 4671654,
  gender: null,
  pronoun: 'Unspecified',
  joinReason: null,
  bio: '',
}

const setUp = {
  ...profile,
  activities: [{ activity: 'tennis', level: 3, isOn: true }],
  privacy: { messagesFromAnyone: true, publicBadges: true, publicOnlineStatus: false, publicUpcomingGames: true },
}

const aroundAustin = {
  address: { name: 'Austin, TX', lat: 30.26715, lng: -97.74306, description: 'Austin, TX' },
  radius: 15,
  activities: ['Pickleball'],
  startDate: null,
  endDate: null,
  isTemporary: false,
}

const somePlace = { ...oakCourts, name: 'Ladder Courts', lat: 30.4, lng: -97.7 }

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
  { endpoint: 'GET /ask', ...open('/api/ask?q=tennis%20in%20austin') },
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
    ...aboutThing('DELETE', (id) => `/api/accounts/devices/${id}`, 'ladder-device'),
    rungs: { anonymous: 401, member: 404, owner: 204 },
  },
  { endpoint: 'GET /profiles/me', ...personal('GET', '/api/profiles/me', 200) },
  {
    endpoint: 'POST /profiles/me',
    ...personal('POST', '/api/profiles/me', 403, setUp),
    rungs: { anonymous: 401, member: 403, owner: 201 },
  },
  {
    endpoint: 'PUT /profiles/me',
    request: () => ({ path: '/api/profiles/me', method: 'PUT', json: { ...profile, version: 1 } }),
    // The owner's was set up on the ladder before.
    rungs: { anonymous: 401, member: 403, owner: 200 },
  },
  {
    endpoint: 'PUT /profiles/me/activities/{activity}',
    request: () => ({ path: '/api/profiles/me/activities/tennis', method: 'PUT', json: { level: 3, isOn: true } }),
    rungs: { anonymous: 401, member: 403, owner: 204 },
  },
  {
    endpoint: 'DELETE /profiles/me/activities/{activity}',
    request: () => ({ path: '/api/profiles/me/activities/chess', method: 'DELETE' }),
    rungs: { anonymous: 401, member: 403, owner: 204 },
  },
  { endpoint: 'GET /connections', ...amongPeople('GET', '/api/connections', 200) },
  { endpoint: 'GET /follows', ...amongPeople('GET', '/api/follows', 200) },
  { endpoint: 'GET /notifications', ...personal('GET', '/api/notifications', 200) },
  { endpoint: 'GET /notifications/unread', ...personal('GET', '/api/notifications/unread', 200) },
  { endpoint: 'POST /notifications/read', ...personal('POST', '/api/notifications/read', 204, { upTo: 1 }) },
  { endpoint: 'GET /notifications/settings', ...personal('GET', '/api/notifications/settings', 200) },
  {
    endpoint: 'PATCH /notifications/settings',
    ...personal('PATCH', '/api/notifications/settings', 204, { topic: 'news', channel: 'email', isOn: false }),
  },
  { endpoint: 'PUT /notifications/settings', ...personal('PUT', '/api/notifications/settings', 204) },
  // A community one is not in is not there.
  { endpoint: 'PUT /notifications/mutes/{teamId}', ...personal('PUT', '/api/notifications/mutes/sunset-smashers', 404) },
  { endpoint: 'DELETE /notifications/mutes/{teamId}', ...personal('DELETE', '/api/notifications/mutes/sunset-smashers', 204) },
  { endpoint: 'GET /home/alerts', ...personal('GET', '/api/home/alerts', 200) },
  { endpoint: 'GET /home/upcoming', ...personal('GET', '/api/home/upcoming', 200) },
  { endpoint: 'GET /home/nearby', ...personal('GET', '/api/home/nearby', 200) },
  { endpoint: 'GET /betas', ...personal('GET', '/api/betas', 200) },
  { endpoint: 'POST /feedback', ...personal('POST', '/api/feedback', 204, { rating: 5, text: 'Good.' }) },
  {
    endpoint: 'PUT /profiles/me/picture',
    request: () => ({ path: '/api/profiles/me/picture', method: 'PUT', headers: { 'content-type': 'image/png' }, body: makePng(8, 8) }),
    rungs: { anonymous: 401, member: 200 },
  },
  {
    endpoint: 'DELETE /profiles/me/picture',
    request: () => ({ path: '/api/profiles/me/picture', method: 'DELETE' }),
    rungs: { anonymous: 401, member: 204 },
  },
  {
    endpoint: 'GET /activity-subscriptions',
    request: () => ({ path: '/api/activity-subscriptions' }),
    rungs: { anonymous: 401, member: 200 },
  },
  {
    endpoint: 'POST /activity-subscriptions',
    request: () => ({ path: '/api/activity-subscriptions', method: 'POST', json: { ...aroundAustin, idempotencyKey: 'ladder-key' } }),
    rungs: { anonymous: 401, member: 201 },
  },
  {
    endpoint: 'PUT /activity-subscriptions/{id}',
    ...aboutThing('PUT', (id) => `/api/activity-subscriptions/${id}`, 'ladder-search', { ...aroundAustin, version: 1 }),
    rungs: { anonymous: 401, member: 404, owner: 200 },
  },
  {
    endpoint: 'DELETE /activity-subscriptions/{id}',
    ...aboutThing('DELETE', (id) => `/api/activity-subscriptions/${id}`, 'ladder-search'),
    rungs: { anonymous: 401, member: 404, owner: 204 },
  },
  // Nothing is looked up where no geocoder is set, as on this machine.
  { endpoint: 'GET /geocode', request: () => ({ path: '/api/geocode?q=zilker' }), rungs: { anonymous: 401, member: 404 } },
  { endpoint: 'GET /accounts', request: () => ({ path: '/api/accounts' }), rungs: { anonymous: 401, member: 200 } },
  {
    endpoint: 'POST /accounts/email',
    request: () => ({ path: '/api/accounts/email', method: 'POST', json: { email: 'ladder-new@example.com' } }),
    rungs: { anonymous: 401, member: 202 },
  },
  {
    endpoint: 'PUT /accounts/email',
    request: () => ({ path: '/api/accounts/email', method: 'PUT', json: { token: 'A'.repeat(43) } }),
    rungs: { anonymous: 404, member: 404 },
  },
  { endpoint: 'GET /accounts/deletion', request: () => ({ path: '/api/accounts/deletion' }), rungs: { anonymous: 401, member: 200 } },
  {
    // Whoever owns a team has to settle that first.
    endpoint: 'DELETE /accounts',
    request: () => ({ path: '/api/accounts', method: 'DELETE', json: { confirm: 'DELETE' } }),
    rungs: { anonymous: 401, owner: 409, member: 204 },
  },
  { endpoint: 'GET /teams', ...open('/api/teams?south=30&north=31&west=-98&east=-97') },
  { endpoint: 'GET /teams/{id}', ...open('/api/teams/ladder-team') },
  { endpoint: 'GET /teams/mine', ...personal('GET', '/api/teams/mine', 200) },
  {
    endpoint: 'POST /teams/{id}/hand-over',
    request: () => ({ path: '/api/teams/ladder-team/hand-over', method: 'POST', json: { to: 'person-c' } }),
    rungs: { anonymous: 401, member: 403, owner: 204 },
  },
  {
    endpoint: 'DELETE /teams/{id}',
    request: () => ({ path: '/api/teams/ladder-team', method: 'DELETE' }),
    rungs: { anonymous: 401, member: 403, owner: 204 },
  },
  {
    endpoint: 'DELETE /teams/{id}/members/me',
    request: () => ({ path: '/api/teams/ladder-team/members/me', method: 'DELETE' }),
    rungs: { anonymous: 401, member: 404, owner: 409 },
  },
  {
    endpoint: 'GET /teams/{id}/seasons',
    request: () => ({ path: '/api/teams/ladder-team/seasons' }),
    rungs: { anonymous: 401, member: 403, stranger: 403, owner: 200 },
  },
  {
    endpoint: 'POST /teams/{id}/seasons',
    request: () => ({
      path: '/api/teams/ladder-team/seasons',
      method: 'POST',
      json: { label: 'Spring', startDate: '2027-03-01', endDate: '2027-05-31' },
    }),
    rungs: { anonymous: 401, member: 403, stranger: 403, owner: 201 },
  },
  { endpoint: 'GET /seasons/mine', ...personal('GET', '/api/seasons/mine', 200) },
  // A season is there for its team only.
  ...['PUT', 'DELETE'].map(
    (method): Ladder => ({
      endpoint: `${method} /seasons/{id}/registrations/{userId}`,
      request: () => ({ path: '/api/seasons/ladder-season/registrations/person-c', method }),
      rungs: { anonymous: 401, member: 404, stranger: 404, owner: 204 },
    }),
  ),
  {
    endpoint: 'POST /data-exports',
    request: () => ({ path: '/api/data-exports', method: 'POST' }),
    rungs: { anonymous: 401, member: 202 },
  },
  { endpoint: 'GET /data-exports/latest', request: () => ({ path: '/api/data-exports/latest' }), rungs: { anonymous: 401, member: 200 } },
  { endpoint: 'GET /people/near', ...amongPeople('GET', '/api/people/near', 200) },
  { endpoint: 'GET /privacy', ...forPeople('GET', '/api/privacy', 200) },
  { endpoint: 'PATCH /privacy', ...forPeople('PATCH', '/api/privacy', 200, { publicBadges: false }) },
  { endpoint: 'GET /privacy/blocks', ...forPeople('GET', '/api/privacy/blocks', 200) },
  { endpoint: 'GET /user-lists', ...amongPeople('GET', '/api/user-lists', 200) },
  { endpoint: 'POST /user-lists', ...amongPeople('POST', '/api/user-lists', 201, { name: 'Tuesdays' }) },
  {
    endpoint: 'GET /seat-offers/{token}',
    request: () => ({ path: `/api/seat-offers/${offerToken}` }),
    rungs: { anonymous: 200, member: 200 },
  },
  ...['take', 'reject'].map(
    (answer): Ladder => ({
      endpoint: `POST /seat-offers/{token}/${answer}`,
      request: () => ({ path: `/api/seat-offers/${offerToken}/${answer}`, method: 'POST' }),
      rungs: { anonymous: 204, member: 204 },
    }),
  ),
  {
    endpoint: 'POST /events',
    ...amongPeople('POST', '/api/events', 201, { form: aGame(), repeat: null, publish: { when: 'now' }, idempotencyKey: 'ladder-event' }),
  },
  { endpoint: 'GET /events/mine', ...personal('GET', '/api/events/mine', 200) },
  ...Object.entries({
    'ladder-game': { anonymous: 401, member: 403, stranger: 403, owner: 200 },
    'ladder-inside': { stranger: 404, mate: 403 },
    'ladder-draft': { stranger: 404, mate: 404 },
  }).map(([game, rungs]): Ladder => {
    const picture = { method: 'PUT', headers: { 'content-type': 'image/png' }, body: makePng(8, 8) }
    return {
      endpoint: 'PUT /events/{id}/picture',
      request: () => ({ path: `/api/events/${game}/picture`, ...picture }),
      absent: () => ({ path: '/api/events/not-there/picture', ...picture }),
      rungs,
    }
  }),
  { endpoint: 'GET /places', ...open('/api/places?south=30&north=31&west=-98&east=-97') },
  { endpoint: 'GET /places/near', ...open('/api/places/near?lat=30.3573&lng=-97.7389&name=Northside') },
  { endpoint: 'GET /discover/events', ...open('/api/discover/events?activity=tennis') },
  { endpoint: 'GET /search', ...open('/api/search?q=tennis') },
  { endpoint: 'GET /places/named', ...open('/api/places/named?q=northside') },
  { endpoint: 'GET /places/nearest', ...open('/api/places/nearest?lat=30.3573&lng=-97.7389') },
  { endpoint: 'POST /places', ...amongPeople('POST', '/api/places', 201, { ...somePlace, idempotencyKey: 'ladder-place' }) },
  { endpoint: 'PUT /places/{id}', ...amongPeople('PUT', '/api/places/no-such-place', 404, { ...somePlace, version: 1 }) },
  { endpoint: 'GET /places/{id}/edits', ...open('/api/places/ladder-place/edits') },
  { endpoint: 'PUT /places/{id}/follow', ...amongPeople('PUT', '/api/places/ladder-place/follow', 200) },
  { endpoint: 'DELETE /places/{id}/follow', ...amongPeople('DELETE', '/api/places/ladder-place/follow', 200) },
  { endpoint: 'PUT /places/{id}/visit', ...amongPeople('PUT', '/api/places/ladder-place/visit', 200) },
  // The owner has just said that they are there.
  {
    endpoint: 'POST /places/{id}/calls',
    ...amongPeople('POST', '/api/places/ladder-place/calls', 204, { activity: 'pickleball', needed: 2 }),
  },
  { endpoint: 'DELETE /places/{id}/visit', ...amongPeople('DELETE', '/api/places/ladder-place/visit', 200) },
  {
    endpoint: 'POST /places/photos',
    request: () => ({
      path: '/api/places/photos?place=ladder-place&idempotencyKey=ladder-photo',
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: makePng(8, 8),
    }),
    rungs: { anonymous: 401, member: 403, owner: 201 },
  },
  { endpoint: 'DELETE /places/{id}/photos/{key}', ...amongPeople('DELETE', `/api/places/ladder-place/photos/${'A'.repeat(43)}`, 200) },
  {
    endpoint: 'GET /presence/socket',
    request: () => ({ path: '/api/presence/socket', headers: { upgrade: 'websocket' } }),
    rungs: { anonymous: 401, member: 101 },
  },
  { endpoint: 'GET /availability', request: () => ({ path: '/api/availability' }), rungs: { anonymous: 401, member: 200 } },
  {
    endpoint: 'PUT /availability',
    request: () => ({ path: '/api/availability', method: 'PUT', json: { ...startAvailability('America/Chicago'), version: 0 } }),
    rungs: { anonymous: 401, member: 200 },
  },
  { endpoint: 'GET /admin/reports', ...moderated('GET', '/api/admin/reports', 200) },
  { endpoint: 'DELETE /admin/reports/{id}', ...moderated('DELETE', '/api/admin/reports/ladder-report', 204) },
  { endpoint: 'GET /admin/admins', ...operator('GET', '/api/admin/admins', 200) },
  { endpoint: 'PUT /admin/admins/{email}', ...operator('PUT', '/api/admin/admins/player%40demo.test', 204, { role: 'moderator' }) },
  { endpoint: 'DELETE /admin/admins/{email}', ...operator('DELETE', '/api/admin/admins/host%40demo.test', 204) },
  { endpoint: 'POST /admin/clock', ...operator('POST', '/api/admin/clock', 200, { forward: 1 }) },
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
  { endpoint: 'PUT /admin/betas/{userId}/{beta}', ...operator('PUT', '/api/admin/betas/demo-player/week-heatmap', 204) },
  { endpoint: 'DELETE /admin/betas/{userId}/{beta}', ...operator('DELETE', '/api/admin/betas/demo-player/week-heatmap', 204) },
  { endpoint: 'GET /admin/feedback', ...moderated('GET', '/api/admin/feedback', 200) },
  { endpoint: 'POST /admin/cities', ...operator('POST', '/api/admin/cities', 204, { cities: [], names: [], prefixes: [] }) },
  { endpoint: 'DELETE /admin/cities', ...operator('DELETE', '/api/admin/cities', 204) },
  ...personLadders,
  ...eventLadders,
]
