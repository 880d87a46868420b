import { Hono } from 'hono'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { optIntoMail, optOutOfMail } from './commands.ts'
import { previewRoutes } from './preview-routes.ts'
import { hasOptedOut } from './queries.ts'
import { askUnsubscribe, tellBrokenLink, tellResubscribed, tellUnsubscribed } from './unsubscribe-pages.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

const readWish = (c: AppContext) => readUnsubscribeToken(c.req.param('token') ?? '', c.var.settings.signingSecret)

/**
 * Unsubscribing by mail, RFC 8058. The token in the address is the permission: no sign-in, no cookie, and the body
 * is not read, because a mailbox sends `List-Unsubscribe=One-Click` and the page's form sends nothing.
 * GET changes nothing, for scanners open every link of a mail.
 */
export const mailRoutes = new Hono<AppEnv>()
  .get('/unsubscribe/:token', async (c) => {
    const wish = await readWish(c)
    if (!wish) return tellBrokenLink(c)
    const token = c.req.param('token')
    const gone = await hasOptedOut(c.var.db, wish.email, wish.topic)
    return gone ? tellUnsubscribed(c, wish, token) : askUnsubscribe(c, wish, token)
  })
  .post('/unsubscribe/:token', async (c) => {
    const wish = await readWish(c)
    if (!wish) return tellBrokenLink(c)
    await optOutOfMail(c.var.db, wish.email, wish.topic, c.var.now())
    return tellUnsubscribed(c, wish, c.req.param('token'))
  })
  .post('/resubscribe/:token', async (c) => {
    const wish = await readWish(c)
    if (!wish) return tellBrokenLink(c)
    await optIntoMail(c.var.db, wish.email, wish.topic)
    return tellResubscribed(c, wish, c.req.param('token'))
  })
  .route('/preview', previewRoutes)
