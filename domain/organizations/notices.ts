import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { teamPath } from '../teams/paths.ts'
import { organizationPath } from './paths.ts'

type Sides = { organizationId: string; organization: string; teamId: string; team: string; actorId: string; at: number }

/** For those who decide for the team. */
export const organizationAsksNotice = ({ organizationId, organization, teamId, team, actorId, at }: Sides): NoticeContent =>
  makeNotice({
    key: `organization-asks:${organizationId}:${teamId}:${at}`,
    topic: 'connections',
    teamId,
    actorId,
    title: `${organization} asks ${team} to be part of it`,
    text: 'Accept or decline on the page of your community.',
    path: teamPath(teamId),
  })

/** For the owner of the organization. */
export const teamAsksNotice = ({ organizationId, organization, teamId, team, actorId, at }: Sides): NoticeContent =>
  makeNotice({
    key: `team-asks-organization:${organizationId}:${teamId}:${at}`,
    topic: 'connections',
    actorId,
    title: `${team} asks to be part of ${organization}`,
    text: 'Accept or decline on the page of your organization.',
    path: organizationPath(organizationId),
  })

/** For the side that asked. */
export const organizationJoinedNotice = (
  { organizationId, organization, teamId, team, actorId, at }: Sides,
  isForTeam: boolean,
): NoticeContent =>
  makeNotice({
    key: `organization-joined:${organizationId}:${teamId}:${at}`,
    topic: 'connections',
    ...(isForTeam && { teamId }),
    actorId,
    title: `${team} is now part of ${organization}`,
    path: organizationPath(organizationId),
  })
