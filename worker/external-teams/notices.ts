import { and, eq, isNull } from 'drizzle-orm'
import { externalTeamFailingNotice, externalTeamStoppedNotice } from '../../domain/external-teams/notices.ts'
import { noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { externalTeams as teams } from './schema.ts'

const findTroubled = (db: Database, id: string, failedSince: number) =>
  readFirst(
    db,
    db
      .select({ userId: teams.userId, teamName: teams.name, failure: teams.failure, state: teams.state })
      .from(teams)
      .where(and(eq(teams.id, id), eq(teams.failedSince, failedSince), isNull(teams.removedAt))),
  )

/** A calendar that works again by now is no news. */
export const externalTeamNotices: Renderers<'external-team-failing' | 'external-team-stopped'> = {
  'external-team-failing': async ({ externalTeamId, failure, failedSince }, { db }) => {
    const team = await findTroubled(db, externalTeamId, failedSince)
    if (!team) return noDeliveries
    return notifyOne(externalTeamFailingNotice({ teamId: externalTeamId, teamName: team.teamName, failure, failedSince }), team.userId)
  },
  'external-team-stopped': async ({ externalTeamId, failedSince }, { db }) => {
    const team = await findTroubled(db, externalTeamId, failedSince)
    if (!team?.failure || team.state !== 'stopped') return noDeliveries
    const { teamName, failure, userId } = team
    return notifyOne(externalTeamStoppedNotice({ teamId: externalTeamId, teamName, failure, failedSince }), userId)
  },
}
