import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { mayReach, type ReachAction, type Relationship } from '../../domain/privacy/may-reach.ts'
import { people } from '../accounts/shared.ts'
import { isConnected } from '../connections/queries.ts'
import { firstSharedStart } from '../events/shares-game.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asText, orNull, RowQuery, select } from '../platform/row-query.ts'
import { sharesTeam } from '../teams/shares-team.ts'
import { blocks, privacySettings } from './schema.ts'

type Id = SQLWrapper | string

const hasBlocked = (blocker: Id, blocked: Id): SQL =>
  sql`EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${blocker} AND ${blocks.blockedId} = ${blocked})`

/** In a statement: the people somebody blocked by name, not by email, as rows of `id`. */
export const selectBlockedPeople = (blockerId: string): SQL =>
  sql`SELECT ${blocks.blockedId} AS id FROM ${blocks} WHERE ${blocks.blockerId} = ${blockerId} AND ${blocks.emailKey} IS NULL`

/** In a statement: everyone with a block between them and the viewer, in either direction, as rows of `id`. */
export const selectPeopleWithBlock = (viewer: string): SQL => sql`
  SELECT ${blocks.blockedId} AS id FROM ${blocks} WHERE ${blocks.blockerId} = ${viewer} AND ${blocks.blockedId} IS NOT NULL
  UNION SELECT ${blocks.blockerId} AS id FROM ${blocks} WHERE ${blocks.blockedId} = ${viewer}`

/** For lists: neither person has blocked the other. `viewer` and `person` are columns or values. */
export const hasNoBlock = (viewer: Id, person: Id): SQL => sql`NOT ${hasBlocked(viewer, person)} AND NOT ${hasBlocked(person, viewer)}`

/**
 * Whether there is a block between the viewer and anybody. Few people have one, so a list may ask this first, once for all its rows,
 * and then need not look at every host of every game.
 */
export const hasSomeBlock = (viewer: string): SQL => sql`
  (EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${viewer} AND ${blocks.blockedId} IS NOT NULL)
    OR EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockedId} = ${viewer}))`

/**
 * For lists that the viewer made: leaves out deleted accounts and people who blocked the viewer. Both look the same, so the
 * list does not reveal a block. `person` is the table `people` or an alias of it.
 */
export const isVisibleTo = (viewer: Id, person: { id: SQLWrapper; deletedAt: SQLWrapper }): SQL =>
  sql`${person.deletedAt} IS NULL AND NOT ${hasBlocked(person.id, viewer)}`

/**
 * The same for an entry that may be an email; its `personId` is then null. The entries of a deleted account are deleted, so
 * the entries of people who blocked the viewer are left out in the same way.
 */
export const isEntryVisibleTo = (viewer: string, personId: SQLWrapper): SQL => {
  const entryPerson = alias(people, 'shown')
  return sql`(${personId} IS NULL OR EXISTS (SELECT 1 FROM ${people} ${entryPerson} WHERE ${entryPerson.id} = ${personId} AND ${isVisibleTo(viewer, entryPerson)}))`
}

/**
 * Whether an entry is on the blocker's list, as far as the blocker knows: people are compared by id and emails by email. So
 * the result does not reveal that an email belongs to a certain person.
 */
export const isOnBlocklist = (blocker: string, { personId, emailKey }: { personId: SQLWrapper; emailKey: SQLWrapper }): SQL => {
  const hasBlock = (condition: SQL) => sql`EXISTS (SELECT 1 FROM ${blocks} WHERE ${blocks.blockerId} = ${blocker} AND ${condition})`
  return sql`(${hasBlock(sql`${blocks.blockedId} = ${personId} AND ${blocks.emailKey} IS NULL`)} OR ${hasBlock(sql`${blocks.emailKey} = ${emailKey}`)})`
}

/**
 * Whether the viewer may see a person's games: the person shows them to everyone, is connected to the viewer, or is the
 * viewer. Check blocks separately.
 */
export const showsGamesTo = (viewer: string, person: SQLWrapper): SQL => sql`
  (${person} = ${viewer}
    OR EXISTS (SELECT 1 FROM ${privacySettings} WHERE ${privacySettings.userId} = ${person} AND ${privacySettings.publicUpcomingGames})
    OR ${isConnected(viewer, person)})`

