import { makeEmptyAvailability } from '../../domain/availability/rules.ts'
import { makePng } from '../files/pictures.ts'
import { oakCourts } from '../places/places.ts'
import { makeGameForm } from '../setup/make-game-form.ts'
import { type AccessCase, aboutThing, forSignedIn } from './access-case.ts'
import { calendarAccessCases } from './calendar-access-cases.ts'
import { dueAccessCases } from './due-access-cases.ts'
import { eventAccessCases } from './event-access-cases.ts'
import { formAccessCases } from './form-access-cases.ts'
import { formPaymentAccessCases } from './form-payment-access-cases.ts'
import { hostnameAccessCases } from './hostname-access-cases.ts'
import { ledgerAccessCases } from './ledger-access-cases.ts'
import { membershipAccessCases } from './membership-access-cases.ts'
import { messageAccessCases } from './message-access-cases.ts'
import { orderAccessCases } from './order-access-cases.ts'
import { organizationAccessCases } from './organization-access-cases.ts'
import { paymentAccessCases } from './payment-access-cases.ts'
import { personAccessCases } from './person-access-cases.ts'
import { pushAccessCases } from './push-access-cases.ts'
import { announcementAccessCases, rosterAccessCases } from './roster-access-cases.ts'
import { seasonAccessCases } from './season-access-cases.ts'
import { teamAccessCases } from './team-access-cases.ts'

const openTo = (path: string): Pick<AccessCase, 'request' | 'statuses'> => ({
  request: () => ({ path }),
  statuses: { anonymous: 200, member: 200 },
})

/** Only for operators with the token and for admins. For everyone else it does not exist. */
const operator = (method: string, path: string, status: number, json?: unknown): Pick<AccessCase, 'request' | 'statuses'> => ({
  request: () => ({ path, method, ...(json === undefined ? {} : { json }) }),
  statuses: { anonymous: 404, member: 404, stranger: 404, owner: 404, moderator: 404, admin: status, operator: status },
})

/** Like `operator`, but moderators may use it too. */
const forModerators = (method: string, path: string, status: number): Pick<AccessCase, 'request' | 'statuses'> => {
  const { request, statuses } = operator(method, path, status)
  return { request, statuses: { ...statuses, moderator: status } }
}

/** For all signed-in people, about their own account. */
const forSelf = (method: string, path: string, status: number, json?: unknown): Pick<AccessCase, 'request' | 'statuses'> => ({
  request: () => ({ path, method, ...(json === undefined ? {} : { json }) }),
  statuses: { anonymous: 401, member: status, owner: status },
})

/** The token of the seat that is offered in `access-game`. */
export const offerToken = 'abcdef'.repeat(7)

/** For requests that involve other people: they need a complete profile, which `member` does not have. */
const forCompleteProfiles = (method: string, path: string, status: number, json?: unknown): Pick<AccessCase, 'request' | 'statuses'> => ({
  request: () => ({ path, method, ...(json === undefined ? {} : { json }) }),
  statuses: { anonymous: 401, member: 403, owner: status },
})

