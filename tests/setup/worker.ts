import { type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[]
      /** What all of them together create. */
      TEST_SCHEMA: string[]
      /** How long random tests run: `small` in `npm test`, `full` in `npm run soak`. */
      SOAK: 'small' | 'full'
      /** How many histories of money are tried. */
      HISTORIES: string
    }
  }
}

// These tests run without the sandbox. tests/node/start.test.ts moves the clock of its Stripe.
vi.mock('../../worker/payments/move-stripe-clock.ts', () => ({ moveStripeClock: async () => undefined }))

// Hashing hundreds of passwords at the real cost would take most of a run. tests/accounts/rules.test.ts checks the real cost.
vi.mock('../../worker/accounts/password-cost.ts', () => ({ passwordCost: { N: 16, r: 1, p: 1 } }))

// The queues drop what is sent to them. The runtime would deliver it at an unknown time, also after the data of its test file was deleted.
// Tests that want a job to run deliver it themselves: see `holdQueues`.
for (const queue of [env.NOTICES_QUEUE, env.MAIL_QUEUE, env.WORK_QUEUE, env.MONEY_QUEUE]) queue.sendBatch = async () => ({}) as never

// By default, `vi.waitFor` waits for one second, and a busy machine needs more for what a request does after its answer.
const { waitFor } = vi
vi.waitFor = (check, options) => waitFor(check, options ?? { timeout: 15_000 })

/** Shows the log of the Worker only if a test fails. Vitest itself would send each line from within the request that wrote it. */
const logged: unknown[] = []
for (const level of ['info', 'warn', 'error'] as const) console[level] = (text: unknown) => void logged.push(text)
beforeEach(() => void logged.splice(0))
afterEach(({ task }) => {
  if (task.result?.state === 'fail') for (const text of logged) console.log(text)
})

const createTables = () => env.DB.batch(env.TEST_SCHEMA.map((statement) => env.DB.prepare(statement)))
beforeAll(async () => {
  try {
    await createTables()
  } catch (error) {
    if (!String(error).includes('already exists')) throw error
    // A request of the file before was still at work, so its tables outlived their deletion.
    await reset()
    await createTables()
  }
})

// All test files share one runtime, so we delete the data of this file before the next one runs.
afterAll(async () => {
  await reset()
})
