import { Hono } from 'hono'
import {
  AnnouncementPath,
  AnnouncementQuery,
  ChangeAnnouncement,
  CreateAnnouncement,
  ReadAnnouncements,
  ReaderPage,
  ReaderQuery,
  TeamAnnouncement,
  TeamAnnouncementPage,
} from '../../domain/team-announcements/contract.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireComplete, requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { getActor } from '../teams/get-actor.ts'
import { announce, changeAnnouncement, deleteAnnouncement, readAnnouncements } from './commands.ts'
import { listAnnouncements, listReaders } from './queries.ts'

const operation = describeOperations('Teams')

/** Mounted under /teams. */
export const teamAnnouncementRoutes = new Hono<AppEnv>()
  .get(
    '/:id/announcements',
    operation('The announcements of a community I am in', 200, TeamAnnouncementPage, 'Newest first, of all topics or of one.'),
    input('param', TeamId),
    input('query', AnnouncementQuery),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await listAnnouncements(getPrimary(c), await getActor(c, viewer), c.req.valid('param').id, c.req.valid('query')))
    },
  )
  .post(
    '/:id/announcements',
    operation(
      'Announce something to a community I run',
      201,
      TeamAnnouncement,
      'Members are notified, as their settings for the topic allow. A community can send 10 in 24 hours.',
    ),
    input('param', TeamId),
    input('json', CreateAnnouncement),
    async (c) => {
      const viewer = await requireComplete(c)
      const actor = { id: viewer.id, isAdmin: false }
      return c.json(await announce(getPrimary(c), getCommandContext(c), actor, c.req.valid('param').id, c.req.valid('json')), 201)
    },
  )
  .post(
    '/:id/announcements/read',
    operation('Record that I have opened announcements', 204, undefined, 'Each counts once.'),
    input('param', TeamId),
    input('json', ReadAnnouncements),
    async (c) => {
      const viewer = await requireViewer(c)
      await readAnnouncements(getPrimary(c), c.var.now(), viewer.id, c.req.valid('param').id, c.req.valid('json').ids)
      return c.body(null, 204)
    },
  )
  .put(
    '/:id/announcements/:announcementId',
    operation('Change an announcement of a community I run', 200, TeamAnnouncement, 'Nobody is notified again.'),
    input('param', AnnouncementPath),
    input('json', ChangeAnnouncement),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id, announcementId } = c.req.valid('param')
      return c.json(await changeAnnouncement(getPrimary(c), c.var.now(), asPerson(viewer.id), id, announcementId, c.req.valid('json')))
    },
  )
  .delete(
    '/:id/announcements/:announcementId',
    operation('Delete an announcement of a community I run', 204),
    input('param', AnnouncementPath),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id, announcementId } = c.req.valid('param')
      await deleteAnnouncement(getPrimary(c), c.var.now(), asPerson(viewer.id), id, announcementId)
      return c.body(null, 204)
    },
  )
  .get(
    '/:id/announcements/:announcementId/readers',
    operation('Who has read an announcement, or has not', 200, ReaderPage, 'For its author and those who may announce.'),
    input('param', AnnouncementPath),
    input('query', ReaderQuery),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id: teamId, announcementId } = c.req.valid('param')
      return c.json(await listReaders(getPrimary(c), asPerson(viewer.id), { teamId, announcementId }, c.req.valid('query')))
    },
  )

export type TeamAnnouncementRoutes = typeof teamAnnouncementRoutes
