import { and, desc, eq, gt, gte, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { hereShown, maxCounted, maxRegulars, pingFor, pingPause } from '../../domain/places/kinds.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asText, orNull, select } from '../platform/row-query.ts'
import { nobodyBlocked, showsGamesTo } from '../privacy/reach.ts'
import { selectOwnPhotos } from './edits.ts'
import { basicColumns, isPlace, isShownTo, moreColumns } from './queries.ts'
import { placeFollows, placePings, places, placeVisits } from './schema.ts'

/** Who is there often: so many visits, or more. */
const regularFrom = 3
const regularsLookedAt = 100

/** The row of `people` is this person's, and they are there. */
const isPerson = (userId: SQLWrapper) => and(sql`${people.id} = ${userId}`, isNull(people.deletedAt))

const { placeId, userId, visits, hereUntil } = placeVisits

/** How many visitors there are of this kind, without those whom a block keeps apart; a stranger is told of all of them. */
const countVisitors = (viewerId: string | null, kind: SQL | undefined) =>
  select(
    { count: asNumber },
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${placeVisits}
      WHERE ${and(kind, viewerId === null ? undefined : nobodyBlocked(viewerId, userId))} LIMIT ${maxCounted})`,
  )

/** Of so many who come most often, those are shown who may be: where someone often is, is theirs to tell. */
function selectRegulars(db: Database, viewerId: string | null, isRegular: SQL | undefined) {
  const often = db.select({ userId, visits }).from(placeVisits).where(isRegular).orderBy(desc(visits)).limit(regularsLookedAt).as('often')
  return db
    .select({ ...faceColumns, visits: often.visits })
    .from(often)
    .innerJoin(people, isPerson(often.userId))
    .where(and(isShownTo(viewerId, often.userId), viewerId === null ? undefined : showsGamesTo(viewerId, sql`${often.userId}`)))
    .orderBy(desc(often.visits))
    .limit(maxRegulars)
}

/** What the viewer does there, and when they may call players again. */
const selectMine = (id: string, viewerId: string | null, now: number) =>
  select(
    { isFollowing: asBoolean, hereUntil: orNull(hereUntil), mayPingAt: asNumber },
    sql`SELECT EXISTS (SELECT 1 FROM ${placeFollows} WHERE ${placeFollows.placeId} = ${id} AND ${placeFollows.userId} = ${viewerId}) AS isFollowing,
      (SELECT ${hereUntil} FROM ${placeVisits} WHERE ${placeId} = ${id} AND ${userId} = ${viewerId} AND ${hereUntil} > ${now}) AS hereUntil,
      max(coalesce((SELECT max(${placePings.expiresAt}) FROM ${placePings} WHERE ${placePings.placeId} = ${id}), 0) - ${pingFor},
        coalesce((SELECT max(${placePings.createdAt}) FROM ${placePings} WHERE ${placePings.userId} = ${viewerId}), 0)) + ${pingPause} AS mayPingAt`,
  )

const selectPing = (db: Database, id: string, viewerId: string | null, now: number) => {
  const { activity, needed, createdAt, expiresAt } = placePings
  return db
    .select({ ...faceColumns, pingId: sql<string>`${placePings.id}`.as('pingId'), activity, needed, createdAt, expiresAt })
    .from(placePings)
    .innerJoin(people, isPerson(placePings.userId))
    .where(and(eq(placePings.placeId, id), gt(expiresAt, now), isShownTo(viewerId, placePings.userId)))
    .orderBy(desc(expiresAt))
    .limit(1)
}

/** All of a page in one round trip, as this viewer may see it. */
export async function findPlace(db: Database, viewerId: string | null, id: string, now: number): Promise<PlaceDetail | null> {
  const isHere = and(eq(placeId, id), gt(hereUntil, now))
  const isRegular = and(eq(placeId, id), gte(visits, regularFrom))
  const { place, followers, here, peopleHere, often, regulars, pings, mine, photos } = await runBatch(db, {
    place: db
      .select({ ...basicColumns, ...moreColumns, createdAt: places.createdAt, updatedAt: places.updatedAt })
      .from(places)
      .where(isPlace(id)),
    followers: select(
      { count: asNumber },
      sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${placeFollows} WHERE ${placeFollows.placeId} = ${id} LIMIT ${maxCounted})`,
    ),
    here: countVisitors(viewerId, isHere),
    peopleHere: db
      .select(faceColumns)
      .from(placeVisits)
      .innerJoin(people, isPerson(userId))
      .where(and(isHere, isShownTo(viewerId, userId)))
      .orderBy(desc(hereUntil), people.id)
      .limit(hereShown),
    often: countVisitors(viewerId, isRegular),
    regulars: selectRegulars(db, viewerId, isRegular),
    pings: selectPing(db, id, viewerId, now),
    mine: selectMine(id, viewerId, now),
    photos: select({ key: asText }, selectOwnPhotos(id, viewerId)),
  })
  const [found] = place.rows
  if (!found) return null
  const count = ({ rows }: { rows: { count: number }[] }) => rows[0]?.count ?? 0
  const [ping] = pings.rows
  const [own] = mine.rows
  return {
    ...found,
    followers: count(followers),
    here: { count: count(here), people: peopleHere.rows.map(toFace) },
    regulars: { count: count(often), people: regulars.rows.map((one) => ({ person: toFace(one), visits: one.visits })) },
    ping: ping
      ? {
          id: ping.pingId,
          person: toFace(ping),
          ...{ activity: ping.activity, needed: ping.needed, createdAt: ping.createdAt, expiresAt: ping.expiresAt },
        }
      : null,
    mine: viewerId !== null && own ? { ...own, photos: photos.rows.map(({ key }) => key) } : null,
  }
}
