import { aGame } from '../setup/a-game.ts'
import { aboutPerson, aboutThing, type Ladder } from './rungs.ts'

type Rungs = Ladder['rungs']

/** One endpoint with games of several kinds. GAME in its path stands for the game's id. */
const ofGames = (endpoint: string, method: string, path: string, json: unknown, games: Record<string, Rungs>): Ladder[] =>
  Object.entries(games).map(([game, rungs]) => ({
    endpoint,
    ...aboutThing(method, (id) => `/api/events/${id}${path.replaceAll('GAME', id)}`, game, json),
    rungs,
  }))

/**
 * What one reads of a game: open to all, by its link, for a community, only a draft, and a draft with a time to go up. That one is by
 * its link alone, and as yet kept from whom a block stands between.
 */
const forReaders = (endpoint: string, path: string, { draft = 200 } = {}): Ladder[] => [
  ...ofGames(endpoint, 'GET', path, undefined, {
    'ladder-inside': { anonymous: 404, member: 404, stranger: 404, mate: 200, owner: 200 },
    'ladder-draft': { anonymous: 404, member: 404, stranger: 404, mate: 404, owner: draft },
    'ladder-later': { anonymous: draft, stranger: draft, blocked: 404, blocker: 404, owner: draft },
  }),
  // What is open to whoever is signed out is open to whom a block stands between.
  ...['ladder-game', 'ladder-link'].map(
    (game): Ladder => ({
      endpoint,
      request: () => ({ path: `/api/events/${game}${path}` }),
      rungs: { anonymous: 200, member: 200, stranger: 200, blocked: 200 },
    }),
  ),
]

/**
 * What only its hosts may do with a game: others who see it are told so, and whoever has not set up a profile as well.
 * A game for a community is not there for anyone outside of it, and a draft for nobody else.
 */
const ofHosts = (
  endpoint: string,
  method: string,
  path: string,
  status: number,
  { json, hosts = ['ladder-game', 'ladder-inside'] }: { json?: unknown; hosts?: readonly string[] } = {},
): Ladder[] => {
  const others: Record<string, Rungs> = {
    'ladder-game': { anonymous: 401, member: 403, stranger: 403, mate: 403 },
    'ladder-inside': { anonymous: 401, member: 403, stranger: 404, mate: 403 },
    'ladder-draft': { anonymous: 401, member: 403, stranger: 404, mate: 404 },
    'ladder-later': { stranger: 403, blocked: 404, blocker: 404 },
  }
  const games = Object.entries(others).map(([game, rungs]) => [game, hosts.includes(game) ? { ...rungs, owner: status } : rungs])
  return ofGames(endpoint, method, path, json, Object.fromEntries(games))
}

/** One's own part in a game: whoever sees it may have one. */
const ofPlayers = (endpoint: string, method: string, path: string, status: number, json?: unknown): Ladder[] => [
  {
    endpoint,
    request: () => ({ path: `/api/events/ladder-game${path}`, method, ...(json === undefined ? {} : { json }) }),
    rungs: { anonymous: 401, member: 403, stranger: status },
  },
  ...ofGames(endpoint, method, path, json, {
    'ladder-inside': { anonymous: 401, member: 403, stranger: 404 },
    'ladder-draft': { stranger: 404, mate: 404 },
    'ladder-later': { blocked: 404, blocker: 404 },
  }),
]

/** Also where nobody has a part the answer is the same as of a game that is not there. */
const ofWhoIsIn = (endpoint: string, method: string, path: string, status: number): Ladder[] =>
  ofGames(endpoint, method, path, undefined, {
    'ladder-game': { anonymous: 401, member: 403, owner: status },
    'ladder-later': { blocked: status, blocker: status },
  })

const change = { form: aGame(), version: 1 }
const publish = { publish: { when: 'now' } }