const profile = {
  displayName: 'Lee Tester',
  fullName: 'Lee Tester',
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

const externalTeam = { name: 'Access United', address: '', timeZone: 'America/Chicago' }

const somePlace = { ...oakCourts, name: 'Access Courts', lat: 30.4, lng: -97.7 }

/** For all signed-in people. What belongs to someone else does not exist for them. */
const forPeople = (method: string, path: string, status: number, json?: unknown): Pick<AccessCase, 'request' | 'statuses'> => ({
  request: () => ({ path, method, ...(json === undefined ? {} : { json }) }),
  statuses: { anonymous: 401, member: status },
})

export const accessCases: readonly AccessCase[] = [
  { endpoint: 'GET /health', ...openTo('/api/health') },
  { endpoint: 'GET /config', ...openTo('/api/config') },
  // It exists on the domain of a community only.
  {
    endpoint: 'GET /hostnames/team-site',
    request: () => ({ path: '/api/hostnames/team-site' }),
    statuses: { anonymous: 404, member: 404, admin: 404 },
  },
  { endpoint: 'GET /session', ...openTo('/api/session') },
  { endpoint: 'GET /cities', ...openTo('/api/cities?q=austin') },
  { endpoint: 'GET /ask', ...openTo('/api/ask?q=tennis%20in%20austin') },
  { endpoint: 'GET /cities/{id}', ...openTo('/api/cities/4671654') },
  {
    endpoint: 'POST /accounts',
    request: () => ({
      path: '/api/accounts',
      method: 'POST',
      json: { email: 'access@example.com', password: 'correct horse battery', isOldEnough: true, acceptsTerms: true },
    }),
    statuses: { anonymous: 202, member: 202 },
  },
  ...['login-link', 'password-reset'].map(
    (name): AccessCase => ({
      endpoint: `POST /accounts/${name}`,
      request: () => ({ path: `/api/accounts/${name}`, method: 'POST', json: { email: `${name}@example.com` } }),
      statuses: { anonymous: 202, member: 202 },
    }),
  ),
  {
    endpoint: 'POST /accounts/lookup',
    request: () => ({ path: '/api/accounts/lookup', method: 'POST', json: { email: 'access@example.com' } }),
    statuses: { anonymous: 200, member: 200 },
  },
  {
    endpoint: 'POST /seat-codes',
    request: () => ({
      path: '/api/seat-codes',
      method: 'POST',
      json: { eventId: 'access-game', email: 'access@example.com', name: 'Access', isOldEnough: true, acceptsTerms: true, choice: {} },
    }),
    absent: () => ({
      path: '/api/seat-codes',
      method: 'POST',
      json: { eventId: 'not-there', email: 'access@example.com', name: 'Access', isOldEnough: true, acceptsTerms: true, choice: {} },
    }),
    statuses: { anonymous: 202, member: 202 },
  },
  {
    endpoint: 'POST /seat-codes/link',
    request: () => ({ path: '/api/seat-codes/link', method: 'POST', json: { token: 'A'.repeat(43) } }),
    statuses: { anonymous: 404, member: 404 },
  },
  {
    endpoint: 'POST /accounts/password-reset/check',
    request: () => ({ path: '/api/accounts/password-reset/check', method: 'POST', json: { token: 'A'.repeat(43) } }),
    statuses: { anonymous: 404, member: 404 },
  },
  {
    endpoint: 'PUT /accounts/password',
    request: () => ({ path: '/api/accounts/password', method: 'PUT', json: { token: 'A'.repeat(43), password: 'correct horse battery' } }),
    statuses: { anonymous: 404, member: 404 },
  },
  {
    endpoint: 'POST /accounts/password',
    request: () => ({ path: '/api/accounts/password', method: 'POST', json: { password: 'correct horse battery' } }),
    // A person without a profile may too, but would then need this password to change their email in a later case.
    statuses: { anonymous: 401, stranger: 204 },
  },
  {
    endpoint: 'PATCH /accounts/password',
    request: () => ({
      path: '/api/accounts/password',
      method: 'PATCH',
      json: { currentPassword: 'not the password', password: 'rain over the bay' },
    }),
    statuses: { anonymous: 401, member: 400 },
  },
  { endpoint: 'DELETE /accounts/google', ...forSelf('DELETE', '/api/accounts/google', 404) },
  {
    endpoint: 'POST /accounts/confirmation',
    ...forSelf('POST', '/api/accounts/confirmation', 400, { with: 'password', password: 'not the password' }),
  },
  { endpoint: 'POST /accounts/confirmation/code', ...forPeople('POST', '/api/accounts/confirmation/code', 202) },
  { endpoint: 'POST /accounts/confirmation/google', ...forSelf('POST', '/api/accounts/confirmation/google', 404) },
  { endpoint: 'GET /accounts/devices', request: () => ({ path: '/api/accounts/devices' }), statuses: { anonymous: 401, member: 200 } },
  {
    endpoint: 'DELETE /accounts/devices',
    request: () => ({ path: '/api/accounts/devices', method: 'DELETE' }),
    statuses: { anonymous: 401, member: 204 },
  },
  {
    endpoint: 'DELETE /accounts/devices/{id}',
    ...aboutThing('DELETE', (id) => `/api/accounts/devices/${id}`, 'access-device'),
    statuses: { anonymous: 401, member: 404, owner: 204 },
  },
  { endpoint: 'GET /profiles/me', ...forSelf('GET', '/api/profiles/me', 200) },
  {
    endpoint: 'POST /profiles/me',
    ...forSelf('POST', '/api/profiles/me', 403, setUp),
    statuses: { anonymous: 401, member: 403, owner: 201 },
  },
  {
    endpoint: 'POST /profiles/me/from-game',
    request: () => ({ path: '/api/profiles/me/from-game', method: 'POST', json: { eventId: 'access-game', name: 'Access' } }),
    absent: () => ({ path: '/api/profiles/me/from-game', method: 'POST', json: { eventId: 'not-there', name: 'Access' } }),
    // The previous case has already created the owner's profile.
    statuses: { anonymous: 401, member: 403, owner: 409 },
  },
  {
    endpoint: 'PUT /profiles/me',
    request: () => ({ path: '/api/profiles/me', method: 'PUT', json: { ...profile, version: 1 } }),
    // The previous case has already created the owner's profile.
    statuses: { anonymous: 401, member: 403, owner: 200 },
  },
  {
    endpoint: 'PUT /profiles/me/activities/{activity}',
    request: () => ({ path: '/api/profiles/me/activities/tennis', method: 'PUT', json: { level: 3, isOn: true } }),
    statuses: { anonymous: 401, member: 403, owner: 204 },
  },
  {
    endpoint: 'DELETE /profiles/me/activities/{activity}',
    request: () => ({ path: '/api/profiles/me/activities/chess', method: 'DELETE' }),
    statuses: { anonymous: 401, member: 403, owner: 204 },
  },
  { endpoint: 'GET /connections', ...forCompleteProfiles('GET', '/api/connections', 200) },
  { endpoint: 'GET /follows', ...forCompleteProfiles('GET', '/api/follows', 200) },
  { endpoint: 'GET /notifications', ...forSelf('GET', '/api/notifications', 200) },
  { endpoint: 'GET /notifications/unread', ...forSelf('GET', '/api/notifications/unread', 200) },
  { endpoint: 'POST /notifications/read', ...forSelf('POST', '/api/notifications/read', 204, { upTo: 1 }) },
  { endpoint: 'GET /notifications/settings', ...forSelf('GET', '/api/notifications/settings', 200) },
  {
    endpoint: 'PATCH /notifications/settings',
    ...forSelf('PATCH', '/api/notifications/settings', 204, { topic: 'news', channel: 'email', isOn: false }),
  },
  { endpoint: 'PUT /notifications/settings', ...forSelf('PUT', '/api/notifications/settings', 204) },
  // For people outside of a community it does not exist.
  {
    endpoint: 'PUT /notifications/settings/{topic}/frequency',
    ...forSelf('PUT', '/api/notifications/settings/alerts/frequency', 204, { frequency: 'daily' }),
  },
  {
    endpoint: 'POST /notifications/settings/{topic}/stop',
    ...forSelf('POST', '/api/notifications/settings/news/stop', 200),
  },
  { endpoint: 'PUT /notifications/mutes/{teamId}', ...forSelf('PUT', '/api/notifications/mutes/sunset-smashers', 404) },
  { endpoint: 'DELETE /notifications/mutes/{teamId}', ...forSelf('DELETE', '/api/notifications/mutes/sunset-smashers', 204) },
  { endpoint: 'GET /home/setup-tasks', ...forSelf('GET', '/api/home/setup-tasks', 200) },
  { endpoint: 'GET /home/upcoming', ...forSelf('GET', '/api/home/upcoming', 200) },
  { endpoint: 'GET /home/nearby', ...forSelf('GET', '/api/home/nearby', 200) },
  { endpoint: 'GET /my-games', ...forSelf('GET', '/api/my-games?tab=past', 200) },
  { endpoint: 'GET /my-games/month', ...forSelf('GET', '/api/my-games/month?month=2026-11', 200) },
  { endpoint: 'GET /my-games/years/{year}', ...forSelf('GET', '/api/my-games/years/2026', 200) },
  { endpoint: 'GET /my-games/series', ...forSelf('GET', '/api/my-games/series', 200) },
  { endpoint: 'GET /my-games/saved', ...forSelf('GET', '/api/my-games/saved', 200) },
  { endpoint: 'GET /betas', ...forSelf('GET', '/api/betas', 200) },
  { endpoint: 'POST /feedback', ...forSelf('POST', '/api/feedback', 204, { rating: 5, text: 'Good.' }) },
  {
    endpoint: 'PUT /profiles/me/picture',
    request: () => ({ path: '/api/profiles/me/picture', method: 'PUT', headers: { 'content-type': 'image/png' }, body: makePng(8, 8) }),
    statuses: { anonymous: 401, member: 200 },
  },
  {
    endpoint: 'DELETE /profiles/me/picture',
    request: () => ({ path: '/api/profiles/me/picture', method: 'DELETE' }),
    statuses: { anonymous: 401, member: 204 },
  },
  {
    endpoint: 'GET /activity-subscriptions',
    request: () => ({ path: '/api/activity-subscriptions' }),
    statuses: { anonymous: 401, member: 200 },
  },
  {
    endpoint: 'POST /activity-subscriptions',
    request: () => ({ path: '/api/activity-subscriptions', method: 'POST', json: { ...aroundAustin, idempotencyKey: 'access-key' } }),
    statuses: { anonymous: 401, member: 201 },
  },
  {
    endpoint: 'PUT /activity-subscriptions/{id}',
    ...aboutThing('PUT', (id) => `/api/activity-subscriptions/${id}`, 'access-search', { ...aroundAustin, version: 1 }),
    statuses: { anonymous: 401, member: 404, owner: 200 },
  },
  {
    endpoint: 'DELETE /activity-subscriptions/{id}',
    ...aboutThing('DELETE', (id) => `/api/activity-subscriptions/${id}`, 'access-search'),
    statuses: { anonymous: 401, member: 404, owner: 204 },
  },
  { endpoint: 'GET /external-teams', ...forCompleteProfiles('GET', '/api/external-teams', 200) },
  { endpoint: 'GET /external-teams/games', ...forCompleteProfiles('GET', '/api/external-teams/games', 200) },
  {
    endpoint: 'POST /external-teams',
    ...forCompleteProfiles('POST', '/api/external-teams', 201, {
      ...externalTeam,
      feedUrl: 'https://calendars.example.com/access.ics',
      idempotencyKey: 'access-key',
    }),
  },
  ...(
    [
      ['PUT', '', 200, externalTeam],
      ['DELETE', '', 204, undefined],
      ['POST', '/fetch', 200, undefined],
    ] as const
  ).map(
    ([method, path, status, json]): AccessCase => ({
      endpoint: `${method} /external-teams/{id}${path}`,
      ...aboutThing(method, (id) => `/api/external-teams/${id}${path}`, 'access-external', json),
      statuses: { anonymous: 401, member: 403, stranger: 404, mate: 404, owner: status },
    }),
  ),
  {
    endpoint: 'POST /external-teams/{id}/restore',
    ...aboutThing('POST', (id) => `/api/external-teams/${id}/restore`, 'access-external-removed'),
    statuses: { anonymous: 401, member: 403, stranger: 404, mate: 404, owner: 200 },
  },
  // The tests have no geocoder, so nothing is looked up.
  { endpoint: 'GET /geocode', request: () => ({ path: '/api/geocode?q=zilker' }), statuses: { anonymous: 401, member: 404 } },
  { endpoint: 'GET /accounts', request: () => ({ path: '/api/accounts' }), statuses: { anonymous: 401, member: 200 } },
  {
    endpoint: 'POST /accounts/email',
    request: () => ({ path: '/api/accounts/email', method: 'POST', json: { email: 'access-new@example.com' } }),
    statuses: { anonymous: 401, member: 202 },
  },
  {
    endpoint: 'PUT /accounts/email',
    request: () => ({ path: '/api/accounts/email', method: 'PUT', json: { token: 'A'.repeat(43) } }),
    statuses: { anonymous: 404, member: 404 },
  },
  { endpoint: 'GET /accounts/deletion', request: () => ({ path: '/api/accounts/deletion' }), statuses: { anonymous: 401, member: 200 } },
  {
    // The owner of a team must hand it over or delete it first.
    endpoint: 'DELETE /accounts',
    request: () => ({ path: '/api/accounts', method: 'DELETE', json: { confirm: 'DELETE' } }),
    statuses: { anonymous: 401, owner: 409, member: 204 },
  },
  ...organizationAccessCases,
  ...ledgerAccessCases,
  ...orderAccessCases,
  ...membershipAccessCases,
  ...dueAccessCases,
  ...formAccessCases,
  ...formPaymentAccessCases,
  ...hostnameAccessCases,
  ...paymentAccessCases,
  ...teamAccessCases,
  {
    endpoint: 'POST /data-exports',
    request: () => ({ path: '/api/data-exports', method: 'POST' }),
    statuses: { anonymous: 401, member: 202 },
  },
  {
    endpoint: 'GET /data-exports/latest',
    request: () => ({ path: '/api/data-exports/latest' }),
    statuses: { anonymous: 401, member: 200 },
  },
  { endpoint: 'GET /people/near', ...forCompleteProfiles('GET', '/api/people/near', 200) },
  { endpoint: 'GET /privacy', ...forPeople('GET', '/api/privacy', 200) },
  { endpoint: 'PATCH /privacy', ...forPeople('PATCH', '/api/privacy', 200, { publicBadges: false }) },
  { endpoint: 'GET /privacy/blocks', ...forPeople('GET', '/api/privacy/blocks', 200) },
  { endpoint: 'GET /user-lists', ...forCompleteProfiles('GET', '/api/user-lists', 200) },
  { endpoint: 'POST /user-lists', ...forCompleteProfiles('POST', '/api/user-lists', 201, { name: 'Tuesdays' }) },
  {
    endpoint: 'GET /seat-offers/{token}',
    request: () => ({ path: `/api/seat-offers/${offerToken}` }),
    statuses: { anonymous: 200, member: 200 },
  },
  ...['take', 'reject'].map(
    (answer): AccessCase => ({
      endpoint: `POST /seat-offers/{token}/${answer}`,
      request: () => ({ path: `/api/seat-offers/${offerToken}/${answer}`, method: 'POST' }),
      statuses: { anonymous: 204, member: 204 },
    }),
  ),
  {
    endpoint: 'POST /events',
    ...forCompleteProfiles('POST', '/api/events', 201, {
      form: makeGameForm(),
      repeat: null,
      publish: { when: 'now' },
      idempotencyKey: 'access-event',
    }),
  },
  // Only those who may host for the community get a game of it. Everyone else is told the same, whether it exists or not.
  ...['access-team', 'not-there'].map(
    (teamId): AccessCase => ({
      endpoint: 'POST /events',
      request: () => ({
        path: '/api/events',
        method: 'POST',
        json: {
          form: makeGameForm({ teamId, visibility: 'team' }),
          repeat: null,
          publish: { when: 'now' },
          idempotencyKey: `hosted-by-${teamId}`,
        },
      }),
      statuses: forSignedIn(403, teamId === 'access-team' ? { coach: 201, captain: 201, organizer: 201, owner: 201 } : {}),
    }),
  ),
  { endpoint: 'GET /events/mine', ...forSelf('GET', '/api/events/mine', 200) },
  {
    endpoint: 'GET /events/payees',
    request: () => ({ path: '/api/events/payees' }),
    statuses: { anonymous: 401, member: 403, stranger: 200 },
  },
  ...Object.entries({
    'access-game': { anonymous: 401, member: 403, stranger: 403, owner: 200 },
    'access-inside': { stranger: 404, mate: 403 },
    'access-draft': { stranger: 404, mate: 404 },
  }).map(([game, statuses]): AccessCase => {
    const picture = { method: 'PUT', headers: { 'content-type': 'image/png' }, body: makePng(8, 8) }
    return {
      endpoint: 'PUT /events/{id}/picture',
      request: () => ({ path: `/api/events/${game}/picture`, ...picture }),
      absent: () => ({ path: '/api/events/not-there/picture', ...picture }),
      statuses,
    }
  }),
  { endpoint: 'GET /places', ...openTo('/api/places?south=30&north=31&west=-98&east=-97') },
  { endpoint: 'GET /places/near', ...openTo('/api/places/near?lat=30.3573&lng=-97.7389&name=Northside') },
  { endpoint: 'GET /places/map', ...openTo('/api/places/map?south=30&north=31&west=-98&east=-97') },
  { endpoint: 'GET /discover/map', ...openTo('/api/discover/map?south=30&north=31&west=-98&east=-97') },
  { endpoint: 'GET /discover/events', ...openTo('/api/discover/events?activity=tennis') },
  { endpoint: 'GET /search', ...openTo('/api/search?q=tennis') },
  { endpoint: 'GET /places/named', ...openTo('/api/places/named?q=northside') },
  { endpoint: 'GET /places/nearest', ...openTo('/api/places/nearest?lat=30.3573&lng=-97.7389') },
  { endpoint: 'POST /places', ...forCompleteProfiles('POST', '/api/places', 201, { ...somePlace, idempotencyKey: 'access-place' }) },
  { endpoint: 'PUT /places/{id}', ...forCompleteProfiles('PUT', '/api/places/no-such-place', 404, { ...somePlace, version: 1 }) },
  { endpoint: 'DELETE /places/{id}', ...forCompleteProfiles('DELETE', '/api/places/no-such-place', 404) },
  { endpoint: 'GET /places/{id}/removed', ...forPeople('GET', '/api/places/access-place/removed', 200) },
  { endpoint: 'POST /places/{id}/restore', ...forCompleteProfiles('POST', '/api/places/access-place/restore', 200) },
  {
    endpoint: 'POST /places/{id}/edits/{version}/restore',
    ...forCompleteProfiles('POST', '/api/places/access-place/edits/1/restore', 404),
  },
  {
    endpoint: 'POST /places/{id}/proposals/{proposalId}/confirm',
    ...forCompleteProfiles('POST', '/api/places/access-place/proposals/no-such-proposal/confirm', 404),
  },
  {
    endpoint: 'DELETE /places/{id}/proposals/{proposalId}',
    ...forCompleteProfiles('DELETE', '/api/places/access-place/proposals/no-such-proposal', 404),
  },
  { endpoint: 'GET /places/{id}/edits', ...openTo('/api/places/access-place/edits') },
  { endpoint: 'PUT /places/{id}/follow', ...forCompleteProfiles('PUT', '/api/places/access-place/follow', 200) },
  { endpoint: 'DELETE /places/{id}/follow', ...forCompleteProfiles('DELETE', '/api/places/access-place/follow', 200) },
  {
    endpoint: 'PUT /places/{id}/check-in',
    ...forCompleteProfiles('PUT', '/api/places/access-place/check-in', 200, { position: { lat: 30.4, lng: -97.7 } }),
  },
  // The owner has just checked in.
  {
    endpoint: 'POST /places/{id}/calls',
    ...forCompleteProfiles('POST', '/api/places/access-place/calls', 204, { activity: 'pickleball', needed: 2 }),
  },
  { endpoint: 'DELETE /places/{id}/check-in', ...forCompleteProfiles('DELETE', '/api/places/access-place/check-in', 200) },
  {
    endpoint: 'POST /places/photos',
    request: () => ({
      path: '/api/places/photos?place=access-place&idempotencyKey=access-photo',
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: makePng(8, 8),
    }),
    statuses: { anonymous: 401, member: 403, owner: 201 },
  },
  {
    endpoint: 'DELETE /places/{id}/photos/{key}',
    ...forCompleteProfiles('DELETE', `/api/places/access-place/photos/${'A'.repeat(43)}`, 200),
  },
  {
    endpoint: 'GET /presence/socket',
    request: () => ({ path: '/api/presence/socket', headers: { upgrade: 'websocket' } }),
    statuses: { anonymous: 401, member: 101 },
  },
  { endpoint: 'GET /availability', request: () => ({ path: '/api/availability' }), statuses: { anonymous: 401, member: 200 } },
  {
    endpoint: 'PUT /availability',
    request: () => ({ path: '/api/availability', method: 'PUT', json: { ...makeEmptyAvailability('America/Chicago'), version: 0 } }),
    statuses: { anonymous: 401, member: 200 },
  },
  { endpoint: 'GET /admin/reports', ...forModerators('GET', '/api/admin/reports', 200) },
  { endpoint: 'DELETE /admin/reports/{id}', ...forModerators('DELETE', '/api/admin/reports/access-report', 204) },
  {
    // The community has an owner.
    endpoint: 'PUT /admin/teams/{id}/owner',
    ...operator('PUT', '/api/admin/teams/access-team/owner', 409, { to: 'person-c' }),
  },
  { endpoint: 'GET /admin/admins', ...operator('GET', '/api/admin/admins', 200) },
  { endpoint: 'PUT /admin/admins/{email}', ...operator('PUT', '/api/admin/admins/player%40demo.test', 204, { role: 'moderator' }) },
  { endpoint: 'DELETE /admin/admins/{email}', ...operator('DELETE', '/api/admin/admins/host%40demo.test', 204) },
  { endpoint: 'POST /admin/clock', ...operator('POST', '/api/admin/clock', 200, { forward: 1 }) },
  { endpoint: 'GET /admin/config', ...operator('GET', '/api/admin/config', 200) },
  { endpoint: 'PUT /admin/config/{key}', ...operator('PUT', '/api/admin/config/notice', 204, { value: null }) },
  { endpoint: 'DELETE /admin/config/{key}', ...operator('DELETE', '/api/admin/config/notice', 204) },
  { endpoint: 'GET /admin/dead-letters', ...operator('GET', '/api/admin/dead-letters', 200) },
  // An admin sees no money of communities.
  {
    endpoint: 'GET /admin/money',
    request: () => ({ path: '/api/admin/money' }),
    statuses: { ...operator('GET', '/api/admin/money', 200).statuses, admin: 404 },
  },
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
  { endpoint: 'GET /admin/feedback', ...forModerators('GET', '/api/admin/feedback', 200) },
  { endpoint: 'POST /admin/cities', ...operator('POST', '/api/admin/cities', 204, { cities: [], names: [], prefixes: [] }) },
  { endpoint: 'DELETE /admin/cities', ...operator('DELETE', '/api/admin/cities', 204) },
  ...personAccessCases,
  ...eventAccessCases,
  ...rosterAccessCases,
  ...messageAccessCases,
  ...pushAccessCases,
  ...calendarAccessCases,
  ...announcementAccessCases,
  ...seasonAccessCases,
]
