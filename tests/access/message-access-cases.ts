import { type AccessCase, forRoles } from './access-case.ts'

/** The conversation of `access-team`, in which the mate, the owner and people with a block between them are. */
const forMembers = (status: number) =>
  ({
    anonymous: 401,
    member: 403,
    stranger: 404,
    mate: status,
    blocked: status,
    blocker: status,
    owner: status,
    moderator: 404,
    admin: 404,
  }) satisfies AccessCase['statuses']

/** People with a block between them may not either. They are left out, because they do not compare with people outside. */
const { blocked: _, blocker: __, ...forModerators } = forRoles('messages.moderate', 204, { member: 403 })

type Options = { json?: (viewerId: string) => unknown; headers?: Record<string, string>; body?: string; at?: string }

/** People with a block between them are in the same conversation, so theirs does not compare with one that does not exist. */
function testConversation(
  method: string,
  path: string,
  status: number,
  { json, headers = {}, body, at = path }: Options = {},
): AccessCase[] {
  const request =
    (id: string): AccessCase['request'] =>
    (viewerId) => ({
      path: `/api/conversations/${id}${at}`,
      method,
      headers,
      ...(json ? { json: json(viewerId) } : {}),
      ...(body ? { body } : {}),
    })
  const endpoint = `${method} /conversations/{conversationId}${path}`
  const { stranger, mate, owner, blocked, blocker, ...others } = forMembers(status)
  return [
    { endpoint, request: request('team_access-team'), absent: request('team_not-there'), statuses: { stranger, mate, owner } },
    { endpoint, request: request('team_access-team'), statuses: { ...others, blocked, blocker } },
  ]
}

export const messageAccessCases: readonly AccessCase[] = [
  {
    endpoint: 'GET /conversations',
    request: () => ({ path: '/api/conversations' }),
    statuses: { anonymous: 401, member: 403, stranger: 200 },
  },
  {
    endpoint: 'GET /conversations/unread',
    request: () => ({ path: '/api/conversations/unread' }),
    statuses: { anonymous: 401, member: 403, stranger: 200 },
  },
  {
    endpoint: 'GET /conversations/search',
    request: () => ({ path: '/api/conversations/search?q=hello' }),
    statuses: { anonymous: 401, member: 403, stranger: 200 },
  },
  {
    endpoint: 'POST /conversations',
    request: () => ({ path: '/api/conversations', method: 'POST', json: { userId: 'demo-player' } }),
    absent: () => ({ path: '/api/conversations', method: 'POST', json: { userId: 'not-there' } }),
    statuses: { anonymous: 401, member: 403, mate: 200, blocked: 404, blocker: 404 },
  },
  {
    endpoint: 'POST /conversations/groups',
    request: () => ({ path: '/api/conversations/groups', method: 'POST', json: { name: 'Carpool', userIds: ['demo-player'] } }),
    absent: () => ({ path: '/api/conversations/groups', method: 'POST', json: { name: 'Carpool', userIds: ['not-there'] } }),
    statuses: { anonymous: 401, member: 403, mate: 200, blocked: 404, blocker: 404 },
  },
  ...[
    { name: 'PATCH /group', mate: 403, owner: 204 },
    { name: 'GET /members', mate: 200, owner: 200 },
    { name: 'PUT /members/{userId}', mate: 403, owner: 204 },
    { name: 'DELETE /members/{userId}', mate: 403, owner: 204 },
  ].map(({ name, mate, owner }): AccessCase => {
    const [method = '', path = ''] = name.split(' ')
    const request =
      (id: string): AccessCase['request'] =>
      () => ({
        path: `/api/conversations/${id}${path.replace('{userId}', 'demo-player')}`,
        method,
        ...(method === 'PATCH' ? { json: { name: 'Other' } } : {}),
      })
    return {
      endpoint: `${method} /conversations/{conversationId}${path}`,
      request: request('group_access-group'),
      absent: request('group_not-there'),
      statuses: { anonymous: 401, member: 403, stranger: 404, mate, blocked: 404, blocker: 404, owner, moderator: 404, admin: 404 },
    }
  }),
  ...testConversation('GET', '', 200),
  ...testConversation('GET', '/participants', 200),
  ...testConversation('GET', '/people', 200, { at: '/people?ids=demo-player' }),
  ...testConversation('GET', '/mentionable', 200, { at: '/mentionable?q=a' }),
  ...testConversation('PUT', '', 204, { json: (userId) => ({ userId: userId || 'nobody', blocked: false }) }),
  ...testConversation('PUT', '/mute', 204, { json: () => ({ until: null }) }),
  ...testConversation('POST', '/accept', 204),
  ...testConversation('GET', '/messages', 200),
  ...testConversation('GET', '/messages/{seq}', 200, { at: '/messages/1' }),
  {
    // The message is shown, so nothing changes.
    endpoint: 'PUT /conversations/{conversationId}/messages/{seq}/hidden',
    request: () => ({ path: '/api/conversations/team_access-team/messages/1/hidden', method: 'PUT', json: { isHidden: false } }),
    absent: () => ({ path: '/api/conversations/team_not-there/messages/1/hidden', method: 'PUT', json: { isHidden: false } }),
    statuses: forModerators,
  },
  {
    // The message is not pinned, so nothing changes.
    endpoint: 'PUT /conversations/{conversationId}/messages/{seq}/pinned',
    request: () => ({ path: '/api/conversations/team_access-team/messages/1/pinned', method: 'PUT', json: { isPinned: false } }),
    absent: () => ({ path: '/api/conversations/team_not-there/messages/1/pinned', method: 'PUT', json: { isPinned: false } }),
    statuses: forModerators,
  },
  {
    // It is off, so nothing changes.
    endpoint: 'PUT /conversations/{conversationId}/slow-mode',
    request: () => ({ path: '/api/conversations/team_access-team/slow-mode', method: 'PUT', json: { pause: null } }),
    absent: () => ({ path: '/api/conversations/team_not-there/slow-mode', method: 'PUT', json: { pause: null } }),
    statuses: { anonymous: 401, member: 403, stranger: 404, mate: 403, organizer: 204, owner: 204, moderator: 404, admin: 404 },
  },
  // The message has no poll.
  ...testConversation('PUT', '/messages/{seq}/poll', 404, { at: '/messages/1/poll', json: () => ({ isClosed: true }) }),
  ...testConversation('GET', '/search', 200, { at: '/search?q=hello' }),
  ...testConversation('POST', '/messages', 201, { json: () => ({ clientId: 'access-key', text: 'Hello' }) }),
  ...testConversation('POST', '/files', 201, {
    at: '/files?name=rules.pdf&idempotencyKey=access-key',
    headers: { 'content-type': 'application/octet-stream' },
    body: '%PDF-1.7',
  }),
  ...testConversation('GET', '/socket', 101, { headers: { upgrade: 'websocket' } }),
]
