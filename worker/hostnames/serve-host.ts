import { eq, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { JobContext } from '../platform/job-context.ts'
import { JobError } from '../platform/job-error.ts'
import type { CloudflareSettings } from '../platform/settings.ts'
import { hostnames } from './schema.ts'

const timeout = 10_000

/** Asks Cloudflare to serve these hosts, or no longer, depending on whether their rows are still there when the job runs. */
export const queueServing = (which: SQL, now: number) =>
  putRowsInOutbox(
    'work',
    sql`SELECT 'serve-host:' || ${hostnames.host} || ':' || ${now} AS id, json_object('kind', 'serve-host', 'host', ${hostnames.host}) AS body
      FROM ${hostnames} WHERE ${which}`,
    { now },
  )

export const queueServingOfTeam = (teamId: string, now: number) => queueServing(eq(hostnames.teamId, teamId), now)

const isLive = async (db: Database, host: string): Promise<boolean> =>
  (await readFirst(db, db.select({ host: hostnames.host }).from(hostnames).where(eq(hostnames.host, host)))) !== undefined

/** Makes Cloudflare get a certificate for a live domain and send its visitors to us, or forget one that is no longer live. */
export async function serveHost({ host }: WorkOf<'serve-host'>, { db, settings }: Pick<JobContext, 'db' | 'settings'>): Promise<void> {
  const { cloudflare } = settings
  // In local use, and where an operator adds domains by hand.
  if (!cloudflare) return
  const wasLive = await isLive(db, host)
  await (wasLive ? addHost : removeHost)(cloudflare, host)
  // The job of a later change may have run in between.
  if ((await isLive(db, host)) !== wasLive) throw new JobError('the domain has changed in the meantime', { permanent: false })
}

async function addHost(cloudflare: CloudflareSettings, host: string): Promise<void> {
  // Cloudflare proves the domain by a file that it serves itself, because the CNAME record leads there already.
  const body = JSON.stringify({ hostname: host, ssl: { method: 'http', type: 'dv' } })
  const answer = await askCloudflare(cloudflare, '', { method: 'POST', body })
  // It knows the domain already: an earlier attempt has succeeded.
  if (answer.status !== 409) requireSuccess(answer)
}

const Found = v.object({ result: v.array(v.object({ id: v.string(), hostname: v.string() })) })

async function removeHost(cloudflare: CloudflareSettings, host: string): Promise<void> {
  const answer = await askCloudflare(cloudflare, `?${new URLSearchParams({ hostname: host })}`)
  requireSuccess(answer)
  const { result } = v.parse(Found, await answer.json())
  for (const { id, hostname } of result) {
    if (hostname !== host) continue
    const deleted = await askCloudflare(cloudflare, `/${encodeURIComponent(id)}`, { method: 'DELETE' })
    if (deleted.status !== 404) requireSuccess(deleted)
  }
}

async function askCloudflare({ apiUrl, zoneId, token }: CloudflareSettings, path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(`${apiUrl}/zones/${zoneId}/custom_hostnames${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeout),
    })
  } catch (cause) {
    throw new JobError('Cloudflare cannot be reached', { permanent: false, cause })
  }
}

/** Another attempt helps against everything but a name that Cloudflare does not take: an operator may have to change the token. */
function requireSuccess({ ok, status }: Response): void {
  if (!ok) throw new JobError(`Cloudflare answered ${status}`, { permanent: status === 400 })
}
