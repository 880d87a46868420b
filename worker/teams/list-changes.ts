import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { makeFace } from '../../domain/profiles/faces.ts'
import { type TeamChangePage, teamChangeLifetime, teamChangePageSize } from '../../domain/teams/changes-contract.ts'
import { requireRight } from '../../domain/teams/rules.ts'
import { people } from '../accounts/shared.ts'
import { runBatch, write } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { type Actor, canAct, readFacts, selectFacts } from './actor.ts'
import { guests, teamChanges } from './schema.ts'

const [acting, changed] = [alias(people, 'acting_person'), alias(people, 'changed_person')]

const isShown = (person: typeof acting | typeof changed, id: SQL, viewerId: string | null) =>
  and(sql`${person.id} = ${id}`, isNull(person.deletedAt), hasNoBlock(viewerId ?? '', person.id))

const toFaceOrNull = (id: string | null, name: string | null, photoKey: string | null) =>
  id === null ? null : makeFace(id, name, photoKey)

/** Lists who changed what in a team, the newest change first. With a block between the viewer and a person, that person has no name. */
export async function listTeamChanges(db: Database, actor: Actor, teamId: string, cursor?: string): Promise<TeamChangePage> {
  const after = readCursor(TimeCursor, cursor)
  const { id, kind, oldRole, newRole, fields, details, createdAt } = teamChanges
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db
      .select({
        id,
        kind,
        oldRole,
        newRole,
        fields,
        details,
        guest: sql<string | null>`${guests.name}`.as('guest'),
        at: createdAt,
        actorId: sql<string | null>`${acting.id}`.as('actingId'),
        actorName: sql<string | null>`${acting.displayName}`.as('actingName'),
        actorPhotoKey: sql<string | null>`${acting.photoKey}`.as('actingPhotoKey'),
        personId: sql<string | null>`${changed.id}`.as('changedId'),
        personName: sql<string | null>`${changed.displayName}`.as('changedName'),
        personPhotoKey: sql<string | null>`${changed.photoKey}`.as('changedPhotoKey'),
      })
      .from(teamChanges)
      .leftJoin(acting, isShown(acting, sql`${teamChanges.actorId}`, actor.id))
      .leftJoin(changed, isShown(changed, sql`${teamChanges.personId}`, actor.id))
      .leftJoin(guests, and(eq(guests.id, teamChanges.guestId), isNull(guests.guardianId)))
      .where(
        and(
          eq(teamChanges.teamId, teamId),
          canAct(actor, teamId, 'audit.view'),
          after ? sql`(${createdAt}, ${id}) < (${after[0]}, ${after[1]})` : undefined,
        ),
      )
      .orderBy(desc(createdAt), desc(id))
      .limit(teamChangePageSize + 1),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'audit.view')
  const { page, next } = cutPage(found.rows, teamChangePageSize, (row) => [row.at, row.id])
  const changes = page.map(({ actorId, actorName, actorPhotoKey, personId, personName, personPhotoKey, ...change }) => ({
    ...change,
    actor: toFaceOrNull(actorId, actorName, actorPhotoKey),
    person: toFaceOrNull(personId, personName, personPhotoKey),
  }))
  return { changes, next }
}

const maxDeletedAtOnce = 500

/** Runs every minute: deletes what is older than the trail is kept. */
export async function deleteOldTeamChanges(db: Database, now: number): Promise<void> {
  const old = sql`SELECT ${teamChanges.id} FROM ${teamChanges} WHERE ${teamChanges.createdAt} < ${now - teamChangeLifetime}
    ORDER BY ${teamChanges.createdAt} LIMIT ${maxDeletedAtOnce}`
  await write(db, db.delete(teamChanges).where(sql`${teamChanges.id} IN (${old})`))
}
