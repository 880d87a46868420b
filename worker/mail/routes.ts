import { Hono } from 'hono'
import { nameTeamTopic } from '../../domain/mail/rules.ts'
import { mailTopics } from '../../domain/mail/topics.ts'
import { findTopicNames, isTopicMailOff, turnOffTopicMail, turnOnTopicMail } from '../notifications/topic-mail.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { optIntoMail, optOutOfMail } from './commands.ts'
import { previewRoutes } from './preview-routes.ts'
import { hasOptedOut } from './queries.ts'
import { type StoppedTopic, showBrokenLink, showResubscribed, showUnsubscribe, showUnsubscribed } from './unsubscribe-pages.ts'
import { readUnsubscribeToken, type UnsubscribeRequest } from './unsubscribe-token.ts'

const isStopped = (db: Database, { email, topic, ofTeam }: UnsubscribeRequest): Promise<boolean> =>
  ofTeam ? isTopicMailOff(db, ofTeam) : hasOptedOut(db, email, topic)

async function nameRequest(db: Database, { email, topic, ofTeam }: UnsubscribeRequest): Promise<StoppedTopic> {
  const { title, hint } = mailTopics[topic]
  const names = ofTeam && (await findTopicNames(db, ofTeam.topicId))
  return names ? { email, name: nameTeamTopic(names), hint: `Announcements and messages of ${names.team}.` } : { email, name: title, hint }
}

const readRequest = (c: AppContext) => readUnsubscribeToken(c.req.param('token') ?? '', c.var.settings.signingSecret)

/**
 * Unsubscribing from an email, by RFC 8058. The token in the URL is the permission: no sign-in and no cookie are needed. We do not
 * read the body, because a mailbox sends `List-Unsubscribe=One-Click` and the form of the page sends nothing.
 * GET changes nothing, because virus scanners open every link in an email.
 */
export const mailRoutes = new Hono<AppEnv>()
  .get('/unsubscribe/:token', async (c) => {
    const request = await readRequest(c)
    if (!request) return showBrokenLink(c)
    const token = c.req.param('token')
    const names = await nameRequest(c.var.db, request)
    return (await isStopped(c.var.db, request)) ? showUnsubscribed(c, names, token) : showUnsubscribe(c, names, token)
  })
  .post('/unsubscribe/:token', async (c) => {
    const request = await readRequest(c)
    if (!request) return showBrokenLink(c)
    if (request.ofTeam) await turnOffTopicMail(c.var.db, request.ofTeam, c.var.now())
    else await optOutOfMail(c.var.db, request.email, request.topic, c.var.now())
    return showUnsubscribed(c, await nameRequest(c.var.db, request), c.req.param('token'))
  })
  .post('/resubscribe/:token', async (c) => {
    const request = await readRequest(c)
    if (!request) return showBrokenLink(c)
    if (request.ofTeam) await turnOnTopicMail(c.var.db, request.ofTeam)
    else await optIntoMail(c.var.db, request.email, request.topic)
    return showResubscribed(c, await nameRequest(c.var.db, request), c.req.param('token'))
  })
  .route('/preview', previewRoutes)
