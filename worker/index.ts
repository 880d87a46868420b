import { app } from './app.ts'
import { runChores } from './cron.ts'
import type { Env, Job } from './env.ts'
import { readClockOffset } from './platform/clock.ts'
import { consumeQueue } from './queue.ts'

// biome-ignore lint/performance/noBarrelFile: the runtime needs the class of each Durable Object as an export of this file
export { Conversation } from './messages/conversation.ts'
export { Presence } from './presence/presence.ts'

export default {
  fetch: app.fetch,
  queue: consumeQueue,
  // In tests the runtime passes the time as a Date.
  scheduled: async ({ scheduledTime }, env) => runChores(env, Number(scheduledTime) + (await readClockOffset(env))),
} satisfies ExportedHandler<Env, Job<unknown>>
