import { makeGameForm } from '../setup/make-game-form.ts'
import { type AccessCase, aboutPerson, aboutThing } from './access-case.ts'

type Statuses = AccessCase['statuses']

/** The secret of the link by which `person-a` finds co-hosts for the game `access-inside`. */
export const coHostToken = 'abcdef'.repeat(7)

/** One endpoint, tested with games of several kinds. `GAME` in the path is replaced by the id of the game. */
const forGames = (endpoint: string, method: string, path: string, json: unknown, games: Record<string, Statuses>): AccessCase[] =>
  Object.entries(games).map(([game, statuses]) => ({
    endpoint,
    ...aboutThing(method, (id) => `/api/events/${id}${path.replaceAll('GAME', id)}`, game, json),
    statuses,
  }))

/**
 * Endpoints that read a game, for all kinds of games: public, by link, for a community, a draft, and a draft that is scheduled
 * to be published. A scheduled game can be read by its link, but not by people with a block between them and the host.
 */
const forReaders = (endpoint: string, path: string, { draft = 200 } = {}): AccessCase[] => [
  ...forGames(endpoint, 'GET', path, undefined, {
    'access-inside': { anonymous: 404, member: 404, stranger: 404, mate: 200, owner: 200 },
    'access-draft': { anonymous: 404, member: 404, stranger: 404, mate: 404, owner: draft },
    'access-later': { anonymous: draft, stranger: draft, blocked: 404, blocker: 404, owner: draft },
  }),
  // Signed-out people may read these games. For people with a block between them and the host, they do not exist.
  ...['access-game', 'access-link'].map(
    (game): AccessCase => ({
      endpoint,
      request: () => ({ path: `/api/events/${game}${path}` }),
      absent: () => ({ path: `/api/events/not-there${path}` }),
      statuses: { anonymous: 200, member: 200, stranger: 200, blocked: 404, blocker: 404 },
    }),
  ),
]

/**
 * Endpoints that only the hosts of a game may use. Others who can see the game get 403, and so do people without a profile.
 * For people outside of the community its games do not exist, and a draft exists only for its hosts.
 */
const forHosts = (
  endpoint: string,
  method: string,
  path: string,
  status: number,
  { json, hosts = ['access-game', 'access-inside'] }: { json?: unknown; hosts?: readonly string[] } = {},
): AccessCase[] => {
  const others: Record<string, Statuses> = {
    'access-game': { anonymous: 401, member: 403, stranger: 403, mate: 403 },
    'access-inside': { anonymous: 401, member: 403, stranger: 404, mate: 403 },
    'access-draft': { anonymous: 401, member: 403, stranger: 404, mate: 404 },
    'access-later': { stranger: 403, blocked: 404, blocker: 404 },
  }
  const games = Object.entries(others).map(([game, statuses]) => [game, hosts.includes(game) ? { ...statuses, owner: status } : statuses])
  return forGames(endpoint, method, path, json, Object.fromEntries(games))
}

/** Endpoints about the viewer's own seat in a game: everyone who can see the game may use them. */
const forPlayers = (endpoint: string, method: string, path: string, status: number, json?: unknown): AccessCase[] => [
  {
    endpoint,
    request: () => ({ path: `/api/events/access-game${path}`, method, ...(json === undefined ? {} : { json }) }),
    statuses: { anonymous: 401, member: 403, stranger: status },
  },
  ...forGames(endpoint, method, path, json, {
    'access-inside': { anonymous: 401, member: 403, stranger: 404 },
    'access-draft': { stranger: 404, mate: 404 },
    'access-later': { blocked: 404, blocker: 404 },
  }),
]

/** Endpoints that answer the same for people who are not in the game as for a game that does not exist. */
const forJoinedPlayers = (endpoint: string, method: string, path: string, status: number): AccessCase[] =>
  forGames(endpoint, method, path, undefined, {
    'access-game': { anonymous: 401, member: 403, owner: status },
    'access-later': { blocked: status, blocker: status },
  })

const change = { form: makeGameForm(), version: 1 }
const publish = { publish: { when: 'now' } }

