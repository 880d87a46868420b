import { makePng } from '../files/pictures.ts'
import { filledForm } from '../team-drafts/drafts.ts'
import { type AccessCase, aboutTeam, aboutThing, forEveryone, forRoles, forSignedIn } from './access-case.ts'

/** The token of the link to `access-team`. */
export const invitationToken = 'fedcba'.repeat(7)

type Statuses = AccessCase['statuses']

/** An endpoint of a community that the owner owns. */
const test = (method: string, path: string, statuses: Statuses, { at = path, json }: { at?: string; json?: unknown } = {}): AccessCase => ({
  endpoint: `${method} /teams/{id}${path}`,
  ...aboutTeam(method, at, json),
  statuses,
})

/** An endpoint about the person alone, or about what everyone sees. */
const testOwn = (endpoint: string, path: string, statuses: Statuses, json?: unknown): AccessCase => {
  const [method = 'GET'] = endpoint.split(' ')
  return { endpoint, request: () => ({ path: `/api${path}`, method, ...(json === undefined ? {} : { json }) }), statuses }
}

const box = 'south=30&north=31&west=-98&east=-97'

const publicCases: readonly AccessCase[] = [
  testOwn('GET /teams', `/teams?${box}`, forEveryone(200)),
  testOwn('GET /teams/map', `/teams/map?${box}`, forEveryone(200)),
  testOwn('GET /teams/directory', '/teams/directory', forEveryone(200)),
  // A block inside of a community hides people, and not the community.
  ...['', '/detail', '/photos', '/topics'].map((path) => testOwn(`GET /teams/{id}${path}`, `/teams/access-team${path}`, forEveryone(200))),
]

const ownCases: readonly AccessCase[] = [
  testOwn('GET /teams/followed', '/teams/followed', forSignedIn(200, { member: 403 })),
  ...['PUT', 'DELETE'].map((method) =>
    testOwn(`${method} /teams/{id}/follow`, '/teams/access-team/follow', forSignedIn(200, { member: 403 })),
  ),
  testOwn('GET /teams/mine', '/teams/mine', forSignedIn(200)),
  testOwn('GET /teams/mine/deleted', '/teams/mine/deleted', forSignedIn(200)),
  testOwn('GET /team-drafts/mine', '/team-drafts/mine', forSignedIn(200, { member: 403 })),
  // The draft is the owner's.
  testOwn('PUT /team-drafts/mine', '/team-drafts/mine', forSignedIn(404, { member: 403, owner: 200 }), {
    ...filledForm,
    id: 'access-draft',
    version: 1,
  }),
  ...(
    [
      ['PUT', '/photo', 200],
      ['DELETE', '/photo', 204],
      ['POST', '/team', 201],
    ] as const
  ).map(([method, path, status]): AccessCase => {
    const photo = method === 'PUT' ? { headers: { 'content-type': 'image/png' }, body: makePng(8, 8) } : {}
    return {
      endpoint: `${method} /team-drafts/{id}${path}`,
      request: () => ({ path: `/api/team-drafts/access-draft${path}`, method, ...photo }),
      absent: () => ({ path: `/api/team-drafts/not-there${path}`, method, ...photo }),
      statuses: forSignedIn(404, { member: 403, owner: status }),
    }
  }),
  testOwn('DELETE /team-drafts/{id}', '/team-drafts/access-draft', forSignedIn(204, { member: 403 })),
]

const newForm = {
  ...{ name: 'New name', description: '', cityId: null, activity: null, joinMode: 'open', mainColor: null, secondColor: null },
  version: 1,
}

