import { type AccessCase, aboutThing } from './access-case.ts'

type Statuses = AccessCase['statuses']

/** A season exists only for the members of its team. */
const forTeam = { anonymous: 401, member: 404, stranger: 404, mate: 200, owner: 200 } satisfies Statuses
const forOrganizers = { anonymous: 401, member: 404, stranger: 404, mate: 403 } satisfies Statuses

const notAsked = { ...forOrganizers, mate: 404, owner: 404 } satisfies Statuses

const season = '/api/seasons/access-season'

const testSeason = (
  method: string,
  path: string,
  statuses: Statuses,
  { at = path, json }: { at?: string; json?: unknown } = {},
): AccessCase => {
  const requestAt = (base: string) => () => ({ path: `${base}${at}`, method, ...(json === undefined ? {} : { json }) })
  return {
    endpoint: `${method} /seasons/{id}${path}`,
    request: requestAt(season),
    absent: requestAt('/api/seasons/not-there'),
    statuses,
  }
}

const pattern = {
  ...{ weekdays: ['monday'], startTime: '19:00', durationMinutes: 60, except: [], title: 'Practice', capacity: 4 },
  where: { placeId: null, name: 'Access Courts', address: '', lat: 30.2, lng: -97.7 },
  ...{ activity: 'tennis', attendance: 'invited', idempotencyKey: 'access-pattern' },
}

const plan = { weekdays: ['monday'], durationMinutes: 60, where: pattern.where }

const group = { name: 'Green', levelMin: 2, levelMax: 3, size: 8 }

/** One endpoint about a game of the season. For people with a block between them and the host, the game is not in the season. */
const testSession = (method: string, path: string, statuses: Statuses, json?: unknown): AccessCase[] => {
  const to = (eventId: string) => `/sessions/${eventId}${path}`
  const endpoint = `/sessions/{eventId}${path}`
  const apart = testSeason(method, endpoint, { blocked: 404, blocker: 404 }, { at: to('access-played'), json })
  return [
    testSeason(method, endpoint, statuses, { at: to('access-played'), json }),
    { ...apart, absent: testSeason(method, endpoint, {}, { at: to('not-there'), json }).request },
  ]
}

export const seasonAccessCases: readonly AccessCase[] = [
  testSeason('GET', '', forTeam),
  testSeason(
    'PUT',
    '',
    { ...forOrganizers, owner: 200 },
    { json: { label: 'Access', startDate: '2020-01-01', endDate: '2100-03-30', version: 1 } },
  ),
  testSeason('DELETE', '', { ...forOrganizers, owner: 204 }),
  {
    endpoint: 'POST /teams/{id}/season-players',
    ...aboutThing('POST', (id) => `/api/teams/${id}/season-players`, 'access-team', { email: 'player@demo.test' }),
    statuses: { anonymous: 401, member: 404, stranger: 404, mate: 403, owner: 200 },
  },
  testSeason('GET', '/table', forTeam),
  testSeason('GET', '/registrations', forTeam),
  ...['/session-plan', '/session-series'].map((path) =>
    // The season lasts for decades, so a game every week is too much.
    testSeason('POST', path, { ...forOrganizers, owner: 400 }, { json: pattern }),
  ),
  // The season lasts for decades, so games every week are too many.
  testSeason(
    'POST',
    '/match-plan',
    { ...forOrganizers, owner: 400 },
    { json: { ...plan, groupIds: ['access-red', 'access-blue'], meetings: 1, startTimes: ['19:00'], courts: 1, restDays: 1 } },
  ),
  // The game is not on a day of the season.
  testSeason(
    'POST',
    '/match-series',
    { ...forOrganizers, owner: 409 },
    {
      json: {
        ...{ durationMinutes: 60, where: pattern.where, activity: 'tennis', title: 'Game', capacity: 4, attendance: 'joined' },
        games: [{ date: '2101-01-01', time: '19:00', homeGroupId: 'access-red', awayGroupId: 'access-blue' }],
        idempotencyKey: 'access-plan',
      },
    },
  ),
  testSeason(
    'POST',
    '/copies',
    { ...forOrganizers, owner: 201 },
    {
      json: { label: 'Copy', startDate: '2020-01-01', copiesPeople: true, copiesGames: false },
    },
  ),
  // It is not a copy.
  testSeason('DELETE', '/copy', { ...forOrganizers, owner: 409 }),
  testSeason('GET', '/candidates', { ...forOrganizers, owner: 200 }),
  testSeason('GET', '/open-games', { ...forOrganizers, owner: 200 }),
  testSeason('GET', '/sessions', forTeam),
  ...[
    { method: 'PUT', json: { kind: 'freeAgent' } },
    { method: 'DELETE', json: undefined },
  ].map(({ method, json }) =>
    testSeason(method, '/registrations/{userId}', { ...forOrganizers, owner: 204 }, { at: '/registrations/demo-player', json }),
  ),
  testSeason('POST', '/groups', { ...forOrganizers, owner: 201 }, { json: group }),
  testSeason('PUT', '/groups/{groupId}', { ...forOrganizers, owner: 200 }, { at: '/groups/access-red', json: group }),
  testSeason('DELETE', '/groups/{groupId}', { ...forOrganizers, owner: 204 }, { at: '/groups/access-empty' }),
  testSeason('PUT', '/sessions/{eventId}', { ...forOrganizers, owner: 204 }, { at: '/sessions/access-inside', json: {} }),
  testSeason('DELETE', '/sessions/{eventId}', { ...forOrganizers, owner: 204 }, { at: '/sessions/access-played' }),
  // The mate leads one side. A captain cannot change a result that the other side did not enter.
  ...testSession('PUT', '/result', { ...forOrganizers, mate: 409, owner: 204 }, { homeScore: 2, awayScore: 1, version: 0 }),
  ...testSession('PUT', '/confirmation', { ...forOrganizers, mate: 204, owner: 204 }, { version: 0 }),
  ...testSession('PUT', '/dispute', { ...forOrganizers, mate: 204, owner: 204 }, { version: 0, note: 'It was 2 to 2.' }),
  ...testSession('GET', '/result/changes', forTeam),
  testSeason('GET', '/asks', forTeam),
  // The mate leads one side.
  ...testSession('GET', '/substitutes', forTeam),
  ...testSession('GET', '/substitute-candidates', forTeam),
  // The game is over.
  testSeason(
    'PUT',
    '/sessions/{eventId}/substitutes/{userId}',
    { ...forOrganizers, mate: 409, owner: 409 },
    { at: '/sessions/access-played/substitutes/demo-player' },
  ),
  // Nobody is asked here, so a game that is not there has the same answer.
  {
    ...testSeason('PUT', '/sessions/{eventId}/ask/{answer}', notAsked, { at: '/sessions/access-played/ask/yes' }),
    absent: testSeason('PUT', '', notAsked, { at: '/sessions/not-there/ask/yes' }).request,
  },
]
