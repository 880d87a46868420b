import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { Tidings } from '../../domain/notifications/contract.ts'
import { judgeNotice } from '../../domain/notifications/rules.ts'
import { shownName } from '../accounts/shown-name.ts'
import { putEachInOutbox, sendOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import { type JobContext, type JobOutcome, markedDone } from '../platform/job-context.ts'
import { JobError } from '../platform/job-error.ts'
import { errorFields, logLine } from '../platform/log.ts'
import { nobodyBlocked } from '../privacy/reach.ts'

type Listener = {
  id: string
  email: string
  name: string
  isGone: number
  isBlocked: number
  hasMutedTeam: number
  emailVerified: number
  optedOutOfMail: number
  optedOutOfPush: number
}

/** Tells each person once: the row they see here, and the mail. What they want is looked up now, not when it happened. */
export async function deliverTidings(
  body: unknown,
  { env, db, now, markDone }: Pick<JobContext, 'env' | 'db' | 'now' | 'markDone'>,
): Promise<JobOutcome> {
  const parsed = v.safeParse(Tidings, body)
  if (!parsed.success) throw new JobError('not tidings', { permanent: true })
  const tidings = parsed.output
  const { key, topic, actorId, teamId, title, text, path, isMailed = true, platform } = tidings
  const told = (await loadListeners(db, tidings)).map((listener) => ({
    listener,
    channels: judgeNotice({
      isActor: listener.id === actorId,
      isGone: listener.isGone === 1,
      isBlocked: listener.isBlocked === 1,
      hasMutedTeam: listener.hasMutedTeam === 1,
      emailVerified: listener.emailVerified === 1,
      wantsMail: isMailed && listener.optedOutOfMail === 0,
      wantsPush: listener.optedOutOfPush === 0,
    }),
  }))
  const rows = told.filter(({ channels }) => channels.inApp).map(({ listener }) => listener.id)
  const mails = await Promise.all(
    told
      .filter(({ channels }) => channels.email)
      .map(async ({ listener: { id, email, name } }) => ({
        id: await deriveId('notice', key, id),
        body: {
          to: email,
          ...(platform && { platform }),
          notice: { userId: id, key, actorId },
          template: { name: 'notice', data: { username: name, topic, title, text, path } },
        } satisfies MailRequest,
      })),
  )
  const isUntold = sql`NOT EXISTS (SELECT 1 FROM notices WHERE user_id = value->>'$.body.notice.userId' AND key = ${key})`
  await runBatch(db, [
    // Before the rows: who has theirs was mailed with it, even if the mail's job is long forgotten.
    putEachInOutbox(mails, { queue: 'mail', now }, isUntold),
    // Asked again: a block of this moment has taken back what was there, and a mail without its row is not sent.
    sql`INSERT OR IGNORE INTO notices (user_id, key, topic, title, text, path, actor_id, team_id, created_at)
      SELECT j.value, ${key}, ${topic}, ${title}, ${text}, ${path}, ${actorId}, ${teamId}, ${now} FROM json_each(${JSON.stringify(rows)}) j
      WHERE ${nobodyBlocked(sql`${actorId}`, sql`j.value`)}`,
    markDone,
  ])
  // The people are told, and the mails stand in the outbox: what cannot be sent now is sent by the next sweep.
  const ids = mails.map(({ id }) => id)
  await sendOutbox(db, env, ids).catch((error: unknown) => logLine('warn', 'outbox-left', { jobs: ids.length, ...errorFields(error) }))
  return markedDone
}

async function loadListeners(db: Database, { to, topic, actorId, teamId }: Tidings): Promise<Listener[]> {
  const [found] = await runBatch<Listener>(db, [
    // Nobody is told of someone who left meanwhile, either.
    sql`SELECT u.id, u.email, ${shownName('u')} AS name,
        u.deleted_at IS NOT NULL OR EXISTS (SELECT 1 FROM users a WHERE a.id = ${actorId} AND a.deleted_at IS NOT NULL) AS isGone,
        NOT (${nobodyBlocked(sql`${actorId}`, sql`u.id`)}) AS isBlocked,
        EXISTS (SELECT 1 FROM team_mutes m WHERE m.user_id = u.id AND m.team_id = ${teamId}) AS hasMutedTeam,
        u.email_verified_at IS NOT NULL AS emailVerified,
        EXISTS (SELECT 1 FROM mail_optouts o WHERE o.email = u.email_key AND o.topic = ${topic}) AS optedOutOfMail,
        EXISTS (SELECT 1 FROM push_optouts p WHERE p.user_id = u.id AND p.topic = ${topic}) AS optedOutOfPush
      FROM users u WHERE u.id IN (SELECT value FROM json_each(${JSON.stringify(to)}))`,
  ])
  return found?.results ?? []
}
