import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import {
  ChangeFrequency,
  ChangeSettings,
  FrequencyPath,
  NoticePage,
  NoticeQuery,
  NotificationSettings,
  ReadNotices,
  StoppedTopic,
  TeamPath,
  TopicPath,
  UnreadCount,
} from '../../domain/notifications/contract.ts'
import { requireSession, requireViewer } from '../access/viewer.ts'
import { runAfterAnswer } from '../jobs/from-request.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { tellUnread } from '../presence/tell-online.ts'
import {
  changeFrequency,
  changeNotification,
  changeTimes,
  markNotificationsChosen,
  muteTeam,
  readNotices,
  stopTopic,
  unmuteTeam,
} from './commands.ts'
import { countUnread, findNotificationSettings, listNotices } from './queries.ts'

const operation = describeOperations('Notifications')

export const notificationRoutes = new Hono<AppEnv>()
  .get('/', operation('My notifications, newest first', 200, NoticePage), input('query', NoticeQuery), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await listNotices(c.var.db, viewer.id, c.req.valid('query')))
  })
  .get('/unread', operation('The number of unread notifications', 200, UnreadCount), async (c) => {
    const viewer = await requireViewer(c)
    return c.json({ unread: await countUnread(c.var.db, viewer.id) })
  })
  .post('/read', operation('Mark notifications as read up to a time', 204), input('json', ReadNotices), async (c) => {
    const viewer = await requireViewer(c)
    await readNotices(c.var.db, viewer.id, c.req.valid('json'), c.var.now())
    runAfterAnswer(c, () => tellUnread(c.env, [viewer.id], 'notices'))
    return c.body(null, 204)
  })
  .get('/settings', operation('My notification settings', 200, NotificationSettings), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await findNotificationSettings(c.var.db, viewer.id))
  })
  .patch(
    '/settings',
    operation('Turn one topic on or off on one channel, or set quiet hours or the day of weekly emails', 204),
    input('json', ChangeSettings),
    async (c) => {
      const { viewer, email } = await requireSession(c)
      const change = c.req.valid('json')
      if ('topic' in change) await changeNotification(c.var.db, { id: viewer.id, email }, change, c.var.now())
      else await changeTimes(c.var.db, viewer.id, change, c.var.now())
      return c.body(null, 204)
    },
  )
  .put('/settings', operation('Keep my notification settings as they are', 204), async (c) => {
    const viewer = await requireViewer(c)
    await markNotificationsChosen(c.var.db, viewer.id, c.var.now())
    return c.body(null, 204)
  })
  .put(
    '/settings/:topic/frequency',
    operation('Choose how often emails of a topic come', 204),
    input('param', FrequencyPath),
    input('json', ChangeFrequency),
    async (c) => {
      const viewer = await requireViewer(c)
      await changeFrequency(c.var.db, viewer.id, { ...c.req.valid('param'), ...c.req.valid('json') }, c.var.now())
      return c.body(null, 204)
    },
  )
  .post('/settings/:topic/stop', operation('Turn a topic off on each channel', 200, StoppedTopic), input('param', TopicPath), async (c) => {
    const { viewer, email } = await requireSession(c)
    const { topic } = c.req.valid('param')
    return c.json({ stopped: await stopTopic(c.var.db, { id: viewer.id, email }, topic, c.var.now()) })
  })
  .put('/mutes/:teamId', operation('Mute a community', 204), input('param', TeamPath), async (c) => {
    const viewer = await requireViewer(c)
    const { teamId } = c.req.valid('param')
    if (!(await muteTeam(c.var.db, viewer.id, teamId, c.var.now()))) throw new AppError('TeamNotFound')
    return c.body(null, 204)
  })
  .delete('/mutes/:teamId', operation('Unmute a community', 204), input('param', TeamPath), async (c) => {
    const viewer = await requireViewer(c)
    await unmuteTeam(c.var.db, viewer.id, c.req.valid('param').teamId)
    return c.body(null, 204)
  })

export type NotificationRoutes = typeof notificationRoutes
