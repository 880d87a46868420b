import { signUnsubscribeToken } from '../../worker/mail/unsubscribe-token.ts'
import { type AccessCase, aboutThing, forEveryone } from './access-case.ts'

const unsubscribe = { email: 'access@example.com', topic: 'news' } as const
const token = await signUnsubscribeToken(unsubscribe, 'local-signing-secret-local-signing-secret')
const forged = await signUnsubscribeToken(unsubscribe, 'some-other-secret')

const openTo = (path: string): Pick<AccessCase, 'request' | 'statuses'> => ({
  request: () => ({ path }),
  statuses: { anonymous: 200, member: 200 },
})

/** Everyone who has the token in the URL may use these. */
const withToken = (method: string, name: string): AccessCase[] => [
  {
    endpoint: `${method} /mail/${name}/{token}`,
    request: () => ({ path: `/mail/${name}/${token}`, method }),
    statuses: { anonymous: 200, member: 200 },
  },
  {
    endpoint: `${method} /mail/${name}/{token}`,
    request: () => ({ path: `/mail/${name}/${forged}`, method }),
    statuses: { anonymous: 404, member: 404, owner: 404 },
  },
]

/** Routes that are neither documented endpoints nor pages, by their full path. */
export const undocumentedAccessCases: readonly AccessCase[] = [
  { endpoint: 'GET /api/openapi.json', ...openTo('/api/openapi.json') },
  { endpoint: 'GET /api/docs', ...openTo('/api/docs') },
  { endpoint: 'GET /api/auth/*', ...openTo('/api/auth/session') },
  {
    // Without the CSRF token, the request only redirects to the sign-out screen.
    endpoint: 'POST /api/auth/*',
    request: () => ({ path: '/api/auth/signout', method: 'POST', body: new URLSearchParams() }),
    statuses: { anonymous: 302, member: 302 },
  },
  // Open to everyone locally. A test in endpoints.test.ts checks that they do not exist in production.
  {
    endpoint: 'PUT /api/_local/session',
    request: () => ({
      path: '/api/_local/session',
      method: 'PUT',
      json: { viewer: { id: 'person-b', name: 'Person B', emailVerified: false, profileComplete: false } },
    }),
    statuses: { anonymous: 204 },
  },
  {
    endpoint: 'PUT /api/_local/teams',
    request: () => ({ path: '/api/_local/teams', method: 'PUT', json: { name: 'Access', people: ['demo-player'] } }),
    statuses: { anonymous: 200 },
  },
  ...withToken('GET', 'unsubscribe'),
  ...withToken('POST', 'unsubscribe'),
  ...withToken('POST', 'resubscribe'),
  // A picture of what a stranger can open, or of the platform.
  { endpoint: 'GET /pictures/{kind}/{id}/{file}', ...openTo('/pictures/events/not-there/a.png') },
  { endpoint: 'GET /mail/preview', ...openTo('/mail/preview') },
  { endpoint: 'GET /mail/preview/{name}', ...openTo('/mail/preview/welcome') },
  // A private file: only for its owner. For everyone else it does not exist.
  {
    endpoint: 'GET /files/exports/{key}',
    ...aboutThing('GET', (id) => `/files/exports/${id}.zip`, 'access-export'),
    statuses: { anonymous: 401, member: 404, stranger: 404, mate: 404, blocked: 404, blocker: 404, owner: 200 },
  },
  // For those who run the form. It is not told apart from a file that is not there.
  {
    endpoint: 'GET /files/form-exports/{key}',
    request: () => ({ path: '/files/form-exports/access-form-export.csv' }),
    absent: () => ({ path: '/files/form-exports/not-there.csv' }),
    statuses: forEveryone(404, { anonymous: 401, organizer: 200, owner: 200 }),
  },
  // Nobody has sent them. `tests/messages/files.test.ts` says who may open those that were sent.
  ...['message-pictures/KEY/480', 'message-files/KEY'].map((path): AccessCase => {
    const file = '.01234567-89ab-cdef-0123-456789abcdef'
    return {
      endpoint: `GET /files/${path.replace('KEY', '{key}').replace('480', '{size}')}`,
      request: () => ({ path: `/files/${path.replace('KEY', `team_access-team${file}`)}` }),
      absent: () => ({ path: `/files/${path.replace('KEY', `team_not-there${file}`)}` }),
      statuses: { anonymous: 404, member: 404, stranger: 404, blocked: 404, moderator: 404, admin: 404 },
    }
  }),
  // Open to everyone who knows the key, because nobody can guess it.
  ...['avatars/AAA/96', 'photos/AAA/480'].map(
    (path): AccessCase => ({
      endpoint: `GET /files/${path.split('/')[0]}/{key}/{size}`,
      ...openTo(`/files/${path.replace('AAA', 'A'.repeat(43))}`),
    }),
  ),
]
