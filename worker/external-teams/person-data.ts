import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { externalGames as games, externalTeams as teams } from './schema.ts'

export const externalTeamData: PersonData = {
  feature: 'external-teams',
  tables: { external_teams: ['user_id'], external_games: ['user_id'] },
  erase: (userId) => [
    sql`DELETE FROM ${games} WHERE ${games.userId} = ${userId}`,
    sql`DELETE FROM ${teams} WHERE ${teams.userId} = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      teams: selectAs(
        {
          name: teams.name,
          address: teams.address,
          calendar: teams.feedUrl,
          timeZone: teams.timeZone,
          state: teams.state,
          fetchedAt: teams.fetchedAt,
          failure: teams.failure,
          failedSince: teams.failedSince,
          createdAt: teams.createdAt,
          updatedAt: teams.updatedAt,
          removedAt: teams.removedAt,
        },
        sql`FROM ${teams} WHERE ${teams.userId} = ${userId} ORDER BY ${teams.createdAt}`,
      ),
      games: selectAs(
        {
          team: teams.name,
          title: games.title,
          place: games.place,
          startsAt: games.startsAt,
          endsAt: games.endsAt,
          firstDate: games.firstDate,
          lastDate: games.lastDate,
          isCancelled: games.isCancelled,
          isBusy: games.isBusy,
        },
        sql`FROM ${games} JOIN ${teams} ON ${teams.id} = ${games.externalTeamId} WHERE ${games.userId} = ${userId} ORDER BY ${games.startsAt}`,
      ),
    }),
}
