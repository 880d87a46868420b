import { Hono } from 'hono'
import {
  InvitationPath,
  InvitationToken,
  InviteLink,
  InviteToTeam,
  InviteToTeamAnswer,
  JoinedTeam,
  JoiningPage,
  JoinTeam,
  JoinTeamAnswer,
  MakeInviteLink,
  OpenInvitation,
  RequestPath,
  TeamInvitationPage,
  TeamRequestPage,
} from '../../domain/team-joining/contract.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireComplete, requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { acceptByToken, acceptOwnInvitation, declineInvitation } from './accept-invitation.ts'
import { acceptRequest, declineRequest } from './answer-requests.ts'
import { inviteToTeam } from './invite.ts'
import { endInvitation, makeInviteLink } from './invite-links.ts'
import { joinTeam, takeBackRequest } from './join.ts'
import { findInvitation, listInvitations, listRequests } from './queries.ts'

const operation = describeOperations('Teams')

/** Mounted under /teams. */
export const teamJoiningRoutes = new Hono<AppEnv>()
  .post(
    '/:id/join',
    operation('Join an open community, or ask to join', 200, JoinTeamAnswer),
    input('param', TeamId),
    input('json', JoinTeam),
    async (c) => {
      const viewer = await requireComplete(c)
      const answer = await joinTeam(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('param').id, c.req.valid('json').message)
      return c.json(answer)
    },
  )
  .delete('/:id/request', operation('Take my request to join back', 204), input('param', TeamId), async (c) => {
    const viewer = await requireViewer(c)
    await takeBackRequest(getPrimary(c), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .get(
    '/:id/requests',
    operation('Who asks to join a community I run', 200, TeamRequestPage),
    input('param', TeamId),
    input('query', JoiningPage),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await listRequests(getPrimary(c), viewer.id, c.req.valid('param').id, c.req.valid('query').cursor))
    },
  )
  .post('/:id/requests/:userId/accept', operation('Accept a person who asks to join', 204), input('param', RequestPath), async (c) => {
    const viewer = await requireComplete(c)
    const { id, userId } = c.req.valid('param')
    await acceptRequest(getPrimary(c), getCommandContext(c), viewer.id, id, userId)
    return c.body(null, 204)
  })
  .post(
    '/:id/requests/:userId/decline',
    operation('Decline a person who asks to join', 204, undefined, 'They are not told.'),
    input('param', RequestPath),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id, userId } = c.req.valid('param')
      await declineRequest(getPrimary(c), c.var.now(), viewer.id, id, userId)
      return c.body(null, 204)
    },
  )
  .get(
    '/:id/invitations',
    operation(
      'Open invitations to a community',
      200,
      TeamInvitationPage,
      'A page can have fewer than it could: others are not mine to see.',
    ),
    input('param', TeamId),
    input('query', JoiningPage),
    async (c) => {
      const viewer = await requireViewer(c)
      const of = { viewerId: viewer.id, now: c.var.now() }
      return c.json(await listInvitations(getPrimary(c), of, c.req.valid('param').id, c.req.valid('query').cursor))
    },
  )
  .post(
    '/:id/invitations',
    operation('Invite people to a community', 200, InviteToTeamAnswer, 'By id, by a list of mine, and by email. They have 14 days.'),
    input('param', TeamId),
    input('json', InviteToTeam),
    async (c) => {
      const viewer = await requireComplete(c)
      await limitCostly(c, 'invite', viewer.id)
      return c.json(await inviteToTeam(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('param').id, c.req.valid('json')))
    },
  )
  .delete('/:id/invitations/:invitationId', operation('End an invitation', 204), input('param', InvitationPath), async (c) => {
    const viewer = await requireViewer(c)
    const { id, invitationId } = c.req.valid('param')
    await endInvitation(getPrimary(c), viewer.id, id, invitationId)
    return c.body(null, 204)
  })
  .post(
    '/:id/invite-link',
    operation('Make my link to invite people', 201, InviteLink, 'It replaces the one before. Only this answer has its secret.'),
    input('param', TeamId),
    input('json', MakeInviteLink),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json(await makeInviteLink(getPrimary(c), getClock(c), viewer.id, c.req.valid('param').id, c.req.valid('json')), 201)
    },
  )
  .post('/:id/invitation/accept', operation('Accept an invitation to a community', 200, JoinedTeam), input('param', TeamId), async (c) => {
    const viewer = await requireComplete(c)
    return c.json(await acceptOwnInvitation(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('param').id))
  })
  .post('/:id/invitation/decline', operation('Decline an invitation to a community', 204), input('param', TeamId), async (c) => {
    const viewer = await requireViewer(c)
    await declineInvitation(getPrimary(c), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })

/** By the secret of a link. Mounted under /team-invitations. */
export const teamInvitationRoutes = new Hono<AppEnv>()
  .get(
    '/:token',
    operation('What an invitation to a community is for', 200, OpenInvitation),
    input('param', InvitationToken),
    async (c) => {
      const viewer = await c.var.viewer()
      return c.json(await findInvitation(getPrimary(c), { viewerId: viewer?.id ?? null, now: c.var.now() }, c.req.valid('param').token))
    },
  )
  .post('/:token/accept', operation('Join a community by its link', 200, JoinedTeam), input('param', InvitationToken), async (c) => {
    const viewer = await requireComplete(c)
    return c.json(await acceptByToken(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('param').token))
  })

export type TeamJoiningRoutes = typeof teamJoiningRoutes
export type TeamInvitationRoutes = typeof teamInvitationRoutes
