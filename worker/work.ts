import * as v from 'valibot'
import { Work } from '../domain/jobs/contract.ts'
import { makeExport } from './data-exports/jobs.ts'
import { deliverNews, deliverReminders } from './events/jobs.ts'
import { tellOfNewcomer } from './people/jobs.ts'
import { personData } from './person-data.ts'
import { eraseFiles } from './platform/erase-files.ts'
import type { JobContext } from './platform/job-context.ts'
import { JobError } from './platform/job-error.ts'

/** Long work, by its kind. */
export async function doWork(body: unknown, { env, db, now }: JobContext): Promise<void> {
  const parsed = v.safeParse(Work, body)
  if (!parsed.success) throw new JobError('not a work request', { permanent: true })
  const work = parsed.output
  if (work.kind === 'erase-files') return eraseFiles(env.FILES, work.keys)
  if (work.kind === 'event-news') return deliverNews(work, { db, now })
  if (work.kind === 'event-reminders') return deliverReminders(work, { db, now })
  if (work.kind === 'newcomer') return tellOfNewcomer(work, { db, now })
  return makeExport(work.exportId, work.platform, { env, db, now, personData })
}