/** For lists: whether a person lets others see that they are online. Check blocks separately. */
export const showsOnlineStatus = (person: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${privacySettings} WHERE ${privacySettings.userId} = ${person} AND ${privacySettings.publicOnlineStatus})`

/** The same for one person. */
export async function readSharesOnline(db: Database, personId: string): Promise<boolean> {
  const found = await readFirst(db, select({ isShared: asBoolean }, sql`SELECT ${showsOnlineStatus(sql`${personId}`)} AS isShared`))
  return found?.isShared ?? false
}

/** For lists: whether a person lets others see how similar their hours are. Check blocks separately. */
export const showsSimilarHours = (person: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${privacySettings} WHERE ${privacySettings.userId} = ${person} AND ${privacySettings.publicHours})`

/** In a statement: whether everybody may see who a link to this profile leads to. */
export const showsLinkPreview = (person: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${privacySettings} WHERE ${privacySettings.userId} = ${person} AND ${privacySettings.publicLinkPreview})`

/** Says for many people at once what `requireReach` says about `onlineStatus` of each: who shares it, and who does not exist. */
export async function judgeOnline(
  db: Database,
  viewerId: string,
  personIds: readonly string[],
): Promise<{ shared: string[]; missing: string[] }> {
  const found = await readAll(
    db,
    select(
      { id: asText, isShared: asBoolean },
      sql`SELECT ${people.id} AS id, ${hasNoBlock(viewerId, people.id)} AND ${showsOnlineStatus(people.id)} AS isShared
        FROM ${people} WHERE ${inList(people.id, personIds)} AND ${people.deletedAt} IS NULL`,
    ),
  )
  const existing = new Set(found.map(({ id }) => id))
  return {
    shared: found.flatMap(({ id, isShared }) => (isShared ? id : [])),
    missing: personIds.filter((id) => !existing.has(id)),
  }
}

/** For a batch: one row with everything that `mayReach` needs. */
export function selectRelationship(viewerId: string, personId: string): RowQuery<Relationship> {
  const areConnected = isConnected(viewerId, sql`${personId}`)
  const facts = select(
    {
      isMissing: asBoolean,
      hasBlockedMe: asBoolean,
      isBlockedByMe: asBoolean,
      isConnected: asBoolean,
      isTeammate: asBoolean,
      sharedEventStart: orNull(asNumber),
      messagesFromAnyone: asBoolean,
      publicBadges: asBoolean,
      publicOnlineStatus: asBoolean,
      publicUpcomingGames: asBoolean,
      publicHours: asBoolean,
      publicLinkPreview: asBoolean,
    },
    // Reads teams only if the two are not connected, and games only if they are neither connected nor teammates.
    sql`WITH known AS MATERIALIZED (SELECT ${areConnected} AS isConnected, NOT ${areConnected} AND ${sharesTeam(viewerId, personId)} AS isTeammate)
    SELECT NOT EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${personId} AND ${people.deletedAt} IS NULL) AS isMissing,
      ${hasBlocked(personId, viewerId)} AS hasBlockedMe, ${hasBlocked(viewerId, personId)} AS isBlockedByMe, isConnected, isTeammate,
      iif(isConnected OR isTeammate, NULL, ${firstSharedStart(viewerId, personId)}) AS sharedEventStart,
      ${privacySettings.messagesFromAnyone} AS messagesFromAnyone, ${privacySettings.publicBadges} AS publicBadges,
      ${privacySettings.publicOnlineStatus} AS publicOnlineStatus, ${privacySettings.publicUpcomingGames} AS publicUpcomingGames,
      ${privacySettings.publicHours} AS publicHours, ${privacySettings.publicLinkPreview} AS publicLinkPreview
    FROM known LEFT JOIN ${privacySettings} ON ${privacySettings.userId} = ${personId}`,
  )
  return new RowQuery(facts.query, (row) => {
    const { messagesFromAnyone, publicBadges, publicOnlineStatus, publicUpcomingGames, publicHours, publicLinkPreview, ...relationship } =
      facts.readRow(row)
    const switches = { messagesFromAnyone, publicBadges, publicOnlineStatus, publicUpcomingGames, publicHours, publicLinkPreview }
    return { isSelf: viewerId === personId, ...relationship, switches }
  })
}

export const personNotFound = () => new AppError('PersonNotFound')

/** Refuses with "User not found", as if the person did not exist, because a block must stay invisible. */
export async function requireReach(db: Database, viewerId: string, personId: string, action: ReachAction): Promise<Relationship> {
  const relationship = await readFirst(db, selectRelationship(viewerId, personId))
  if (!relationship) throw new Error('The query for the relationship of two people returned no row')
  if (!mayReach(relationship, action)) throw personNotFound()
  return relationship
}
