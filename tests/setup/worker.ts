import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[]
      /** How long random tests run: `small` in `npm test`, `full` in `npm run soak`. */
      SOAK: 'small' | 'full'
    }
  }
}

// Hundreds of passwords at the real cost would take most of a run; tests/accounts/rules.test.ts checks the real one.
vi.mock('../../worker/accounts/password-cost.ts', () => ({ passwordCost: { N: 16, r: 1, p: 1 } }))

/** What hooks put into queues would be handed over while the next file's tables are not there yet; the runtime does not get over that. */
const queues = () => [env.NOTICES_QUEUE, env.MAIL_QUEUE, env.WORK_QUEUE] as { sendBatch?: Queue['sendBatch'] }[]
const hold = () => {
  for (const queue of queues()) queue.sendBatch = async () => ({}) as never
}
beforeAll(hold)
beforeEach(() => {
  for (const queue of queues()) delete queue.sendBatch
})
afterEach(hold)

/** What the Worker logs of a test is shown when it fails. Vitest's own way would send each line from within the request that wrote it. */
const logged: unknown[] = []
for (const level of ['info', 'warn', 'error'] as const) console[level] = (text: unknown) => void logged.push(text)
beforeEach(() => void logged.splice(0))
afterEach(({ task }) => {
  if (task.result?.state === 'fail') for (const text of logged) console.log(text)
})

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
})

// Files share one runtime; what one leaves behind must not reach the next.
afterAll(async () => {
  await reset()
})
