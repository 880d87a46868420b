import { drizzle } from 'drizzle-orm/d1'
import { Hono } from 'hono'
import { findCity } from '../../../worker/cities/queries.ts'
import type { Env } from '../../../worker/env.ts'
import product, { Presence } from '../../../worker/index.ts'

/** The answers of two of the product's routes with the same D1 calls, and nothing around them. */
const bare = new Hono<{ Bindings: Env }>()
  .get('/bare/api/cities/:id', async (c) => {
    const db = drizzle(c.env.DB.withSession('first-unconstrained') as unknown as D1Database)
    return c.json(await findCity(db, Number(c.req.param('id'))))
  })
  .get('/bare/api/session', (c) => c.json({ viewer: null }))

/**
 * Counts in memory, as Cloudflare's limiter does beside the Worker. The local stand-in asks a Durable Object that writes
 * to disk each time, which costs more than the whole request and says nothing about the product.
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

let productEnv: Env | undefined

export { Presence }

export default {
  fetch: (request, env, context) => {
    if (request.url.includes('/bare/')) return bare.fetch(request, env, context)
    productEnv ??= { ...env, READ_LIMIT: limitInMemory(), WRITE_LIMIT: limitInMemory() }
    return product.fetch(request, productEnv, context)
  },
} satisfies ExportedHandler<Env>
