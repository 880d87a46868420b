import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { joinedPath, teamPath } from '../teams/paths.ts'
import { day } from '../time/spans.ts'

type Team = { teamId: string; team: string }
type Actor = { actorId: string; actorName: string }

/** For the organizers. A person who joins and leaves again and again causes one notice a day. */
export const joinedTeamNotice = ({ teamId, team, actorId, actorName, at }: Team & Actor & { at: number }): NoticeContent =>
  makeNotice({
    key: `team-joined:${teamId}:${actorId}:${Math.floor(at / day)}`,
    topic: 'teamJoin',
    teamId,
    actorId,
    title: `${actorName} joined ${team}`,
    path: teamPath(teamId),
  })

/** For the organizers. */
export const askedToJoinNotice = ({ teamId, team, actorId, actorName, at, message }: Team & Actor & { at: number; message: string }) =>
  makeNotice({
    key: `team-join-asked:${teamId}:${actorId}:${at}`,
    topic: 'teamJoin',
    teamId,
    actorId,
    title: `${actorName} asks to join ${team}`,
    text: message,
    path: `${teamPath(teamId)}?show=requests`,
  })

/** For the person who asked. It names nobody. */
export const requestAcceptedNotice = ({ teamId, team, at }: Team & { at: number }): NoticeContent =>
  makeNotice({
    key: `team-request-accepted:${teamId}:${at}`,
    topic: 'connections',
    title: `You are now a member of ${team}`,
    text: 'The organizers accepted your request. You can see the games for members now.',
    // The page then asks whether to share hours, as it asks everybody who joins.
    path: joinedPath(teamId),
  })

export const invitedToTeamNotice = ({ teamId, team, actorId, actorName, at }: Team & Actor & { at: number }): NoticeContent =>
  makeNotice({
    key: `team-invited:${teamId}:${at}`,
    topic: 'connections',
    actorId,
    title: `${actorName} invites you to ${team}`,
    text: 'Join on the page of the community within 14 days.',
    path: teamPath(teamId),
  })
