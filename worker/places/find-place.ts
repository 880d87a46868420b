import { and, desc, eq, gt, gte, isNotNull, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PlaceDetail, RemovedPlace } from '../../domain/places/contract.ts'
import { maxCheckInsShown, maxCounted, maxRegulars, playerCallDuration, playerCallPause } from '../../domain/places/kinds.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asText, orNull, select } from '../platform/row-query.ts'
import { showsGamesTo } from '../privacy/reach.ts'
import { selectOwnPhotos } from './edits.ts'
import { selectProposals, toProposals } from './proposals.ts'
import { basicColumns, isPlace, isShownTo, moreColumns } from './queries.ts'
import { placeCheckIns, placeFollows, places, playerCalls } from './schema.ts'

/** The number of visits that makes a person a regular. */
const minRegularVisits = 3
const maxRegularsRead = 100

/** Matches the row of `people` with this id, if the account is not deleted. */
const isActivePerson = (userId: SQLWrapper) => and(sql`${people.id} = ${userId}`, isNull(people.deletedAt))

const { placeId, userId, visits, hereUntil } = placeCheckIns

/** Counts visitors of this kind. The number is the same for every viewer, because a smaller one would show a block. */
const countVisitors = (kind: SQL | undefined) =>
  select({ count: asNumber }, sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${placeCheckIns} WHERE ${kind} LIMIT ${maxCounted})`)

/**
 * Whether the viewer sees who this visitor is: the visitor lets them see their games, because a visit reveals where a person is. So a
 * name that is missing shows no block.
 */
const isVisitorShownTo = (viewerId: string | null, person: SQLWrapper) =>
  and(isShownTo(viewerId, person), viewerId === null ? undefined : showsGamesTo(viewerId, person))

/** The most frequent visitors whom the viewer may see. */
function selectRegulars(db: Database, viewerId: string | null, isRegular: SQL | undefined) {
  const frequentVisitors = db
    .select({ userId, visits })
    .from(placeCheckIns)
    .where(isRegular)
    .orderBy(desc(visits))
    .limit(maxRegularsRead)
    .as('frequentVisitors')
  return db
    .select({ ...faceColumns, visits: frequentVisitors.visits })
    .from(frequentVisitors)
    .innerJoin(people, isActivePerson(frequentVisitors.userId))
    .where(isVisitorShownTo(viewerId, sql`${frequentVisitors.userId}`))
    .orderBy(desc(frequentVisitors.visits))
    .limit(maxRegulars)
}

/** The viewer's own state at the place: follow, check-in, and when they may call players again. */
const selectViewerState = (id: string, viewerId: string | null, now: number) =>
  select(
    { isCreator: asBoolean, isFollowing: asBoolean, hereUntil: orNull(hereUntil), mayPingAt: asNumber },
    sql`SELECT EXISTS (SELECT 1 FROM ${places} WHERE ${places.id} = ${id} AND ${places.creatorId} = ${viewerId}) AS isCreator,
      EXISTS (SELECT 1 FROM ${placeFollows} WHERE ${placeFollows.placeId} = ${id} AND ${placeFollows.userId} = ${viewerId}) AS isFollowing,
      (SELECT ${hereUntil} FROM ${placeCheckIns} WHERE ${placeId} = ${id} AND ${userId} = ${viewerId} AND ${hereUntil} > ${now}) AS hereUntil,
      max(coalesce((SELECT max(${playerCalls.expiresAt}) FROM ${playerCalls} WHERE ${playerCalls.placeId} = ${id}), 0) - ${playerCallDuration},
        coalesce((SELECT max(${playerCalls.createdAt}) FROM ${playerCalls} WHERE ${playerCalls.userId} = ${viewerId}), 0)) + ${playerCallPause} AS mayPingAt`,
  )

/**
 * The running call, for people who are signed in. Everyone sees that there is one, because everyone has to wait for the next one. Who
 * called is as visible as a visit.
 */
const selectPlayerCall = (db: Database, id: string, viewerId: string | null, now: number) => {
  const { activity, needed, createdAt, expiresAt } = playerCalls
  return db
    .select({
      ...faceColumns,
      callId: sql<string>`${playerCalls.id}`.as('callId'),
      isCallerShown: sql<number>`${isVisitorShownTo(viewerId, playerCalls.userId)}`.as('isCallerShown'),
      ...{ activity, needed, createdAt, expiresAt },
    })
    .from(playerCalls)
    .innerJoin(people, isActivePerson(playerCalls.userId))
    .where(and(eq(playerCalls.placeId, id), gt(expiresAt, now), viewerId === null ? sql`0` : undefined))
    .orderBy(desc(expiresAt))
    .limit(1)
}

/** Everything that the place page shows to this viewer, in one round trip. */
export async function findPlace(db: Database, viewerId: string | null, id: string, now: number): Promise<PlaceDetail | null> {
  const isCheckedIn = and(eq(placeId, id), gt(hereUntil, now))
  const isRegular = and(eq(placeId, id), gte(visits, minRegularVisits))
  const { place, followers, checkInCount, checkedInPeople, regularCount, regulars, calls, viewerStates, proposals, photos } =
    await runBatch(db, {
      place: db
        .select({ ...basicColumns, ...moreColumns, createdAt: places.createdAt, updatedAt: places.updatedAt })
        .from(places)
        .where(isPlace(id)),
      followers: select(
        { count: asNumber },
        sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${placeFollows} WHERE ${placeFollows.placeId} = ${id} LIMIT ${maxCounted})`,
      ),
      checkInCount: countVisitors(isCheckedIn),
      checkedInPeople: db
        .select(faceColumns)
        .from(placeCheckIns)
        .innerJoin(people, isActivePerson(userId))
        .where(and(isCheckedIn, isVisitorShownTo(viewerId, userId)))
        .orderBy(desc(hereUntil), people.id)
        .limit(maxCheckInsShown),
      regularCount: countVisitors(isRegular),
      regulars: selectRegulars(db, viewerId, isRegular),
      calls: selectPlayerCall(db, id, viewerId, now),
      viewerStates: selectViewerState(id, viewerId, now),
      proposals: selectProposals(db, viewerId, id, now),
      photos: select({ key: asText }, selectOwnPhotos(id, viewerId)),
    })
  const [placeRow] = place.rows
  if (!placeRow) return null
  const readCount = ({ rows }: { rows: { count: number }[] }) => rows[0]?.count ?? 0
  const [call] = calls.rows
  const [viewerState] = viewerStates.rows
  return {
    ...placeRow,
    followers: readCount(followers),
    here: { count: readCount(checkInCount), people: checkedInPeople.rows.map(toFace) },
    regulars: { count: readCount(regularCount), people: regulars.rows.map((row) => ({ person: toFace(row), visits: row.visits })) },
    ping: call
      ? {
          id: call.callId,
          person: call.isCallerShown ? toFace(call) : null,
          ...{ activity: call.activity, needed: call.needed, createdAt: call.createdAt, expiresAt: call.expiresAt },
        }
      : null,
    proposals: toProposals(proposals.rows, { ...placeRow, isDeleted: false }, viewerId, now),
    mine: viewerId !== null && viewerState ? { ...viewerState, photos: photos.rows.map(({ key }) => key) } : null,
  }
}

/** A removed place, with the proposals to bring it back. Null if there is none with this id. */
export async function findRemovedPlace(db: Database, viewerId: string, id: string, now: number): Promise<RemovedPlace['place']> {
  const { name, deletedAt, creatorId } = places
  const { place, proposals } = await runBatch(db, {
    place: db
      .select({ name, removedAt: sql<number>`${deletedAt}`.as('removedAt'), creatorId })
      .from(places)
      .where(and(eq(places.id, id), isNotNull(deletedAt))),
    proposals: selectProposals(db, viewerId, id, now),
  })
  const [row] = place.rows
  if (!row) return null
  return {
    name: row.name,
    removedAt: row.removedAt,
    isCreator: row.creatorId === viewerId,
    proposals: toProposals(proposals.rows, { isDeleted: true }, viewerId, now),
  }
}