export const eventAccessCases: readonly AccessCase[] = [
  ...forReaders('GET /events/{id}', ''),
  ...forReaders('GET /events/{id}/live', '/live'),
  ...forReaders('GET /events/{id}/joiners', '/joiners'),
  // A game that is not published has no calendar file.
  ...forReaders('GET /events/{id}/calendar.ics', '/calendar.ics', { draft: 409 }),
  ...forHosts('GET /events/{id}/form', 'GET', '/form', 200, { hosts: ['access-game', 'access-inside', 'access-draft'] }),
  ...forHosts('PATCH /events/{id}', 'PATCH', '', 204, { json: change, hosts: ['access-draft'] }),
  ...forHosts('POST /events/{id}/publish', 'POST', '/publish', 204, { json: publish, hosts: ['access-draft'] }),
  ...forHosts('POST /events/{id}/cancel', 'POST', '/cancel', 204, { json: { reason: '' } }),
  ...forHosts('DELETE /events/{id}', 'DELETE', '', 204, { hosts: ['access-draft'] }),
  ...forHosts('DELETE /events/{id}/picture', 'DELETE', '/picture', 204),
  ...forHosts('GET /events/{id}/feedback', 'GET', '/feedback', 200),
  ...forHosts('GET /events/{id}/manage', 'GET', '/manage', 200),
  ...forHosts('GET /events/{id}/coupons', 'GET', '/coupons', 200),
  // These games cost nothing.
  ...forHosts('POST /events/{id}/coupons', 'POST', '/coupons', 409, {
    json: { code: 'WINTER', percent: 20, amountOff: null, maxUses: 5, endsAt: null },
  }),
  ...forHosts('DELETE /events/{id}/coupons/{couponId}', 'DELETE', '/coupons/GAME-coupon', 204),
  ...forPlayers('POST /events/{id}/coupons/check', 'POST', '/coupons/check', 200, { code: 'SUMMER' }),
  ...forHosts('POST /events/{id}/joiners', 'POST', '/joiners', 204, { json: { name: 'Walk In', idempotencyKey: 'access-guest' } }),
  ...forHosts('POST /events/{id}/joiners/{joinerId}', 'POST', '/joiners/GAME-joiner', 204, { json: { action: 'remove' } }),
  // Nobody pays in these games.
  ...forHosts('POST /events/{id}/joiners/{joinerId}/payment', 'POST', '/joiners/GAME-joiner/payment', 409, {
    json: { method: 'gift', amount: 0, currency: 'usd' },
  }),
  ...forHosts('PUT /events/{id}/joiners/{joinerId}/slot', 'PUT', '/joiners/GAME-joiner/slot', 204, { json: { slotId: null } }),
  ...forHosts('PUT /events/{id}/check-ins', 'PUT', '/check-ins', 200, {
    json: { checkIns: [{ joinerId: 'access-game-joiner', arrived: 1, at: 1 }] },
  }),
  ...forHosts('POST /events/{id}/updates', 'POST', '/updates', 201, { json: { text: 'Bring water.', idempotencyKey: 'access-words' } }),
  ...forPlayers('PUT /events/{id}/me', 'PUT', '/me', 200, {}),
  {
    // For people with a block between them and a host, the game does not exist.
    endpoint: 'PUT /events/{id}/me',
    request: () => ({ path: '/api/events/access-game/me', method: 'PUT', json: {} }),
    absent: () => ({ path: '/api/events/not-there/me', method: 'PUT', json: {} }),
    statuses: { stranger: 200, blocked: 404, blocker: 404 },
  },
  // This game is no series, so there are no dates to join.
  ...forPlayers('PUT /events/{id}/me/series', 'PUT', '/me/series', 409, {}),
  ...forJoinedPlayers('DELETE /events/{id}/me/series', 'DELETE', '/me/series', 200),
  ...forPlayers('PATCH /events/{id}/me', 'PATCH', '/me', 404, { guests: [] }),
  ...forPlayers('POST /events/{id}/me/friends', 'POST', '/me/friends', 404, { friendIds: ['person-c'] }),
  ...forJoinedPlayers('DELETE /events/{id}/me', 'DELETE', '/me', 200),
  ...forJoinedPlayers('POST /events/{id}/me/take', 'POST', '/me/take', 409),
  ...forPlayers('POST /events/{id}/me/transfer', 'POST', '/me/transfer', 404, { to: 'person-c' }),
  {
    // Each viewer gives their own seat to someone else.
    ...aboutPerson('POST /events/{id}/me/transfer', (to) => ({
      path: '/api/events/access-inside/me/transfer',
      method: 'POST',
      json: { to },
    })),
    statuses: { mate: 200, blocked: 404, blocker: 404 },
  },
  ...forJoinedPlayers('DELETE /events/{id}/me/transfer', 'DELETE', '/me/transfer', 200),
  // There are no keys, so nobody gets a pass. Whoever does not see the game learns nothing else.
  ...forGames('GET /events/{id}/me/apple-pass', 'GET', '/me/apple-pass', undefined, {
    'access-inside': { anonymous: 401, member: 403, stranger: 404, mate: 404, blocked: 404, blocker: 404, owner: 404 },
  }),
  ...forGames('GET /events/{id}/me/google-pass', 'GET', '/me/google-pass', undefined, {
    'access-inside': { anonymous: 401, member: 403, stranger: 404, mate: 404, blocked: 404, blocker: 404, owner: 404 },
  }),
  // The transfer belongs to the mate, whom `person-d` asked. For everyone else it does not exist.
  ...forPlayers('POST /events/{id}/me/transfers/{transferId}/accept', 'POST', '/me/transfers/access-transfer/accept', 409),
  ...forJoinedPlayers('POST /events/{id}/me/transfers/{transferId}/decline', 'POST', '/me/transfers/access-transfer/decline', 200),
  // The invitation belongs to the mate, whom `person-a` asked. For everyone else it does not exist.
  ...forGames('GET /events/{id}/me/co-host-invite', 'GET', '/me/co-host-invite', undefined, {
    'access-inside': { anonymous: 401, member: 403, stranger: 404, mate: 200, blocked: 404, blocker: 404, owner: 200 },
    'access-game': { anonymous: 401, member: 403, stranger: 404, mate: 404, owner: 200 },
  }),
  ...forGames('POST /events/{id}/me/co-host-invite/accept', 'POST', '/me/co-host-invite/accept', undefined, {
    'access-inside': { anonymous: 401, member: 403, stranger: 409, mate: 204, blocked: 409, blocker: 409, owner: 204 },
  }),
  ...forGames('POST /events/{id}/me/co-host-invite/decline', 'POST', '/me/co-host-invite/decline', undefined, {
    'access-inside': { anonymous: 401, member: 403, stranger: 204, mate: 204, blocked: 204, blocker: 204 },
  }),
  ...forHosts('GET /events/{id}/co-host-link', 'GET', '/co-host-link', 200),
  ...forHosts('POST /events/{id}/co-host-link', 'POST', '/co-host-link', 201, { json: { maxUses: 1 } }),
  ...forHosts('DELETE /events/{id}/co-host-link', 'DELETE', '/co-host-link', 204),
  // For people with a block between them and the host, the link does not exist. Everybody else who has it is invited.
  ...(
    [
      ['GET', '', { anonymous: 200, member: 200, stranger: 200, mate: 200, blocked: 404, blocker: 404, owner: 200 }],
      ['POST', '/accept', { anonymous: 401, member: 403, stranger: 204, mate: 204, blocked: 404, blocker: 404, owner: 204 }],
    ] as const
  ).map(
    ([method, path, statuses]): AccessCase => ({
      endpoint: `${method} /co-host-links/{token}${path}`,
      request: () => ({ path: `/api/co-host-links/${coHostToken}${path}`, method }),
      absent: () => ({ path: `/api/co-host-links/${'x'.repeat(43)}${path}`, method }),
      statuses,
    }),
  ),
  ...forPlayers('GET /events/{id}/me/feedback', 'GET', '/me/feedback', 200),
  ...forPlayers('PUT /events/{id}/me/feedback', 'PUT', '/me/feedback', 403, { rating: 4 }),
  ...forPlayers('GET /events/{id}/rematch', 'GET', '/rematch', 200),
  ...forPlayers('POST /events/{id}/rematch', 'POST', '/rematch', 403),
  // Only players may read the messages of the hosts and invite others.
  ...forGames('GET /events/{id}/updates', 'GET', '/updates', undefined, {
    'access-game': { anonymous: 401, member: 403, stranger: 403, owner: 200 },
    'access-inside': { anonymous: 401, member: 403, stranger: 404, mate: 200, owner: 200 },
    'access-draft': { stranger: 404, mate: 404, owner: 200 },
    'access-later': { stranger: 403, blocked: 404, blocker: 404 },
  }),
  ...forGames('GET /events/{id}/familiar', 'GET', '/familiar', undefined, {
    'access-game': { anonymous: 401, member: 403, stranger: 403, owner: 200 },
    'access-inside': { anonymous: 401, member: 403, stranger: 404, mate: 200, owner: 200 },
    'access-draft': { stranger: 404, mate: 404, owner: 200 },
    'access-later': { stranger: 403, blocked: 404, blocker: 404 },
  }),
  ...forGames(
    'POST /events/{id}/invites',
    'POST',
    '/invites',
    { userIds: ['demo-player'] },
    {
      'access-game': { anonymous: 401, member: 403, stranger: 403, owner: 200 },
      'access-inside': { anonymous: 401, member: 403, stranger: 404, mate: 200, owner: 200 },
      'access-draft': { stranger: 404, mate: 404, owner: 409 },
      'access-later': { stranger: 403, blocked: 404, blocker: 404, owner: 200 },
    },
  ),
  {
    // People who cannot be invited are left out silently.
    ...aboutPerson('POST /events/{id}/invites', (id) => ({
      path: '/api/events/access-inside/invites',
      method: 'POST',
      json: { userIds: [id] },
    })),
    statuses: { mate: 200, blocked: 200, blocker: 200, owner: 200 },
  },
  ...['access-inside', 'access-draft'].map(
    (game): AccessCase => ({
      endpoint: 'POST /reports',
      request: () => ({ path: '/api/reports', method: 'POST', json: { kind: 'event', subjectId: game, reason: 'spam' } }),
      absent: () => ({ path: '/api/reports', method: 'POST', json: { kind: 'event', subjectId: 'not-there', reason: 'spam' } }),
      statuses: { stranger: 404, owner: 204, mate: game === 'access-inside' ? 204 : 404 },
    }),
  ),
  // Whoever can see a game can save it. Taking it off again says nothing about the game.
  ...Object.entries({
    'access-game': { anonymous: 401, member: 204, stranger: 204, blocked: 404, blocker: 404 },
    'access-inside': { stranger: 404, mate: 204, owner: 204 },
    'access-draft': { stranger: 404, mate: 404, owner: 204 },
  }).map(
    ([id, statuses]): AccessCase => ({
      endpoint: 'PUT /my-games/saved/{id}',
      ...aboutThing('PUT', (game) => `/api/my-games/saved/${game}`, id),
      statuses,
    }),
  ),
  {
    endpoint: 'DELETE /my-games/series/{id}',
    request: () => ({ path: '/api/my-games/series/not-there', method: 'DELETE' }),
    statuses: { anonymous: 401, member: 204, stranger: 204, owner: 204 },
  },
  {
    // Which dates of a series a person must see to follow it is tested in tests/my-games.
    endpoint: 'PUT /my-games/series/{id}',
    request: () => ({ path: '/api/my-games/series/not-there', method: 'PUT' }),
    statuses: { anonymous: 401, member: 403, stranger: 404, owner: 404 },
  },
  {
    endpoint: 'DELETE /my-games/saved/{id}',
    request: () => ({ path: '/api/my-games/saved/access-game', method: 'DELETE' }),
    statuses: { anonymous: 401, member: 204, stranger: 204, owner: 204 },
  },
]
