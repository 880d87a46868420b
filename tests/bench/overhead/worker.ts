import { Hono } from 'hono'
import * as v from 'valibot'
import { readDiscoverState } from '../../../domain/discover/read-state.ts'
import { type DiscoverState, getSearchBounds } from '../../../domain/discover/state.ts'
import { ReceivedEvent } from '../../../domain/payments/webhooks.ts'
import { requireViewer } from '../../../worker/access/viewer.ts'
import { accountContext } from '../../../worker/accounts/auth.ts'
import { setSessionCookie } from '../../../worker/accounts/session-cookie.ts'
import { openSession } from '../../../worker/accounts/sessions.ts'
import { upsertPerson } from '../../../worker/accounts/upsert-person.ts'
import { everyRequest } from '../../../worker/app.ts'
import { findCity } from '../../../worker/cities/queries.ts'
import { discoverEvents } from '../../../worker/discover/queries.ts'
import type { Env } from '../../../worker/env.ts'
import product, { Conversation, Presence } from '../../../worker/index.ts'
import { storeEvents } from '../../../worker/payments/commands.ts'
import type { AppContext, AppEnv } from '../../../worker/platform/context.ts'
import { wrapDatabase } from '../../../worker/platform/database.ts'
import { getSettings } from '../../../worker/platform/settings.ts'

/** Some routes of the product with the same answers and the same D1 calls, but without any middleware. */
const bare = new Hono<{ Bindings: Env }>()
  .get('/bare/api/cities/:id', async (c) => {
    const db = wrapDatabase(c.env.DB.withSession('first-unconstrained'))
    return c.json(await findCity(db, Number(c.req.param('id'))))
  })
  .get('/bare/api/discover/events', async (c) => {
    const db = wrapDatabase(c.env.DB.withSession('first-unconstrained'))
    const state = readDiscoverState(new URL(c.req.url).searchParams)
    return c.json(await discoverEvents(db, null, { ...state, ...getViewBounds(state), cursor: undefined, now: Date.now() }))
  })
  .post('/bare/api/payments/webhooks', async (c) => {
    const db = wrapDatabase(c.env.DB.withSession('first-primary'))
    await storeEvents(db, 'account', [v.parse(ReceivedEvent, JSON.parse(await c.req.text()))], Date.now())
    return c.body(null, 200)
  })
  .get('/bare/api/session', (c) => c.json({ viewer: null }))

const answerCity = async (c: AppContext) => c.json(await findCity(c.var.db, Number(c.req.param('id'))))

const getViewBounds = (state: DiscoverState) => ({ bounds: getSearchBounds(state), center: state.filters.center })

/** The same route of the product twice: once for everyone, and once for people who are signed in. */
const pair = new Hono<AppEnv>()
  .use(...everyRequest)
  .get('/pair/public/:id', answerCity)
  .get('/pair/signed-in/:id', async (c) => {
    await requireViewer(c)
    return answerCity(c)
  })
  .put('/pair/session', async (c) => {
    const context = accountContext(c)
    const person = { id: 'bench', email: 'bench@example.com', name: 'Bench', emailVerified: true, profileComplete: true }
    await upsertPerson(context.db, person, context.now)
    const id = await openSession(context, person.id, { userAgent: 'bench', secret: 'bench', place: { city: null, country: null } })
    await setSessionCookie(c, { userId: person.id, sessionId: id, authenticatedAt: context.now })
    return c.body(null, 204)
  })

/**
 * Counts in memory, as Cloudflare's own limiter does. The local version of it calls a Durable Object that writes to disk each
 * time. This costs more than the whole request and says nothing about the product.
 */
function limitInMemory(): RateLimit {
  const counts = new Map<string, number>()
  return {
    limit: async ({ key = '' }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return { success: true }
    },
  }
}

/** The local queue would run the jobs here, between the requests that are measured. */
const dropMessages = { sendBatch: async () => ({}) } as unknown as Env['MONEY_QUEUE']

let productEnv: Env | undefined

export { Conversation, Presence }

export default {
  fetch: (received, env, context) => {
    // In production, the product answers nothing over plain http, which is how the bench reaches it.
    const request =
      getSettings(env).environment === 'production' ? new Request(received.url.replace(/^http:/, 'https:'), received) : received
    if (request.url.includes('/bare/')) return bare.fetch(request, env, context)
    productEnv ??= { ...env, READ_LIMIT: limitInMemory(), WRITE_LIMIT: limitInMemory(), MONEY_QUEUE: dropMessages }
    return (request.url.includes('/pair/') ? pair : product).fetch(request, productEnv, context)
  },
} satisfies ExportedHandler<Env>
