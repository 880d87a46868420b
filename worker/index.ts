import { app } from './app.ts'
import { runChores } from './cron.ts'
import type { Env, Job } from './env.ts'
import { consumeQueue } from './queue.ts'

// biome-ignore lint/performance/noBarrelFile: the runtime finds a Durable Object's class among the entry's exports
export { Presence } from '../durable-objects/presence/presence.ts'

export default {
  fetch: app.fetch,
  queue: consumeQueue,
  scheduled: (controller, env) => runChores(env, controller.scheduledTime),
} satisfies ExportedHandler<Env, Job<unknown>>