const manageCases: readonly AccessCase[] = [
  test('GET', '/form', forRoles('team.edit', 200)),
  test('PUT', '', forRoles('team.edit', 200), { json: newForm }),
  // The body is no picture, which is only told to people who may change the photo.
  {
    endpoint: 'PUT /teams/{id}/photo',
    request: () => ({ path: '/api/teams/access-team/photo', method: 'PUT', body: 'x', headers: { 'content-type': 'image/png' } }),
    statuses: forRoles('team.edit', 400),
  },
  test('DELETE', '/photo', forRoles('team.edit', 204)),
  test('PUT', '/members/{userId}/role', forRoles('members.changeRole', 204), {
    at: '/members/demo-player/role',
    json: { role: 'captain' },
  }),
  // An admin gives no role that may do more than an admin.
  test('PUT', '/members/{userId}/role', forRoles('members.changeRole', 204, { admin: 403 }), {
    at: '/members/demo-player/role',
    json: { customRoleId: 'access-role' },
  }),
  test('GET', '/roles', forRoles('members.changeRole', 200)),
  test('POST', '/roles', forRoles('roles.manage', 201), { json: { name: 'Umpire', rights: ['results.enter'] } }),
  test('PATCH', '/roles/{roleId}', forRoles('roles.manage', 200), { at: '/roles/access-role', json: { name: 'Umpire' } }),
  test('DELETE', '/roles/{roleId}', forRoles('roles.manage', 204), { at: '/roles/access-role' }),
  test('PUT', '/members/{userId}/title', forRoles('members.changeRole', 204), {
    at: '/members/demo-player/title',
    json: { title: 'Equipment' },
  }),
  test('DELETE', '/members/{userId}', forRoles('members.remove', 204), { at: '/members/demo-player' }),
  test('GET', '/changes', forRoles('audit.view', 200)),
  test('GET', '/holders', forRoles('members.view', 200), { at: '/holders?capability=team.edit' }),
  test('POST', '/topics', forRoles('team.edit', 201), { json: { name: 'Carpools' } }),
  test('PUT', '/topics/{topicId}', forRoles('team.edit', 200), { at: '/topics/access-topic', json: { name: 'Carpools' } }),
  test('DELETE', '/topics/{topicId}', forRoles('team.edit', 204), { at: '/topics/access-topic' }),
  test('PUT', '/topic-order', forRoles('team.edit', 200), { json: { ids: ['access-topic'] } }),
  // An admin gives a stranded community to a member under /admin, and offers nothing in the name of an owner.
  test('POST', '/hand-over', forRoles('team.handOver', 204, { admin: 404 }), { json: { to: 'person-c' } }),
  // The answer is the same whether there was an offer of theirs or not.
  test('DELETE', '/hand-over', forSignedIn(204)),
  test('DELETE', '', forRoles('team.delete', 204), { at: '?name=Access' }),
  {
    endpoint: 'POST /teams/{id}/restore',
    ...aboutThing('POST', (id) => `/api/teams/${id}/restore`, 'access-deleted'),
    statuses: forSignedIn(404, { owner: 204 }),
  },
  test('GET', '/hours', forRoles('hours.view', 200)),
  test('PUT', '/hours/sharing', forRoles('hours.view', 204, { admin: 404 }), { json: { isSharing: true } }),
]

const joiningCases: readonly AccessCase[] = [
  // The community is open and the owner's. People with a block between them and the owner ask instead of joining.
  testOwn('POST /teams/{id}/join', '/teams/access-offered/join', forSignedIn(200, { member: 403 }), {}),
  test('DELETE', '/request', forSignedIn(204)),
  testOwn('DELETE /teams/{id}/members/me', '/teams/access-team/members/me', forRoles('team.view', 204, { owner: 409, admin: 404 })),
  test('GET', '/requests', forRoles('members.add', 200)),
  test('POST', '/requests/{userId}/accept', forRoles('members.add', 204, { member: 403 }), { at: '/requests/demo-host/accept' }),
  test('POST', '/requests/{userId}/decline', forRoles('members.add', 204, { member: 403 }), { at: '/requests/demo-host/decline' }),
  test('GET', '/invitations', forRoles('members.invite', 200)),
  test('POST', '/invitations', forRoles('members.invite', 200, { member: 403 }), { json: { userIds: ['demo-host'] } }),
  // Who may invite, but not answer requests, ends only their own. The answer is the same.
  test('DELETE', '/invitations/{invitationId}', forRoles('members.invite', 204), { at: '/invitations/access-link' }),
  test('POST', '/invite-link', forRoles('members.invite', 201, { member: 403 }), { json: { days: 7, maxUses: 5 } }),
  // Members are already in the community. Nobody else has an invitation.
  test('POST', '/invitation/accept', forRoles('team.view', 200, { member: 403, admin: 404 })),
  test('POST', '/invitation/decline', forSignedIn(204)),
  // The owner sent this link. For people with a block between them it is over.
  ...(
    [
      ['GET', '', forEveryone(200, { blocked: 404, blocker: 404 })],
      ['POST', '/accept', forSignedIn(200, { member: 403, blocked: 404, blocker: 404 })],
    ] as const
  ).map(
    ([method, path, statuses]): AccessCase => ({
      endpoint: `${method} /team-invitations/{token}${path}`,
      request: () => ({ path: `/api/team-invitations/${invitationToken}${path}`, method }),
      absent: () => ({ path: `/api/team-invitations/${'x'.repeat(43)}${path}`, method }),
      statuses,
    }),
  ),
  // The mate is asked to take over. For everyone else the offer does not exist, and for the owner nothing is left to do.
  {
    endpoint: 'POST /teams/{id}/hand-over/accept',
    ...aboutThing('POST', (id) => `/api/teams/${id}/hand-over/accept`, 'access-offered'),
    statuses: forSignedIn(409, { mate: 204, owner: 204 }),
  },
  testOwn('POST /teams/{id}/hand-over/decline', '/teams/access-offered/hand-over/decline', forSignedIn(204)),
]

export const teamAccessCases: readonly AccessCase[] = [...publicCases, ...ownCases, ...manageCases, ...joiningCases]
