import { Hono } from 'hono'
import { CoHostLinkToken, MadeCoHostLink, MakeCoHostLink, OwnCoHostLinkAnswer } from '../../domain/events/co-host-link-contract.ts'
import { EventPath } from '../../domain/events/contract.ts'
import { CoHostInvite } from '../../domain/events/join-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { acceptCoHostLink, findCoHostLink } from './accept-co-host-link.ts'
import { endCoHostLink, findOwnCoHostLink, makeCoHostLink } from './co-host-links.ts'
import { hostOf } from './from-request.ts'

const operation = describeOperations('Hosting')

/** A host's own link to become a co-host: /events/:id/co-host-link */
export const coHostLinkRoutes = new Hono<AppEnv>()
  .get(
    '/:id/co-host-link',
    operation('Get my open link for co-hosts', 200, OwnCoHostLinkAnswer, 'Without its secret, which we do not store.'),
    input('param', EventPath),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      return c.json({ link: await findOwnCoHostLink(db, c.var.now(), hostId, id) } satisfies OwnCoHostLinkAnswer)
    },
  )
  .post(
    '/:id/co-host-link',
    operation(
      'Make my link for co-hosts',
      201,
      MadeCoHostLink,
      'It works for 7 days, or until the start, and replaces the one before. Only this answer has its secret.',
    ),
    input('param', EventPath),
    input('json', MakeCoHostLink),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      return c.json((await makeCoHostLink(db, c.var.now(), hostId, id, c.req.valid('json'))) satisfies MadeCoHostLink, 201)
    },
  )
  .delete('/:id/co-host-link', operation('End my link for co-hosts', 204), input('param', EventPath), async (c) => {
    const { id } = c.req.valid('param')
    const { db, hostId } = await hostOf(c, id)
    await endCoHostLink(db, hostId, id)
    return c.body(null, 204)
  })

/** By the secret of a link. Mounted under /co-host-links. */
export const coHostLinkTokenRoutes = new Hono<AppEnv>()
  .get(
    '/:token',
    operation('What a link for co-hosts is for', 200, CoHostInvite, 'Visitors are not told who made it.'),
    input('param', CoHostLinkToken),
    async (c) => {
      const viewer = await c.var.viewer()
      return c.json(
        (await findCoHostLink(getPrimary(c), viewer?.id ?? null, c.req.valid('param').token, c.var.now())) satisfies CoHostInvite,
      )
    },
  )
  .post('/:token/accept', operation('Become a co-host by a link', 204), input('param', CoHostLinkToken), async (c) => {
    const viewer = await requireComplete(c)
    await acceptCoHostLink(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('param').token)
    return c.body(null, 204)
  })

export type CoHostLinkRoutes = typeof coHostLinkRoutes
export type CoHostLinkTokenRoutes = typeof coHostLinkTokenRoutes
