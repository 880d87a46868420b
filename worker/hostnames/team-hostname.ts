import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { claimLifetime, type HostnameCheck, type TeamHostname } from '../../domain/hostnames/contract.ts'
import { dnsRecordsOf } from '../../domain/hostnames/dns-records.ts'
import { isHostOf } from '../../domain/hostnames/read-hostname.ts'
import { judgeRight, requireRight } from '../../domain/teams/rules.ts'
import { allowsDomain } from '../payments/team-entitlement.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, asNumber, asText, orNull, select } from '../platform/row-query.ts'
import type { Settings } from '../platform/settings.ts'
import { asPerson, canAct, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { detailsOf, recordChange, recordChangeIf } from '../teams/record-change.ts'
import { communities } from '../teams/shared.ts'
import { hasRecord } from './ask-dns.ts'
import { forgetHost } from './queries.ts'
import { hostnameClaims, hostnames } from './schema.ts'
import { queueServing } from './serve-host.ts'

type Product = Pick<Settings, 'productUrl' | 'productHosts' | 'dnsUrl'>

/** Where the domains of communities lead. */
const targetOf = ({ productUrl }: Product) => new URL(productUrl).hostname

const may = (userId: string, teamId: string): SQL => canAct(asPerson(userId), teamId, 'domain.manage')

/** Selects what a community has. `host` is the domain that somebody wants, if any. */
const selectState = (teamId: string, host: string | null) =>
  select(
    {
      isAllowed: asBoolean,
      live: orNull(asText),
      claimed: orNull(asText),
      token: orNull(asText),
      claimedAt: orNull(asNumber),
      takenBy: orNull(asText),
    },
    sql`SELECT ${allowsDomain(communities.plan)} AS isAllowed,
      (SELECT ${hostnames.host} FROM ${hostnames} WHERE ${hostnames.teamId} = ${communities.id}) AS live,
      ${hostnameClaims.host} AS claimed, ${hostnameClaims.token} AS token, ${hostnameClaims.createdAt} AS claimedAt,
      (SELECT ${hostnames.teamId} FROM ${hostnames} WHERE ${hostnames.host} = coalesce(${host}, ${hostnameClaims.host})) AS takenBy
      FROM ${communities} LEFT JOIN ${hostnameClaims} ON ${hostnameClaims.teamId} = ${communities.id} WHERE ${isTeam(teamId)}`,
  )

/** Reads the state for those who may change it, and refuses all others. */
async function readState(db: Database, userId: string, teamId: string) {
  const actor = asPerson(userId)
  const { facts, states } = await runBatch(db, { facts: selectFacts(actor, teamId), states: selectState(teamId, null) })
  requireRight(readFacts(actor, facts).actorRoles, 'domain.manage')
  const [state] = states.rows
  if (!state) throw new AppError('TeamNotFound')
  return state
}

export async function readTeamHostname(db: Database, product: Product, userId: string, teamId: string): Promise<TeamHostname> {
  const { isAllowed, live, claimed, token, claimedAt } = await readState(db, userId, teamId)
  if (live !== null) return { isAllowed, domain: { host: live, isLive: true, records: [], endsAt: null } }
  if (claimed === null || token === null || claimedAt === null) return { isAllowed, domain: null }
  const records = dnsRecordsOf(claimed, { target: targetOf(product), token })
  return { isAllowed, domain: { host: claimed, isLive: false, records, endsAt: claimedAt + claimLifetime } }
}

/** A community wants a domain. It gets it once it has proved it, so other communities can want the same. A second request changes nothing. */
export async function startClaim(
  db: Database,
  { now, newId }: Clock,
  product: Product,
  { userId, teamId, host }: { userId: string; teamId: string; host: string },
): Promise<void> {
  if (isHostOf(host, product.productHosts.keys())) throw new AppError('HostnameIsOurs', { field: 'host' })
  const actor = asPerson(userId)
  const { facts, states, stored } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    states: selectState(teamId, host),
    claimed: insertSelect(
      hostnameClaims,
      { teamId: communities.id, host, token: newId(), createdAt: now },
      sql`FROM ${communities} WHERE ${isTeam(teamId)} AND ${may(userId, teamId)} AND ${allowsDomain(communities.plan)}
        AND NOT EXISTS (SELECT 1 FROM ${hostnames} WHERE ${hostnames.host} = ${host} OR ${hostnames.teamId} = ${teamId})
        ON CONFLICT DO NOTHING`,
    ),
    stored: db.select({ host: hostnameClaims.host }).from(hostnameClaims).where(eq(hostnameClaims.teamId, teamId)),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'domain.manage')
  const [state] = states.rows
  if (!state) throw new AppError('TeamNotFound')
  if (stored.rows.some((claim) => claim.host === host) || state.live === host) return
  if (state.live !== null || state.claimed !== null) throw new AppError('TeamHasHostname')
  throw state.isAllowed ? new AppError('HostnameTaken', { field: 'host' }) : new AppError('HostnameNeedsPlan')
}

