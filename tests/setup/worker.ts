import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll } from 'vitest'

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[]
      /** How long random tests run: `small` in `npm test`, `full` in `npm run soak`. */
      SOAK: 'small' | 'full'
    }
  }
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
})

// Files share one runtime; what one leaves behind must not reach the next.
afterAll(async () => {
  await reset()
})
