import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { type Between, mayReach, type Way } from '../../domain/privacy/may-reach.ts'
import { people } from '../accounts/shared.ts'
import { isConnected } from '../connections/queries.ts'
import { sharesGame } from '../events/shares-game.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, RowQuery, select } from '../platform/row-query.ts'
import { sharesTeam } from '../teams/shares-team.ts'
import { blocks, privacySettings } from './schema.ts'

type Id = SQLWrapper | string

const hasBlocked = (blocker: Id, blocked: Id): SQL =>
  sql`EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${blocker} AND ${blocks.blockedId} = ${blocked})`

/** `id` of the people whom someone blocked as such, not by an address. */
export const selectBlockedPeople = (blockerId: string): SQL =>
  sql`SELECT ${blocks.blockedId} AS id FROM ${blocks} WHERE ${blocks.blockerId} = ${blockerId} AND ${blocks.emailKey} IS NULL`

/** For lists: neither has blocked the other. `viewer` and `person` are columns or values. */
export const nobodyBlocked = (viewer: Id, person: Id): SQL => sql`NOT ${hasBlocked(viewer, person)} AND NOT ${hasBlocked(person, viewer)}`

/**
 * For one's own lists: a person who is gone and one who blocked the viewer look alike there, so that neither tells of a block.
 * `person` is a row of the accounts' `people`.
 */
export const isThere = (viewer: Id, person: { id: SQLWrapper; deletedAt: SQLWrapper }): SQL =>
  sql`${person.deletedAt} IS NULL AND NOT ${hasBlocked(person.id, viewer)}`

/**
 * The same for an entry that may be an address, whose `personId` is null then. Entries of an account that is deleted are deleted
 * too, so entries of people who blocked the viewer are left out as well.
 */
export const isShown = (viewer: string, personId: SQLWrapper): SQL => {
  const shown = alias(people, 'shown')
  return sql`(${personId} IS NULL OR EXISTS (SELECT 1 FROM ${people} ${shown} WHERE ${shown.id} = ${personId} AND ${isThere(viewer, shown)}))`
}

/**
 * Whether an entry is on someone's blocklist, as far as they know: a person by their id, an address by the address. Neither tells
 * that the two may be the same person.
 */
export const isOnBlocklist = (blocker: string, { personId, emailKey }: { personId: SQLWrapper; emailKey: SQLWrapper }): SQL => {
  const isOnIt = (condition: SQL) => sql`EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${blocker} AND ${condition})`
  return sql`(${isOnIt(sql`${blocks.blockedId} = ${personId} AND ${blocks.emailKey} IS NULL`)} OR ${isOnIt(sql`${blocks.emailKey} = ${emailKey}`)})`
}

/** For lists of where people play: those who show their games, those the viewer is connected to, and the viewer. Ask for blocks as well. */
export const showsGamesTo = (viewer: string, person: SQLWrapper): SQL => sql`
  (${person} = ${viewer}
    OR EXISTS (SELECT 1 FROM ${privacySettings} WHERE ${privacySettings.userId} = ${person} AND ${privacySettings.publicUpcomingGames})
    OR ${isConnected(viewer, person)})`

/** One row with all that `mayReach` judges. It may stand in a batch beside what is read with it. */
export function selectBetween(viewerId: string, personId: string): RowQuery<Between> {
  const areConnected = isConnected(viewerId, sql`${personId}`)
  const facts = select(
    {
      isGone: asBoolean,
      hasBlockedMe: asBoolean,
      isBlockedByMe: asBoolean,
      isConnected: asBoolean,
      isTeammate: asBoolean,
      sharesEvent: asBoolean,
      messagesFromAnyone: asBoolean,
      publicBadges: asBoolean,
      publicOnlineStatus: asBoolean,
      publicUpcomingGames: asBoolean,
    },
    // Teams are asked for only where the two are not connected, games only where they do not know each other in either way.
    sql`WITH known AS MATERIALIZED (SELECT ${areConnected} AS isConnected, NOT ${areConnected} AND ${sharesTeam(viewerId, personId)} AS isTeammate)
    SELECT NOT EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${personId} AND ${people.deletedAt} IS NULL) AS isGone,
      ${hasBlocked(personId, viewerId)} AS hasBlockedMe, ${hasBlocked(viewerId, personId)} AS isBlockedByMe, isConnected, isTeammate,
      NOT isConnected AND NOT isTeammate AND ${sharesGame(viewerId, personId)} AS sharesEvent,
      ${privacySettings.messagesFromAnyone} AS messagesFromAnyone, ${privacySettings.publicBadges} AS publicBadges,
      ${privacySettings.publicOnlineStatus} AS publicOnlineStatus, ${privacySettings.publicUpcomingGames} AS publicUpcomingGames
    FROM known LEFT JOIN ${privacySettings} ON ${privacySettings.userId} = ${personId}`,
  )
  return new RowQuery(facts.query, (row) => {
    const { messagesFromAnyone, publicBadges, publicOnlineStatus, publicUpcomingGames, ...between } = facts.readRow(row)
    const switches = { messagesFromAnyone, publicBadges, publicOnlineStatus, publicUpcomingGames }
    return { isSelf: viewerId === personId, ...between, switches }
  })
}

export const personNotFound = () => new AppError('PersonNotFound')

/** A person who may not be reached in this way is answered as if nobody were there: a block must not show. */
export async function requireReach(db: Database, viewerId: string, personId: string, way: Way): Promise<Between> {
  const between = await readFirst(db, selectBetween(viewerId, personId))
  if (!between) throw new Error('Nothing is known between two people')
  if (!mayReach(between, way)) throw personNotFound()
  return between
}