/** Asks the DNS for both records. If they are there, the domain is live. */
export async function checkHostname(
  db: Database,
  clock: Clock,
  product: Product,
  { userId, teamId }: { userId: string; teamId: string },
): Promise<HostnameCheck> {
  const { live, claimed, token, takenBy, isAllowed } = await readState(db, userId, teamId)
  if (live !== null) return { missing: [] }
  if (claimed === null || token === null) throw new AppError('HostnameNotFound')
  if (takenBy !== null) throw new AppError('HostnameTaken')
  if (!isAllowed) throw new AppError('HostnameNeedsPlan')
  const records = dnsRecordsOf(claimed, { target: targetOf(product), token })
  const found = await Promise.all(records.map((record) => hasRecord(product.dnsUrl, record)))
  const missing = records.filter((_, index) => !found[index]).map(({ type }) => type)
  if (missing.length === 0) await confirmHostname(db, clock, { userId, teamId, host: claimed, token })
  return { missing }
}

/** Gives the community the domain, unless another one was faster, or the claim that was proved is gone. */
async function confirmHostname(
  db: Database,
  clock: Clock,
  { userId, teamId, host, token }: { userId: string; teamId: string; host: string; token: string },
): Promise<void> {
  const actor = asPerson(userId)
  const isClaim = sql`${hostnameClaims.teamId} = ${teamId} AND ${hostnameClaims.host} = ${host} AND ${hostnameClaims.token} = ${token}`
  const { facts, states } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    confirmed: insertSelect(
      hostnames,
      { host: hostnameClaims.host, teamId: hostnameClaims.teamId, createdAt: clock.now },
      sql`FROM ${hostnameClaims} JOIN ${communities} ON ${isTeam(hostnameClaims.teamId)}
        WHERE ${isClaim} AND ${may(userId, teamId)} AND ${allowsDomain(communities.plan)} ON CONFLICT DO NOTHING`,
    ),
    recorded: recordChange(clock, actor, teamId, { kind: 'domain-added', details: { domain: host } }),
    released: db
      .delete(hostnameClaims)
      .where(
        and(
          eq(hostnameClaims.teamId, teamId),
          sql`EXISTS (SELECT 1 FROM ${hostnames} WHERE ${hostnames.teamId} = ${teamId} AND ${hostnames.host} = ${host})`,
        ),
      ),
    served: queueServing(
      sql`${hostnames.host} = ${host} AND ${hostnames.teamId} = ${teamId} AND ${hostnames.createdAt} = ${clock.now}`,
      clock.now,
    ),
    states: selectState(teamId, host),
  })
  const [state] = states.rows
  if (state?.live === host) return forgetHost(host)
  const refusal = judgeRight(readFacts(actor, facts).actorRoles, 'domain.manage')
  if (refusal) throw refusal
  if (state?.takenBy) throw new AppError('HostnameTaken')
  throw state?.isAllowed === false ? new AppError('HostnameNeedsPlan') : new AppError('HostnameNotFound')
}

/** The community no longer has or wants a domain, also without the plan. A second request changes nothing. */
export async function removeHostname(db: Database, clock: Clock, userId: string, teamId: string): Promise<void> {
  const actor = asPerson(userId)
  const isOwn = sql`${hostnames.teamId} = ${teamId} AND ${may(userId, teamId)}`
  const { facts, states } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    states: selectState(teamId, null),
    recorded: recordChangeIf(
      clock,
      actor,
      teamId,
      { kind: 'domain-removed', details: detailsOf({ domain: hostnames.host }) },
      sql`FROM ${hostnames} WHERE ${isOwn}`,
    ),
    served: queueServing(isOwn, clock.now),
    removed: db.delete(hostnames).where(isOwn),
    released: db.delete(hostnameClaims).where(and(eq(hostnameClaims.teamId, teamId), may(userId, teamId))),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'domain.manage')
  const live = states.rows[0]?.live ?? null
  if (live !== null) await forgetHost(live)
}

/** Runs every minute: communities that have not proved a domain in time no longer want it. */
export async function endOldClaims(db: Database, now: number): Promise<void> {
  await write(db, db.delete(hostnameClaims).where(lt(hostnameClaims.createdAt, now - claimLifetime)))
}
