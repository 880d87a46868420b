import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { maxSeasons, type PlayerSeasons } from '../../domain/seasons/contract.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { seesGuest } from '../roster/sees-guests.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { communityGuests } from '../teams/shared.ts'
import { readSubmission, submissionOf } from './own-registrations.ts'
import { seasonColumns } from './queries.ts'
import { seasonGroups, seasonGuests, seasonRegistrations, seasons } from './schema.ts'

/**
 * Finds the registrations of a player and their children by email, for the organizers of the community and for that person only. Everyone else gets
 * the same answer whether the email belongs to a player or not.
 */
export async function findPlayer(db: Database, actor: Actor, teamId: string, email: string): Promise<PlayerSeasons> {
  const columnsOf = ({ groupId }: typeof seasonRegistrations | typeof seasonGuests, guestId?: SQL) => ({
    ...seasonColumns,
    personId: sql<string>`${people.id}`.as('personId'),
    name: people.displayName,
    photoKey: people.photoKey,
    groupId,
    groupName: seasonGroups.name,
    submission: sql<string | null>`${submissionOf(people.id, {
      ...(guestId && { guestId }),
      isShown: sql`(${people.id} = ${actor.id ?? ''} OR ${canAct(actor, teamId, 'forms.manage')})`,
    })}`.as('submission'),
  })
  const isFound = and(
    eq(people.emailKey, canonicalAddress(email)),
    isNotNull(people.emailVerifiedAt),
    isNull(people.deletedAt),
    eq(seasons.teamId, teamId),
    or(eq(people.id, actor.id ?? ''), canAct(actor, teamId, 'seasons.manage')),
  )
  const { facts, found, children } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db
      .select({ ...columnsOf(seasonRegistrations), kind: seasonRegistrations.kind })
      .from(people)
      .innerJoin(seasonRegistrations, eq(seasonRegistrations.userId, people.id))
      .innerJoin(seasons, eq(seasons.id, seasonRegistrations.seasonId))
      .leftJoin(seasonGroups, eq(seasonGroups.id, seasonRegistrations.groupId))
      .where(isFound)
      .orderBy(desc(seasonRegistrations.endsOn), desc(seasonRegistrations.seasonId))
      .limit(maxSeasons),
    children: db
      .select({
        ...columnsOf(seasonGuests, sql`${communityGuests.id}`),
        childId: sql<string>`${communityGuests.id}`.as('childId'),
        childName: sql<string>`${communityGuests.name}`.as('childName'),
      })
      .from(people)
      .innerJoin(communityGuests, and(eq(communityGuests.guardianId, people.id), seesGuest(actor, teamId)))
      .innerJoin(seasonGuests, eq(seasonGuests.guestId, communityGuests.id))
      .innerJoin(seasons, eq(seasons.id, seasonGuests.seasonId))
      .leftJoin(seasonGroups, eq(seasonGroups.id, seasonGuests.groupId))
      .where(isFound)
      .orderBy(desc(seasonGuests.endsOn), desc(seasonGuests.seasonId), seasonGuests.guestId)
      .limit(maxSeasons),
  })
  const rows = [
    ...found.rows.map((row) => ({ ...row, child: null })),
    ...children.rows.map(({ childId, childName, ...row }) => ({
      ...row,
      kind: 'player' as const,
      child: { id: childId, name: childName },
    })),
  ].toSorted((one, other) => (one.endDate < other.endDate ? 1 : one.endDate > other.endDate ? -1 : 0))
  const [first] = rows
  if (first) {
    return {
      person: toFace({ id: first.personId, name: first.name, photoKey: first.photoKey }),
      seasons: rows.map(({ id, label, startDate, endDate, child, kind, groupId, groupName, submission }) => ({
        ...{ id, label, startDate, endDate, child },
        ...{ kind, groupId, groupName, submission: readSubmission(submission) },
      })),
    }
  }
  throw judgeRight(readFacts(actor, facts).actorRoles, 'seasons.manage') ?? new AppError('PlayerNotFound')
}
