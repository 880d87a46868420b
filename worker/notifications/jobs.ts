import * as v from 'valibot'
import { NoticeJob } from '../../domain/notifications/facts.ts'
import { explainNotice } from '../../domain/notifications/reasons.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { type JobContext, type JobOutcome, markedDone } from '../platform/job-context.ts'
import { JobError } from '../platform/job-error.ts'
import { deliver } from './deliver.ts'
import { rendererOf } from './renderers.ts'

/** Renders a fact and notifies its recipients. If there are more than one job can notify, it adds a job for the rest. */
export async function deliverNotice(
  id: string,
  body: unknown,
  { db, now, markDone }: Pick<JobContext, 'db' | 'now' | 'markDone'>,
): Promise<JobOutcome> {
  const parsed = v.safeParse(NoticeJob, body)
  if (!parsed.success) throw new JobError('not a notice', { permanent: true })
  const { fact, after, platform } = parsed.output
  const { deliveries, next, mails = [] } = await rendererOf(fact)(fact, { db, now, platform: platform ?? undefined, after: after ?? null })
  const rest = next === undefined ? [] : [{ id: `${id.split('@')[0]}@${next}`, body: { fact, platform, after: next } satisfies NoticeJob }]
  const explained = deliveries.map((delivery) => ({ ...delivery, reason: explainNotice(fact.kind, delivery.topic, delivery.cause) }))
  await deliver(explained, { db, now, platform: platform ?? undefined }, [putInOutbox('notices', rest, { now }), mails, markDone].flat())
  return markedDone
}
