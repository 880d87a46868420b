import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import {
  type ChangeExternalTeam,
  type CreateExternalTeam,
  type ExternalTeam,
  maxExternalTeams,
} from '../../domain/external-teams/contract.ts'
import { feedFailureTexts } from '../../domain/external-teams/failures.ts'
import { judgeFeedUrl } from '../../domain/external-teams/judge-feed-url.ts'
import { feedInterval, minTryInterval, removedTeamLifetime } from '../../domain/external-teams/rules.ts'
import type { Work } from '../../domain/jobs/contract.ts'
import type { SiteRules } from '../../domain/other-sites/judge-url.ts'
import { putInOutbox, putRowsInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { selectTeams, toExternalTeam } from './queries.ts'
import { externalGames as games, externalTeams as teams } from './schema.ts'

/** How many calendars one minute starts to load. */
const maxStartedAtOnce = 200
const maxDeletedAtOnce = 50

const teamNotFound = () => new AppError('ExternalTeamNotFound')

function readFeedUrl(text: string, rules: SiteRules): string {
  const judged = judgeFeedUrl(text, rules)
  if (judged.fault === null) return judged.url
  throw new AppError('InvalidInput', { issues: [{ path: 'feedUrl', message: feedFailureTexts[judged.fault] }] })
}

const jobOf = (externalTeamId: string, fetchId: string) => ({
  id: `load-feed:${fetchId}`,
  body: { kind: 'load-feed', externalTeamId, fetchId } satisfies Work,
})

const isOwn = (userId: string, id: string) => and(eq(teams.id, id), eq(teams.userId, userId), isNull(teams.removedAt))

/** The number of teams that a person has linked. */
const countOwn = (userId: string): SQL =>
  sql`(SELECT count(*) FROM ${teams} WHERE ${teams.userId} = ${userId} AND ${teams.removedAt} IS NULL)`

const readOne = (rows: readonly Parameters<typeof toExternalTeam>[0][]): ExternalTeam => {
  const [row] = rows
  if (!row) throw teamNotFound()
  return toExternalTeam(row)
}

/** Nothing is known about the calendar yet, so the next job loads it whole. */
const unknownFeed = {
  state: 'active',
  triedAt: null,
  fetchedAt: null,
  expandedAt: null,
  etag: null,
  lastModified: null,
  contentHash: null,
  skippedEntries: 0,
  isCut: false,
  failure: null,
  failureCount: 0,
  failedSince: null,
} as const

/** Links the calendar of a team and starts to load it. A repeated request with the same key links it only once. */
export async function createExternalTeam(
  db: Database,
  { now, newId }: Clock,
  userId: string,
  { idempotencyKey, feedUrl, ...input }: CreateExternalTeam,
  rules: SiteRules,
): Promise<ExternalTeam> {
  const url = readFeedUrl(feedUrl, rules)
  const id = await deriveId('external-team', userId, idempotencyKey)
  const fetchId = newId()
  const { stored } = await runBatch(db, {
    created: insertSelect(
      teams,
      {
        ...unknownFeed,
        ...input,
        id,
        userId,
        feedUrl: url,
        fetchId,
        notifiedFailures: [],
        nextFetchAt: now + feedInterval,
        createdAt: now,
        updatedAt: now,
        removedAt: null,
      },
      sql`WHERE ${countOwn(userId)} < ${maxExternalTeams} ON CONFLICT DO NOTHING`,
    ),
    job: putInOutbox('work', [jobOf(id, fetchId)], { now, when: isFetchedBy(id, fetchId) }),
    stored: selectTeams(userId, now, id),
  })
  const [row] = stored.rows
  if (!row) throw new AppError('ExternalTeamsFull', { values: { max: maxExternalTeams } })
  return toExternalTeam(row)
}

/** With a new link or a new time zone, the games of the old one are removed and the calendar is loaded again. */
export async function changeExternalTeam(
  db: Database,
  { now, newId }: Clock,
  userId: string,
  id: string,
  { feedUrl, ...input }: ChangeExternalTeam,
  rules: SiteRules,
): Promise<ExternalTeam> {
  const url = feedUrl === undefined ? null : readFeedUrl(feedUrl, rules)
  const fetchId = newId()
  const isOther = sql`(${teams.timeZone} <> ${input.timeZone} OR ${teams.feedUrl} <> coalesce(${url}, ${teams.feedUrl}))`
  const { stored } = await runBatch(db, {
    reset: db
      .update(teams)
      .set({
        ...unknownFeed,
        notifiedFailures: [],
        feedUrl: sql`coalesce(${url}, ${teams.feedUrl})`,
        fetchId,
        nextFetchAt: now + feedInterval,
      })
      .where(and(isOwn(userId, id), isOther)),
    removed: db.delete(games).where(and(eq(games.externalTeamId, id), isFetchedBy(id, fetchId))),
    job: putInOutbox('work', [jobOf(id, fetchId)], { now, when: isFetchedBy(id, fetchId) }),
    changed: db
      .update(teams)
      .set({ ...input, updatedAt: now })
      .where(isOwn(userId, id)),
    stored: selectTeams(userId, now, id),
  })
  return readOne(stored.rows)
}

/** This fetch has just been started in the same batch. */
const isFetchedBy = (id: string, fetchId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${teams.id} = ${id} AND ${teams.fetchId} = ${fetchId})`

/** Removes the team and its games. The team can be brought back for a day, and its games are then loaded again. */
export async function removeExternalTeam(db: Database, now: number, userId: string, id: string): Promise<void> {
  const { removed } = await runBatch(db, {
    games: db.delete(games).where(and(eq(games.externalTeamId, id), eq(games.userId, userId))),
    removed: db.update(teams).set({ removedAt: now, fetchId: null, nextFetchAt: null, updatedAt: now }).where(isOwn(userId, id)),
  })
  if (removed.changes === 0) throw teamNotFound()
}

export async function restoreExternalTeam(db: Database, { now, newId }: Clock, userId: string, id: string): Promise<ExternalTeam> {
  const fetchId = newId()
  const { full, stored } = await runBatch(db, {
    full: db
      .select({ id: teams.id })
      .from(teams)
      .where(
        and(eq(teams.id, id), eq(teams.userId, userId), sql`${teams.removedAt} IS NOT NULL AND ${countOwn(userId)} >= ${maxExternalTeams}`),
      ),
    restored: db
      .update(teams)
      .set({ ...unknownFeed, notifiedFailures: [], removedAt: null, fetchId, nextFetchAt: now + feedInterval, updatedAt: now })
      .where(
        and(eq(teams.id, id), eq(teams.userId, userId), sql`${teams.removedAt} IS NOT NULL AND ${countOwn(userId)} < ${maxExternalTeams}`),
      ),
    job: putInOutbox('work', [jobOf(id, fetchId)], { now, when: isFetchedBy(id, fetchId) }),
    stored: selectTeams(userId, now, id),
  })
  if (full.rows.length > 0) throw new AppError('ExternalTeamsFull', { values: { max: maxExternalTeams } })
  return readOne(stored.rows)
}

/** Loads the calendar now, also if it had stopped. */
export async function tryExternalTeam(db: Database, { now, newId }: Clock, userId: string, id: string): Promise<ExternalTeam> {
  const fetchId = newId()
  const { started, stored } = await runBatch(db, {
    started: db
      .update(teams)
      .set({ fetchId, state: 'active', triedAt: now, nextFetchAt: now + feedInterval })
      .where(and(isOwn(userId, id), or(isNull(teams.triedAt), lte(teams.triedAt, now - minTryInterval)))),
    job: putInOutbox('work', [jobOf(id, fetchId)], { now, when: isFetchedBy(id, fetchId) }),
    stored: selectTeams(userId, now, id),
  })
  const team = readOne(stored.rows)
  if (started.changes === 0) throw new AppError('TriedJustNow')
  return team
}

/** Runs every minute: starts to load the calendars that are due. If a job is lost, the calendar is due again an hour later. */
export async function loadDueFeeds(db: Database, now: number): Promise<void> {
  const isDue = sql`${teams.nextFetchAt} IS NOT NULL AND ${teams.nextFetchAt} <= ${now}`
  const due = sql`SELECT ${teams.id} FROM ${teams} WHERE ${isDue} ORDER BY ${teams.nextFetchAt} LIMIT ${maxStartedAtOnce}`
  const fetchId = sql`${teams.id} || ':' || ${teams.nextFetchAt}`
  await runBatch(db, {
    jobs: putRowsInOutbox(
      'work',
      sql`SELECT 'load-feed:' || ${fetchId} AS id,
          json_object('kind', 'load-feed', 'externalTeamId', ${teams.id}, 'fetchId', ${fetchId}) AS body
        FROM ${teams} WHERE ${teams.id} IN (${due})`,
      { now },
    ),
    started: db
      .update(teams)
      .set({ fetchId, nextFetchAt: now + feedInterval })
      .where(sql`${teams.id} IN (${due})`),
  })
}

/** Runs every minute: deletes teams that were removed a day ago. Their games are gone already. */
export async function deleteRemovedTeams(db: Database, now: number): Promise<void> {
  const old = sql`SELECT ${teams.id} FROM ${teams} WHERE ${teams.removedAt} < ${now - removedTeamLifetime} ORDER BY ${teams.removedAt} LIMIT ${maxDeletedAtOnce}`
  await runBatch(db, {
    games: db.delete(games).where(sql`${games.externalTeamId} IN (${old})`),
    teams: db.delete(teams).where(sql`${teams.id} IN (${old})`),
  })
}
