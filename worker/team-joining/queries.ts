import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { makeFace } from '../../domain/profiles/faces.ts'
import { joiningPageSize, type OpenInvitation, type TeamInvitationPage, type TeamRequestPage } from '../../domain/team-joining/contract.ts'
import { invitationOver } from '../../domain/team-joining/rules.ts'
import { canAny, requireRight } from '../../domain/teams/rules.ts'
import { toFace } from '../accounts/faces.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { people } from '../accounts/shared.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { asPerson, readFacts, selectFacts } from '../teams/actor.ts'
import { withCity } from '../teams/city-columns.ts'
import { isInTeam } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { isOpenInvitation, isOpenRequest, isShownSignedOut } from './conditions.ts'
import { teamInvitations as i, teamRequests as r } from './schema.ts'

const u = alias(people, 'u')
const inviter = alias(people, 'inviter')
const oneMore = joiningPageSize + 1

/** Lists who asks to join, the oldest request first, for those who may answer. */
export async function listRequests(db: Database, viewerId: string, teamId: string, cursor?: string): Promise<TeamRequestPage> {
  const actor = asPerson(viewerId)
  const after = readCursor(TimeCursor, cursor)
  const { facts, requests } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    requests: db
      .select({ id: u.id, name: u.displayName, photoKey: u.photoKey, message: r.message, createdAt: r.createdAt })
      .from(r)
      .innerJoin(u, and(eq(u.id, r.userId), isNull(u.deletedAt)))
      .where(
        and(
          eq(r.teamId, teamId),
          isOpenRequest,
          hasNoBlock(viewerId, u.id),
          after ? sql`(${r.createdAt}, ${r.userId}) > (${after[0]}, ${after[1]})` : undefined,
        ),
      )
      .orderBy(asc(r.createdAt), asc(r.userId))
      .limit(oneMore),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'members.add')
  const { page, next } = cutPage(requests.rows, joiningPageSize, (row) => [row.createdAt, row.id])
  return { requests: page.map(({ message, createdAt, ...face }) => ({ person: toFace(face), message, createdAt })), next }
}

/** Lists open invitations, the newest first: all of them for those who answer requests, and their own for others who invite. */
export async function listInvitations(
  db: Database,
  { viewerId, now }: { viewerId: string; now: number },
  teamId: string,
  cursor?: string,
): Promise<TeamInvitationPage> {
  const actor = asPerson(viewerId)
  const after = readCursor(TimeCursor, cursor)
  const { facts, invitations } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    invitations: db
      .select({
        id: i.id,
        emailKey: i.emailKey,
        email: i.email,
        inviterId: i.inviterId,
        inviterName: sql<string | null>`${inviter.displayName}`.as('inviterName'),
        inviterPhotoKey: sql<string | null>`${inviter.photoKey}`.as('inviterPhotoKey'),
        isInviterShown: sql<number>`${hasNoBlock(viewerId, i.inviterId)}`.as('isInviterShown'),
        userId: i.userId,
        name: u.displayName,
        photoKey: u.photoKey,
        uses: i.uses,
        maxUses: i.maxUses,
        createdAt: i.createdAt,
        expiresAt: i.expiresAt,
      })
      .from(i)
      .leftJoin(u, eq(u.id, i.userId))
      .leftJoin(inviter, eq(inviter.id, i.inviterId))
      .where(
        and(
          eq(i.teamId, teamId),
          sql`${i.expiresAt} > ${now} AND ${i.uses} < ${i.maxUses}`,
          sql`(${i.userId} IS NULL OR (${u.deletedAt} IS NULL AND ${hasNoBlock(viewerId, i.userId)}))`,
          after ? sql`(${i.createdAt}, ${i.id}) < (${after[0]}, ${after[1]})` : undefined,
        ),
      )
      .orderBy(desc(i.createdAt), desc(i.id))
      .limit(oneMore),
  })
  const { actorRoles } = readFacts(actor, facts)
  requireRight(actorRoles, 'members.invite')
  const seesAll = canAny(actorRoles, 'members.add')
  const { page, next } = cutPage(invitations.rows, joiningPageSize, (row) => [row.createdAt, row.id])
  const shown = page.filter((row) => seesAll || row.inviterId === viewerId)
  return {
    invitations: shown.map((row) => ({
      id: row.id,
      kind: row.userId !== null ? 'person' : row.emailKey !== null ? 'email' : 'link',
      person: row.userId === null ? null : makeFace(row.userId, row.name, row.photoKey),
      email: row.inviterId === viewerId ? row.email : null,
      inviter: row.isInviterShown === 1 ? makeFace(row.inviterId, row.inviterName, row.inviterPhotoKey) : null,
      isMine: row.inviterId === viewerId,
      uses: row.uses,
      maxUses: row.maxUses,
      expiresAt: row.expiresAt,
    })),
    next,
  }
}

/** What the link of an invitation shows. Opening it changes nothing, because email scanners open every link. */
export async function findInvitation(
  db: Database,
  { viewerId, now }: { viewerId: string | null; now: number },
  token: string,
): Promise<OpenInvitation> {
  const hash = await hashSecret(token)
  const viewer = viewerId ?? ''
  const row = await readFirst(
    db,
    db
      .select({
        id: communities.id,
        name: communities.name,
        description: communities.description,
        cityId: communities.cityId,
        cityName: communities.cityName,
        cityState: communities.cityState,
        lat: communities.lat,
        lng: communities.lng,
        members: communities.members,
        inviterId: sql<string>`${inviter.id}`.as('inviterId'),
        inviterName: sql<string | null>`${inviter.displayName}`.as('inviterName'),
        inviterPhotoKey: sql<string | null>`${inviter.photoKey}`.as('inviterPhotoKey'),
        isMember: sql<number>`${isInTeam(i.teamId, viewer)}`.as('isMember'),
        expiresAt: i.expiresAt,
      })
      .from(i)
      .innerJoin(communities, and(eq(communities.id, i.teamId), isNull(communities.deletedAt)))
      .innerJoin(inviter, eq(inviter.id, i.inviterId))
      .where(and(eq(i.tokenHash, hash), viewerId === null ? isShownSignedOut(now) : isOpenInvitation(viewerId, now))),
  )
  if (!row) throw invitationOver()
  const { inviterId, inviterName, inviterPhotoKey, isMember: memberFlag, expiresAt, ...team } = row
  return {
    team: withCity(team),
    inviter: viewerId === null ? null : makeFace(inviterId, inviterName, inviterPhotoKey),
    isMember: memberFlag === 1,
    expiresAt,
  }
}
