import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { type RosterGuest, type RosterGuestPage, rosterPageSize } from '../../domain/roster/contract.ts'
import { readValues, selectVisibleFields } from '../../domain/roster/rules.ts'
import { canAny, requireRight } from '../../domain/teams/rules.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { communityGuests } from '../teams/shared.ts'
import { selectFieldsOf } from './fields.ts'
import { memberDetails } from './schema.ts'
import { seesGuest } from './sees-guests.ts'

const { id, teamId: guestTeam, name, email, emailKey, createdAt, guardianId, declinedAt } = communityGuests
const guardian = alias(people, 'guardian')
const { id: guardianFaceId, name: guardianName, photoKey: guardianPhotoKey } = faceColumnsOf(guardian)

async function readGuests(db: Database, actor: Actor, teamId: string, where: SQL | undefined) {
  const { jersey, position, notes, fieldValues, version } = memberDetails
  const { facts, fields, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    fields: selectFieldsOf(db, teamId),
    found: db
      .select({
        id,
        name: sql<string>`${name}`.as('guestName'),
        email,
        createdAt,
        declinedAt,
        guardianId,
        guardianName: sql<string | null>`${guardianName}`.as('guardianName'),
        guardianPhotoKey: sql<string | null>`${guardianPhotoKey}`.as('guardianPhotoKey'),
        isGuardianShown: sql<number>`${hasNoBlock(actor.id ?? '', guardianFaceId)} OR ${canAct(actor, teamId, 'roster.manage')}`.as(
          'isGuardianShown',
        ),
        jersey,
        position,
        notes,
        fieldValues,
        version,
      })
      .from(communityGuests)
      .leftJoin(guardian, eq(guardianFaceId, guardianId))
      .leftJoin(memberDetails, eq(memberDetails.guestId, id))
      .where(and(eq(guestTeam, teamId), where, seesGuest(actor, teamId)))
      .orderBy(asc(createdAt), asc(id))
      .limit(rosterPageSize + 1),
  })
  const { actorRoles } = readFacts(actor, facts)
  requireRight(actorRoles, 'members.view')
  const [maySeeNotes, maySeeEmails] = [canAny(actorRoles, 'roster.manage'), canAny(actorRoles, 'guests.manage')]
  const visible = selectVisibleFields(actorRoles, fields.rows)
  const guests = found.rows.map((row): RosterGuest => {
    const isMyChild = row.guardianId !== null && row.guardianId === actor.id
    return {
      id: row.id,
      name: row.name,
      email: maySeeEmails ? row.email : null,
      guardian:
        row.guardianId !== null && row.isGuardianShown === 1
          ? toFace({ id: row.guardianId, name: row.guardianName, photoKey: row.guardianPhotoKey })
          : null,
      isChild: row.guardianId !== null,
      isMyChild,
      hasDeclined: maySeeEmails && row.declinedAt !== null,
      createdAt: row.createdAt,
      jersey: row.jersey ?? '',
      position: row.position ?? '',
      notes: maySeeNotes ? (row.notes ?? '') : null,
      values: readValues(visible, row.fieldValues ?? {}),
      version: row.version ?? 0,
    }
  })
  return { guests, fields: visible }
}

type Wanted = { cursor?: string | undefined; email?: string | undefined }

/** Lists the guests of a team in the order in which they were added. Only people who manage guests may ask for an address. */
export async function listGuests(
  db: Database,
  actor: Actor,
  teamId: string,
  { cursor, email: wanted }: Wanted = {},
): Promise<RosterGuestPage> {
  const after = readCursor(TimeCursor, cursor)
  const { guests, fields } = await readGuests(
    db,
    actor,
    teamId,
    and(
      after ? sql`(${createdAt}, ${id}) > (${after[0]}, ${after[1]})` : undefined,
      wanted === undefined ? undefined : and(eq(emailKey, canonicalAddress(wanted)), canAct(actor, teamId, 'guests.manage')),
    ),
  )
  const { page, next } = cutPage(guests, rosterPageSize, (guest) => [guest.createdAt, guest.id])
  return { guests: page, next, fields }
}

export async function findGuest(db: Database, actor: Actor, teamId: string, guestId: string): Promise<RosterGuest> {
  const [guest] = (await readGuests(db, actor, teamId, eq(id, guestId))).guests
  if (!guest) throw new AppError('TeamGuestNotFound')
  return guest
}
