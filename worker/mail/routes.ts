import { Hono } from 'hono'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { optIntoMail, optOutOfMail } from './commands.ts'
import { previewRoutes } from './preview-routes.ts'
import { hasOptedOut } from './queries.ts'
import { showBrokenLink, showResubscribed, showUnsubscribe, showUnsubscribed } from './unsubscribe-pages.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

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
    const isOptedOut = await hasOptedOut(c.var.db, request.email, request.topic)
    return isOptedOut ? showUnsubscribed(c, request, token) : showUnsubscribe(c, request, token)
  })
  .post('/unsubscribe/:token', async (c) => {
    const request = await readRequest(c)
    if (!request) return showBrokenLink(c)
    await optOutOfMail(c.var.db, request.email, request.topic, c.var.now())
    return showUnsubscribed(c, request, c.req.param('token'))
  })
  .post('/resubscribe/:token', async (c) => {
    const request = await readRequest(c)
    if (!request) return showBrokenLink(c)
    await optIntoMail(c.var.db, request.email, request.topic)
    return showResubscribed(c, request, c.req.param('token'))
  })
  .route('/preview', previewRoutes)
