import { calendarAddressRows } from './calendar-addresses/commands.ts'
import { formRows } from './forms/commands.ts'
import { hostnameRows } from './hostnames/commands.ts'
import { noticeSettingRows } from './notifications/commands.ts'
import { organizationRows } from './organizations/change-links.ts'
import type { TeamRows } from './platform/team-rows.ts'
import { rosterRows } from './roster/delete-details.ts'
import { seasonRows } from './seasons/commands.ts'
import { announcementRows } from './team-announcements/commands.ts'
import { followRows } from './team-follows/commands.ts'
import { hourShareRows } from './team-hours/commands.ts'
import { joiningRows } from './team-joining/end-joining.ts'
import { topicRows } from './team-topics/commands.ts'
import { ownTeamRows } from './teams/purge-teams.ts'

/** What each feature stores about a team, in an order that respects foreign keys. A test fills every table and looks for what is left. */
export const teamRows: readonly TeamRows[] = [
  ...rosterRows,
  ...formRows,
  ...seasonRows,
  ...hourShareRows,
  ...followRows,
  ...calendarAddressRows,
  ...announcementRows,
  ...noticeSettingRows,
  ...topicRows,
  ...joiningRows,
  ...organizationRows,
  ...hostnameRows,
  ...ownTeamRows,
]