export const eventLadders: readonly Ladder[] = [
  ...forReaders('GET /events/{id}', ''),
  ...forReaders('GET /events/{id}/live', '/live'),
  // No calendar holds what is not up.
  ...forReaders('GET /events/{id}/calendar.ics', '/calendar.ics', { draft: 409 }),
  ...ofHosts('GET /events/{id}/form', 'GET', '/form', 200, { hosts: ['ladder-game', 'ladder-inside', 'ladder-draft'] }),
  ...ofHosts('PATCH /events/{id}', 'PATCH', '', 204, { json: change, hosts: ['ladder-draft'] }),
  ...ofHosts('POST /events/{id}/publish', 'POST', '/publish', 204, { json: publish, hosts: ['ladder-draft'] }),
  ...ofHosts('POST /events/{id}/cancel', 'POST', '/cancel', 204, { json: { reason: '' } }),
  ...ofHosts('DELETE /events/{id}', 'DELETE', '', 204, { hosts: ['ladder-draft'] }),
  ...ofHosts('DELETE /events/{id}/picture', 'DELETE', '/picture', 204),
  ...ofHosts('GET /events/{id}/feedback', 'GET', '/feedback', 200),
  ...ofHosts('GET /events/{id}/manage', 'GET', '/manage', 200),
  ...ofHosts('POST /events/{id}/joiners', 'POST', '/joiners', 204, { json: { name: 'Walk In', idempotencyKey: 'ladder-guest' } }),
  ...ofHosts('POST /events/{id}/joiners/{joinerId}', 'POST', '/joiners/GAME-joiner', 204, { json: { action: 'remove' } }),
  ...ofHosts('PUT /events/{id}/joiners/{joinerId}/slot', 'PUT', '/joiners/GAME-joiner/slot', 204, { json: { slotId: null } }),
  ...ofHosts('PUT /events/{id}/check-ins', 'PUT', '/check-ins', 200, {
    json: { checkIns: [{ joinerId: 'ladder-game-joiner', arrived: 1, at: 1 }] },
  }),
  ...ofHosts('POST /events/{id}/updates', 'POST', '/updates', 201, { json: { text: 'Bring water.', idempotencyKey: 'ladder-words' } }),
  ...ofPlayers('PUT /events/{id}/me', 'PUT', '/me', 200, {}),
  {
    // Whom a host has blocked, or who has blocked one, meets a full game.
    endpoint: 'PUT /events/{id}/me',
    request: () => ({ path: '/api/events/ladder-game/me', method: 'PUT', json: {} }),
    absent: () => ({ path: '/api/events/ladder-full/me', method: 'PUT', json: {} }),
    rungs: { stranger: 200, blocked: 409, blocker: 409 },
  },
  ...ofPlayers('PATCH /events/{id}/me', 'PATCH', '/me', 404, { guests: [] }),
  ...ofWhoIsIn('DELETE /events/{id}/me', 'DELETE', '/me', 200),
  ...ofWhoIsIn('POST /events/{id}/me/take', 'POST', '/me/take', 409),
  ...ofPlayers('POST /events/{id}/me/transfer', 'POST', '/me/transfer', 404, { to: 'person-c' }),
  {
    // Each gives a seat of theirs away.
    ...aboutPerson('POST /events/{id}/me/transfer', (to) => ({
      path: '/api/events/ladder-inside/me/transfer',
      method: 'POST',
      json: { to },
    })),
    rungs: { mate: 200, blocked: 404, blocker: 404 },
  },
  ...ofPlayers('GET /events/{id}/me/feedback', 'GET', '/me/feedback', 200),
  ...ofPlayers('PUT /events/{id}/me/feedback', 'PUT', '/me/feedback', 403, { rating: 4 }),
  // What the hosts said, and to ask others along, is for who is in.
  ...ofGames('GET /events/{id}/updates', 'GET', '/updates', undefined, {
    'ladder-game': { anonymous: 401, member: 403, stranger: 403, owner: 200 },
    'ladder-inside': { anonymous: 401, member: 403, stranger: 404, mate: 200, owner: 200 },
    'ladder-draft': { stranger: 404, mate: 404, owner: 200 },
    'ladder-later': { stranger: 403, blocked: 404, blocker: 404 },
  }),
  ...ofGames(
    'POST /events/{id}/invites',
    'POST',
    '/invites',
    { userIds: ['demo-player'] },
    {
      'ladder-game': { anonymous: 401, member: 403, stranger: 403, owner: 200 },
      'ladder-inside': { anonymous: 401, member: 403, stranger: 404, mate: 200, owner: 200 },
      'ladder-draft': { stranger: 404, mate: 404, owner: 409 },
      'ladder-later': { stranger: 403, blocked: 404, blocker: 404, owner: 200 },
    },
  ),
  {
    // Whoever cannot be asked is left out without a word.
    ...aboutPerson('POST /events/{id}/invites', (id) => ({
      path: '/api/events/ladder-inside/invites',
      method: 'POST',
      json: { userIds: [id] },
    })),
    rungs: { mate: 200, blocked: 200, blocker: 200, owner: 200 },
  },
  ...['ladder-inside', 'ladder-draft'].map(
    (game): Ladder => ({
      endpoint: 'POST /reports',
      request: () => ({ path: '/api/reports', method: 'POST', json: { kind: 'event', subjectId: game, reason: 'spam' } }),
      absent: () => ({ path: '/api/reports', method: 'POST', json: { kind: 'event', subjectId: 'not-there', reason: 'spam' } }),
      rungs: { stranger: 404, owner: 204, mate: game === 'ladder-inside' ? 204 : 404 },
    }),
  ),
]
