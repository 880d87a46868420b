import type { Work } from '../domain/jobs/contract.ts'
import type { MailRequest } from '../domain/mail/contract.ts'
import type { NoticeJob } from '../domain/notifications/facts.ts'
import type { Presence } from '../durable-objects/presence/presence.ts'

/** Everything wrangler.toml binds. Settings (plain strings) are read through platform/settings.ts only. */
export interface Env {
  DB: D1Database
  FILES: R2Bucket
  /** Draws pictures in the sizes we keep. Without it what the browser sends is kept. */
  IMAGES?: ImagesBinding
  MAIL_QUEUE: Queue<Job<MailRequest>>
  /** Facts on their way to the people they concern. */
  NOTICES_QUEUE: Queue<Job<NoticeJob>>
  /** What takes long or touches files. */
  WORK_QUEUE: Queue<Job<Work>>
  EMAIL?: SendEmail
  /** Workers AI, for words in a question that the rules do not know. Without it they are shown as not understood. */
  AI?: { run(model: string, input: object): Promise<unknown> }
  PRESENCE: DurableObjectNamespace<Presence>
  READ_LIMIT: RateLimit
  WRITE_LIMIT: RateLimit
  /** Asking whether an account exists; by client address. */
  ACCOUNT_LIMIT: RateLimit
  /** Having mail sent; by the address it goes to. */
  MAIL_LIMIT: RateLimit
  VERSION: WorkerVersionMetadata
  ASSETS: Fetcher
}

/** What travels through a queue: the id makes a second delivery harmless. */
export type Job<Body> = { id: string; body: Body }
