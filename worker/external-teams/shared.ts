import { expose } from '../platform/columns.ts'
import { externalGames, externalTeams } from './schema.ts'

/** When a person is busy with other teams. Only for that person: nobody else may learn more than that they are busy. */
export const otherGames = expose(externalGames, 'externalTeamId', 'userId', 'uid', 'occurrence', 'title', 'startsAt', 'endsAt', 'isBusy')
export const otherTeams = expose(externalTeams, 'id', 'timeZone')
