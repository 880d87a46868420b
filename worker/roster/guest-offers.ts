import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import type { GuestOfferList } from '../../domain/roster/contract.ts'
import { teamPageSize } from '../../domain/teams/contract.ts'
import { people } from '../accounts/shared.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { moveGuestRegistrations } from '../seasons/guest-registrations.ts'
import { endJoiningOf } from '../team-joining/end-joining.ts'
import { notifyOfMember } from '../team-joining/notify-of-member.ts'
import { asPerson, countMembers } from '../teams/actor.ts'
import { insertMember } from '../teams/insert-member.ts'
import { hasPlace, isInTeam, memberLimit } from '../teams/members.ts'
import { recordChange } from '../teams/record-change.ts'
import { communities, communityGuests, communityMembers } from '../teams/shared.ts'
import { deleteRowsOfGuests } from './delete-details.ts'
import { memberDetails } from './schema.ts'

const { id: guestId, teamId: guestTeam, name, emailKey, createdBy, createdAt, guardianId, declinedAt } = communityGuests
const owner = alias(communityMembers, 'owner')
const ownDetails = alias(memberDetails, 'own_details')

/**
 * A guest has the viewer's address, and the viewer has proved that it is theirs. Somebody with an unproved address learns nothing. A
 * block between the viewer and the owner, or the person who added the guest, hides the offer.
 */
const isOfferedTo = (viewerId: string): SQL | undefined =>
  and(
    sql`${emailKey} = (SELECT ${people.emailKey} FROM ${people}
      WHERE ${people.id} = ${viewerId} AND ${people.emailVerifiedAt} IS NOT NULL AND ${people.deletedAt} IS NULL)`,
    isNull(guardianId),
    isNull(declinedAt),
    or(isNull(createdBy), hasNoBlock(viewerId, createdBy)),
    sql`NOT EXISTS (SELECT 1 FROM ${communityMembers} ${owner} WHERE ${owner.teamId} = ${guestTeam} AND ${owner.role} = 'owner'
      AND NOT (${hasNoBlock(viewerId, owner.userId)}))`,
    sql`EXISTS (SELECT 1 FROM ${communities} WHERE ${communities.id} = ${guestTeam} AND ${communities.deletedAt} IS NULL)`,
  )

/** Lists the teams in which the viewer is a guest and may become a member, the newest first. */
export async function listGuestOffers(db: Database, viewerId: string): Promise<GuestOfferList> {
  const rows = await readAll(
    db,
    db
      .select({
        id: communities.id,
        name: communities.name,
        photoKey: communities.photoKey,
        guestName: sql<string>`${name}`.as('guestName'),
        createdAt,
      })
      .from(communityGuests)
      .innerJoin(communities, eq(communities.id, guestTeam))
      .where(isOfferedTo(viewerId))
      .orderBy(desc(createdAt), desc(guestTeam))
      .limit(teamPageSize),
  )
  return {
    offers: rows.map((row) => ({
      team: { id: row.id, name: row.name, photo: row.photoKey === null ? null : photoUrl(row.photoKey, 480) },
      guestName: row.guestName,
      addedAt: row.createdAt,
    })),
  }
}

/** Makes the viewer a member in the place of the guest. What the team wrote down about the guest goes on with them. */
export async function acceptGuestOffer(db: Database, clock: CommandContext, viewerId: string, teamId: string): Promise<void> {
  const isMine = and(eq(guestTeam, teamId), isOfferedTo(viewerId))
  const isTaken = and(isMine, isInTeam(teamId, viewerId))
  const hasOwnDetails = sql`EXISTS (SELECT 1 FROM ${memberDetails} ${ownDetails} WHERE ${ownDetails.userId} = ${viewerId} AND ${ownDetails.teamId} = ${teamId})`
  const { offered, removed } = await runBatch(db, {
    offered: db
      .select({ id: guestId, maxMembers: sql<number>`${memberLimit(teamId)}`.as('maxMembers') })
      .from(communityGuests)
      .where(isMine),
    joined: insertMember(
      { teamId: guestTeam, userId: viewerId, joinedAt: clock.now },
      sql`FROM ${communityGuests} WHERE ${isMine} AND ${hasPlace(teamId)}`,
    ),
    recorded: recordChange(clock, asPerson(viewerId), teamId, { kind: 'guest-joined', personId: viewerId, newRole: 'member' }),
    notified: notifyOfMember(clock, teamId, viewerId),
    moved: sql`UPDATE ${memberDetails} SET ${columnNames(memberDetails.userId)} = ${viewerId}, ${columnNames(memberDetails.guestId)} = NULL
      WHERE ${memberDetails.guestId} IN (SELECT ${guestId} FROM ${communityGuests} WHERE ${isTaken}) AND NOT ${hasOwnDetails}`,
    registered: moveGuestRegistrations(sql`(SELECT ${guestId} FROM ${communityGuests} WHERE ${isTaken})`, viewerId, clock.now),
    rowsRemoved: deleteRowsOfGuests(db, isTaken),
    removed: db.delete(communityGuests).where(isTaken),
    joiningEnded: endJoiningOf(teamId, viewerId, isInTeam(teamId, viewerId)),
    counted: countMembers(teamId),
  })
  if (removed.changes > 0) return
  const [offer] = offered.rows
  throw offer ? new AppError('TeamFull', { values: { max: offer.maxMembers } }) : new AppError('GuestOfferOver')
}

/** The guest stays in the team, and the viewer is not asked again. */
export async function declineGuestOffer(db: Database, now: number, viewerId: string, teamId: string): Promise<void> {
  const { declined } = await runBatch(db, {
    declined: db
      .update(communityGuests)
      .set({ declinedAt: now })
      .where(and(eq(guestTeam, teamId), isOfferedTo(viewerId))),
  })
  if (declined.changes === 0) throw new AppError('GuestOfferOver')
}
