import { signUnsubscribeToken } from '../../worker/mail/unsubscribe-token.ts'
import { aboutThing, type Ladder } from './rungs.ts'

const wish = { email: 'ladder@example.com', topic: 'news' } as const
const token = await signUnsubscribeToken(wish, 'local-signing-secret-local-signing-secret')
const forged = await signUnsubscribeToken(wish, 'some-other-secret')

const open = (path: string): Pick<Ladder, 'request' | 'rungs'> => ({ request: () => ({ path }), rungs: { anonymous: 200, member: 200 } })

/** The token in the address is the permission, for whoever has it. */
const byToken = (method: string, name: string): Ladder[] => [
  {
    endpoint: `${method} /mail/${name}/{token}`,
    request: () => ({ path: `/mail/${name}/${token}`, method }),
    rungs: { anonymous: 200, member: 200 },
  },
  {
    endpoint: `${method} /mail/${name}/{token}`,
    request: () => ({ path: `/mail/${name}/${forged}`, method }),
    rungs: { anonymous: 404, member: 404, owner: 404 },
  },
]

/** What is answered beside the documented endpoints and the pages: by their whole address. */
export const outsideLadders: readonly Ladder[] = [
  { endpoint: 'GET /api/openapi.json', ...open('/api/openapi.json') },
  { endpoint: 'GET /api/docs', ...open('/api/docs') },
  { endpoint: 'GET /api/auth/*', ...open('/api/auth/session') },
  {
    // Not without the token that signing in hands out: sent to the screen, and nothing done.
    endpoint: 'POST /api/auth/*',
    request: () => ({ path: '/api/auth/signout', method: 'POST', body: new URLSearchParams() }),
    rungs: { anonymous: 302, member: 302 },
  },
  // On this machine they are for everyone, elsewhere for nobody: that is asked beside the ladders.
  {
    endpoint: 'PUT /api/_local/session',
    request: () => ({
      path: '/api/_local/session',
      method: 'PUT',
      json: { viewer: { id: 'person-b', name: 'Person B', emailVerified: false, profileComplete: false } },
    }),
    rungs: { anonymous: 204 },
  },
  {
    endpoint: 'PUT /api/_local/teams',
    request: () => ({ path: '/api/_local/teams', method: 'PUT', json: { name: 'Ladder', people: ['demo-player'] } }),
    rungs: { anonymous: 200 },
  },
  ...byToken('GET', 'unsubscribe'),
  ...byToken('POST', 'unsubscribe'),
  ...byToken('POST', 'resubscribe'),
  { endpoint: 'GET /mail/preview', ...open('/mail/preview') },
  { endpoint: 'GET /mail/preview/{name}', ...open('/mail/preview/welcome') },
  // A private file: for its owner only, and to everyone else like one that is not there.
  {
    endpoint: 'GET /files/exports/{key}',
    ...aboutThing('GET', (id) => `/files/exports/${id}.zip`, 'ladder-export'),
    rungs: { anonymous: 401, member: 404, stranger: 404, mate: 404, blocked: 404, blocker: 404, owner: 200 },
  },
  // Whoever knows the key, which nobody can guess.
  ...['avatars/AAA/96', 'photos/AAA/480'].map(
    (path): Ladder => ({
      endpoint: `GET /files/${path.split('/')[0]}/{key}/{size}`,
      ...open(`/files/${path.replace('AAA', 'A'.repeat(43))}`),
    }),
  ),
]
