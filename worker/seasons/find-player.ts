import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { maxSeasons, type PlayerSeasons } from '../../domain/seasons/contract.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { readSubmission, submissionOf } from './own-registrations.ts'
import { seasonColumns } from './queries.ts'
import { seasonGroups, seasonRegistrations, seasons } from './schema.ts'

/**
 * Finds the registrations of a player by email, for the organizers of the community and for that person only. Everyone else gets the
 * same answer whether the email belongs to a player or not.
 */
export async function findPlayer(db: Database, actor: Actor, teamId: string, email: string): Promise<PlayerSeasons> {
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db
      .select({
        ...seasonColumns,
        personId: sql<string>`${people.id}`.as('personId'),
        name: people.displayName,
        photoKey: people.photoKey,
        kind: seasonRegistrations.kind,
        groupId: seasonRegistrations.groupId,
        groupName: seasonGroups.name,
        submission: sql<string | null>`${submissionOf(people.id, {
          isShown: sql`(${people.id} = ${actor.id ?? ''} OR ${canAct(actor, teamId, 'forms.manage')})`,
        })}`.as('submission'),
      })
      .from(people)
      .innerJoin(seasonRegistrations, eq(seasonRegistrations.userId, people.id))
      .innerJoin(seasons, eq(seasons.id, seasonRegistrations.seasonId))
      .leftJoin(seasonGroups, eq(seasonGroups.id, seasonRegistrations.groupId))
      .where(
        and(
          eq(people.emailKey, canonicalAddress(email)),
          isNotNull(people.emailVerifiedAt),
          isNull(people.deletedAt),
          eq(seasons.teamId, teamId),
          or(eq(people.id, actor.id ?? ''), canAct(actor, teamId, 'seasons.manage')),
        ),
      )
      .orderBy(desc(seasonRegistrations.endsOn), desc(seasonRegistrations.seasonId))
      .limit(maxSeasons),
  })
  const [first] = found.rows
  if (first) {
    return {
      person: toFace({ id: first.personId, name: first.name, photoKey: first.photoKey }),
      seasons: found.rows.map(({ id, label, startDate, endDate, kind, groupId, groupName, submission }) => ({
        ...{ id, label, startDate, endDate },
        ...{ kind, groupId, groupName, submission: readSubmission(submission) },
      })),
    }
  }
  throw judgeRight(readFacts(actor, facts).actorRoles, 'seasons.manage') ?? new AppError('PlayerNotFound')
}
