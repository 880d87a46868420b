import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { AppError } from '../../domain/errors.ts'
import { PersonId, Presence, pingInterval, socketTimeout } from '../../domain/presence/contract.ts'
import { sessionHeader, userHeader } from '../../durable-objects/presence/protocol.ts'
import { requireSession, requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { isForeign } from '../platform/security.ts'
import { requireReach } from '../privacy/reach.ts'

export const presenceRoutes = new Hono<AppEnv>()
  .get(
    '/socket',
    describeRoute({
      tags: ['Presence'],
      summary: 'Open my presence socket',
      description: `A WebSocket. The person is online while one is open. Send "ping" every ${pingInterval / 1000} seconds; the server answers "pong", and counts a socket as closed after ${socketTimeout / 1000} seconds without one. A person can have 20 sockets; the next one closes the oldest.`,
      responses: { 101: { description: 'The socket' } },
    }),
    async (c) => {
      const { viewer, sessionId } = await requireSession(c)
      if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new AppError('UpgradeRequired')
      // Another website must not open a person's socket with their cookie.
      if (isForeign(c)) throw new AppError('ForeignOrigin')
      const handshake = new Request(c.req.raw)
      handshake.headers.set(sessionHeader, sessionId)
      handshake.headers.set(userHeader, viewer.id)
      const answer = await c.env.PRESENCE.getByName(viewer.id).fetch(handshake)
      if (answer.status === 429) throw new AppError('TooManyRequests')
      return answer
    },
  )
  .get(
    '/:userId',
    describeRoute({
      tags: ['Presence'],
      summary: 'Get whether a person is online',
      description: 'People always see their own presence. For others it does not exist unless the person shares it.',
      responses: { 200: { description: 'Their presence', content: { 'application/json': { schema: resolver(Presence) } } } },
    }),
    input('param', PersonId),
    async (c) => {
      const viewer = await requireViewer(c)
      const { userId } = c.req.valid('param')
      if (userId !== viewer.id) await requireReach(getPrimary(c), viewer.id, userId, 'onlineStatus')
      return c.json(await c.env.PRESENCE.getByName(userId).status())
    },
  )
