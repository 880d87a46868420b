import { expose } from '../platform/columns.ts'
import { teamMembers, teams } from './schema.ts'

/** What other features may read about teams and their members. */
export const communities = expose(teams, 'id', 'name', 'photoKey', 'plan', 'cityId', 'cityName', 'cityState', 'members', 'deletedAt')
export const communityMembers = expose(teamMembers, 'teamId', 'userId', 'role', 'joinedAt')
