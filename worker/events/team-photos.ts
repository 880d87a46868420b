import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { photoUrl } from '../../domain/places/rules.ts'
import { maxTeamPhotos, type TeamPhotos } from '../../domain/teams/photos-contract.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, computed, selectFields } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { isListedFor, isOpenToViewer } from './queries.ts'
import { events } from './schema.ts'
import { e } from './tables.ts'

/** How many of a team's newest past games are read, with a picture or without. */
const maxGamesRead = 100

const read = alias(events, 'read')

/** The pictures of past games of a team that the viewer can find, the newest first. Null if there is no such team. */
export async function listTeamPhotos(
  db: Database,
  { viewerId, now }: { viewerId: string | null; now: number },
  teamId: string,
): Promise<TeamPhotos | null> {
  const { team, pictures } = await runBatch(db, {
    team: db
      .select({ id: communities.id })
      .from(communities)
      .where(and(eq(communities.id, teamId), isNull(communities.deletedAt))),
    pictures: selectFields(
      { id: e.id, title: e.title, startsAt: e.startsAt, timeZone: e.timeZone, pictureKey: computed(sql`${e.pictureKey}`, asText) },
      // The games are read first, so that a team whose games have no pictures does not cost more.
      sql`FROM (SELECT ${read.id} AS id FROM ${events} ${read} WHERE ${read.teamId} = ${teamId} AND ${read.startsAt} <= ${now}
          ORDER BY ${read.startsAt} DESC, ${read.id} DESC LIMIT ${maxGamesRead}) past
        CROSS JOIN ${events} ${e} ON ${e.id} = past.id
        WHERE ${e.pictureKey} IS NOT NULL AND ${e.state} = 'published' AND ${e.endsAt} <= ${now} AND ${isListedFor(viewerId)} AND ${isOpenToViewer(viewerId)}
        ORDER BY ${e.startsAt} DESC, ${e.id} DESC`,
    ),
  })
  if (team.rows.length === 0) return null
  const newestOfEach = [...Map.groupBy(pictures.rows, ({ pictureKey }) => pictureKey).values()].flatMap(([newest]) => newest ?? [])
  return {
    photos: newestOfEach.slice(0, maxTeamPhotos).map(({ pictureKey, ...game }) => ({ pictureUrl: photoUrl(pictureKey, 480), game })),
  }
}
