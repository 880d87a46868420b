import { expose } from '../platform/columns.ts'
import { teamMembers, teams } from './schema.ts'

/** What other features may read of communities and of who is in them. */
export const communities = expose(teams, 'id', 'name', 'photoKey', 'plan', 'cityName', 'cityState', 'members', 'deletedAt')
export const communityMembers = expose(teamMembers, 'teamId', 'userId', 'role', 'joinedAt')
