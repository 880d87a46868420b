import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import * as v from 'valibot'
import { Session, Viewer } from '../../domain/access/contract.ts'
import { accountContext } from '../accounts/auth.ts'
import { keepBrowserSecret } from '../accounts/browser-cookie.ts'
import { setSessionCookie } from '../accounts/session-cookie.ts'
import { openSession } from '../accounts/sessions.ts'
import { readSignInBrowser } from '../accounts/sign-in-browser.ts'
import { upsertPerson } from '../accounts/upsert-person.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { onlyLocally } from '../platform/only-locally.ts'

export const sessionRoutes = new Hono<AppEnv>().get(
  '/',
  describeRoute({
    tags: ['Platform'],
    summary: 'Get the signed-in person',
    responses: { 200: { description: 'The signed-in person, or null', content: { 'application/json': { schema: resolver(Session) } } } },
  }),
  async (c) => c.json({ viewer: await c.var.viewer() } satisfies Session),
)

export type SessionRoutes = typeof sessionRoutes

/** Signs in as any person without a password, which tests and benchmarks need. `onlyLocally` refuses it on every deployed server. */
export const localSignInRoutes = new Hono<AppEnv>()
  .use(onlyLocally)
  .put('/', describeRoute({ hide: true }), input('json', v.object({ viewer: Viewer })), async (c) => {
    const { viewer } = c.req.valid('json')
    const context = accountContext(c)
    await upsertPerson(context.db, { ...viewer, email: `${viewer.id}@local.test` }, context.now)
    const id = await openSession(context, viewer.id, readSignInBrowser(c, keepBrowserSecret(c)))
    await setSessionCookie(c, { userId: viewer.id, sessionId: id, authenticatedAt: context.now })
    return c.body(null, 204)
  })
