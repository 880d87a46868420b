import type { Work } from '../domain/jobs/contract.ts'
import type { MailRequest } from '../domain/mail/contract.ts'
import type { NoticeJob } from '../domain/notifications/facts.ts'
import type { MoneyWork } from '../domain/payments/jobs-contract.ts'
import type { ConversationObject } from '../durable-objects/conversation/conversation.ts'
import type { PresenceObject } from '../durable-objects/presence/presence.ts'

/** All bindings of wrangler.toml. Read settings (plain strings) only through platform/settings.ts. */
export interface Env {
  DB: D1Database
  FILES: R2Bucket
  /** Resizes pictures. Without it we store the file that the browser sent. */
  IMAGES?: ImagesBinding
  MAIL_QUEUE: Queue<Job<MailRequest>>
  /** Notifications that wait to be delivered. */
  NOTICES_QUEUE: Queue<Job<NoticeJob>>
  /** Work that takes long or touches files. */
  WORK_QUEUE: Queue<Job<Work>>
  /** Work about money, such as an event of Stripe. */
  MONEY_QUEUE: Queue<Job<MoneyWork>>
  EMAIL?: SendEmail
  /** Workers AI, for words in a question that our rules do not know. Without it such words are shown as not understood. */
  AI?: { run(model: string, input: object): Promise<unknown> }
  PRESENCE: DurableObjectNamespace<PresenceObject>
  CONVERSATION: DurableObjectNamespace<ConversationObject>
  READ_LIMIT: RateLimit
  WRITE_LIMIT: RateLimit
  /** Limits requests that ask whether an account exists, per IP address. */
  ACCOUNT_LIMIT: RateLimit
  /** Limits files that are added to a form, which may come many at once. */
  FILE_LIMIT: RateLimit
  VERSION: WorkerVersionMetadata
  ASSETS: Fetcher
}

/** A message in a queue. Its id makes a second delivery harmless. */
export type Job<Body> = { id: string; body: Body }
