import { type AccessCase, aboutTeam, forRoles, forSignedIn } from './access-case.ts'

type Statuses = AccessCase['statuses']

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
    absentTeam: requestAt('/api/seasons/not-there'),
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
const testSession = (method: string, path: string, { blocked, blocker, ...statuses }: Statuses, json?: unknown): AccessCase[] => {
  const to = (eventId: string) => `/sessions/${eventId}${path}`
  const endpoint = `/sessions/{eventId}${path}`
  const apart = testSeason(method, endpoint, { blocked: 404, blocker: 404 }, { at: to('access-played'), json })
  return [
    testSeason(method, endpoint, statuses, { at: to('access-played'), json }),
    { ...apart, absent: testSeason(method, endpoint, {}, { at: to('not-there'), json }).request },
  ]
}

/** The mate and the owner lead the two sides. Who keeps the score cannot agree for a side. */
const forSides = forRoles('results.enter', 403, { mate: 204, owner: 204 })

const view = (status = 200) => forRoles('seasons.view', status)
const manage = (status: number, others: Statuses = {}) => forRoles('seasons.manage', status, others)

export const seasonAccessCases: readonly AccessCase[] = [
  { endpoint: 'GET /seasons/mine', request: () => ({ path: '/api/seasons/mine' }), statuses: forSignedIn(200) },
  { endpoint: 'GET /teams/{id}/seasons', ...aboutTeam('GET', '/seasons'), statuses: view() },
  {
    endpoint: 'POST /teams/{id}/seasons',
    ...aboutTeam('POST', '/seasons', { label: 'Spring', startDate: '2027-03-01', endDate: '2027-05-31' }),
    statuses: manage(201),
  },
  {
    endpoint: 'POST /teams/{id}/season-players',
    ...aboutTeam('POST', '/season-players', { email: 'player@demo.test' }),
    statuses: manage(200),
  },
  testSeason('GET', '', view()),
  testSeason('PUT', '', manage(200), { json: { label: 'Access', startDate: '2020-01-01', endDate: '2100-03-30', version: 1 } }),
  testSeason('DELETE', '', manage(204)),
  testSeason('GET', '/table', view()),
  testSeason('GET', '/registrations', view()),
  // The season lasts for decades, so a game every week is too much.
  ...['/session-plan', '/session-series'].map((path) => testSeason('POST', path, manage(400), { json: pattern })),
  testSeason('POST', '/match-plan', manage(400), {
    json: { ...plan, groupIds: ['access-red', 'access-blue'], meetings: 1, startTimes: ['19:00'], courts: 1, restDays: 1 },
  }),
  // The game is not on a day of the season.
  testSeason('POST', '/match-series', manage(409), {
    json: {
      ...{ durationMinutes: 60, where: pattern.where, activity: 'tennis', title: 'Game', capacity: 4, attendance: 'joined' },
      games: [{ date: '2101-01-01', time: '19:00', homeGroupId: 'access-red', awayGroupId: 'access-blue' }],
      idempotencyKey: 'access-plan',
    },
  }),
  testSeason('POST', '/copies', manage(201), {
    json: { label: 'Copy', startDate: '2020-01-01', copiesPeople: true, copiesGames: false },
  }),
  // It is not a copy.
  testSeason('DELETE', '/copy', manage(409)),
  testSeason('GET', '/candidates', manage(200)),
  testSeason('GET', '/open-games', manage(200)),
  testSeason('GET', '/sessions', view()),
  ...[
    { method: 'PUT', json: { kind: 'freeAgent' } },
    { method: 'DELETE', json: undefined },
  ].map(({ method, json }) => testSeason(method, '/registrations/{userId}', manage(204), { at: '/registrations/demo-player', json })),
  testSeason('GET', '/guests', view()),
  // The mate is the parent of this child.
  ...[
    { method: 'PUT', json: { groupId: null } },
    { method: 'DELETE', json: undefined },
  ].map(({ method, json }) => testSeason(method, '/guests/{guestId}', manage(204, { mate: 204 }), { at: '/guests/access-child', json })),
  testSeason('POST', '/groups', manage(201), { json: group }),
  testSeason('PUT', '/groups/{groupId}', manage(200), { at: '/groups/access-red', json: group }),
  testSeason('DELETE', '/groups/{groupId}', manage(204), { at: '/groups/access-empty' }),
  testSeason('PUT', '/sessions/{eventId}', manage(204), { at: '/sessions/access-inside', json: {} }),
  testSeason('DELETE', '/sessions/{eventId}', manage(204), { at: '/sessions/access-played' }),
  // The mate leads one side. A captain of a side cannot change a result that the other side did not enter.
  ...testSession('PUT', '/result', forRoles('results.enter', 204, { mate: 409 }), { homeScore: 2, awayScore: 1, version: 0 }),
  ...testSession('PUT', '/confirmation', forSides, { version: 0 }),
  ...testSession('PUT', '/dispute', forSides, { version: 0, note: 'It was 2 to 2.' }),
  ...testSession('GET', '/result/changes', view()),
  testSeason('GET', '/asks', view()),
  ...testSession('GET', '/substitutes', manage(200, { mate: 200 })),
  ...testSession('GET', '/substitute-candidates', manage(200, { mate: 200 })),
  // The game is over.
  testSeason('PUT', '/sessions/{eventId}/substitutes/{userId}', manage(409, { mate: 409, blocked: 404, blocker: 404 }), {
    at: '/sessions/access-played/substitutes/demo-player',
  }),
  // Nobody is asked here, so a game that is not there has the same answer.
  {
    ...testSeason('PUT', '/sessions/{eventId}/ask/{answer}', forSignedIn(404), { at: '/sessions/access-played/ask/yes' }),
    absent: testSeason('PUT', '', {}, { at: '/sessions/not-there/ask/yes' }).request,
  },
]
