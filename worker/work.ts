import * as v from 'valibot'
import { type WorkKind, type WorkOf, workKinds } from '../domain/jobs/contract.ts'
import { makeExport } from './data-exports/jobs.ts'
import { cancelGamesOfTeam } from './events/cancel-games-of-team.ts'
import { countTallies } from './events/tallies.ts'
import { loadFeed } from './external-teams/jobs.ts'
import { fillPlaces } from './forms/fill-places.ts'
import { foldLabels } from './forms/fold-labels.ts'
import { makeFormExport } from './forms/make-export.ts'
import { serveHost } from './hostnames/serve-host.ts'
import { emptyConversation } from './messages/empty.ts'
import { leaveConversation } from './messages/leave.ts'
import { mailConversation } from './messages/plan-mails.ts'
import { previewLink } from './messages/preview-link.ts'
import { alertConversation } from './messages/send-alert.ts'
import { eraseObjects, personData } from './person-data.ts'
import { eraseFiles } from './platform/erase-files.ts'
import type { JobContext } from './platform/job-context.ts'
import { JobError } from './platform/job-error.ts'
import { judgePresence } from './presence/judge-again.ts'
import { doTelling } from './presence/tell-online.ts'
import { sendPush } from './push/jobs.ts'
import { fillSessions, joinSessions } from './seasons/fill-sessions.ts'

/** The function that runs each kind of work. */
const workers: { [Kind in WorkKind]: (work: WorkOf<Kind>, context: JobContext) => Promise<void> } = {
  export: ({ exportId, platform }, context) => makeExport(exportId, platform, { ...context, personData }),
  'erase-files': ({ keys }, { env }) => eraseFiles(env.FILES, keys),
  'forget-objects': eraseObjects,
  'games-over': ({ eventIds }, { db, now }) => countTallies(db, eventIds, now),
  'fill-sessions': fillSessions,
  'join-sessions': joinSessions,
  'fill-form-places': fillPlaces,
  'fold-labels': foldLabels,
  'make-form-export': makeFormExport,
  'alert-conversation': alertConversation,
  'mail-conversation': mailConversation,
  push: sendPush,
  'load-feed': loadFeed,
  'cancel-team-games': cancelGamesOfTeam,
  'leave-conversation': leaveConversation,
  'judge-presence': judgePresence,
  'tell-online': doTelling,
  'empty-conversation': emptyConversation,
  'preview-link': previewLink,
  'serve-host': serveHost,
}

const Kind = v.object({ kind: v.picklist(Object.keys(workKinds) as WorkKind[]) })

export async function doWork(body: unknown, context: JobContext): Promise<void> {
  const parsed = v.safeParse(Kind, body)
  if (!parsed.success) throw new JobError('not a work request', { permanent: true })
  await runWork(parsed.output.kind, body, context)
}

async function runWork<Kind extends WorkKind>(kind: Kind, body: unknown, context: JobContext): Promise<void> {
  const parsed = v.safeParse(workKinds[kind], body)
  if (!parsed.success) throw new JobError(`not a request for the work ${kind}`, { permanent: true })
  await workers[kind]({ ...parsed.output, kind }, context)
}
