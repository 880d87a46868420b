import { expose } from '../platform/columns.ts'
import { guests, teamCustomRoles, teamMembers, teams } from './schema.ts'

/** What other features may read about teams and their members. */
export const communities = expose(
  teams,
  'id',
  'name',
  'description',
  'photoKey',
  'plan',
  'maxMembers',
  'cityId',
  'cityName',
  'cityState',
  'lat',
  'lng',
  'members',
  'followers',
  'joinMode',
  'activity',
  'mainColor',
  'deletedAt',
)
export const communityMembers = expose(
  teamMembers,
  'teamId',
  'userId',
  'role',
  'joinedAt',
  'title',
  'rank',
  'messagesBefore',
  'customRoleId',
  'rights',
)
export const communityRoles = expose(teamCustomRoles, 'id', 'teamId', 'name', 'nameKey', 'rights')
export const communityGuests = expose(
  guests,
  'id',
  'teamId',
  'name',
  'email',
  'emailKey',
  'createdBy',
  'createdAt',
  'guardianId',
  'declinedAt',
)
