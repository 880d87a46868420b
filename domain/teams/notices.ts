import type { CustomRight } from '../access/custom-rights.ts'
import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { teamRoleHints, teamRoleNames } from './contract.ts'
import { writeRights } from './right-words.ts'
import type { TeamRole } from './roles.ts'

const path = '/my-communities'

type Offer = { handOverId: string; team: string }

/** For the member who is asked. */
export const handOverOfferedNotice = ({
  handOverId,
  actorId,
  actorName,
  team,
}: Offer & { actorId: string; actorName: string }): NoticeContent =>
  makeNotice({
    key: `hand-over:${handOverId}`,
    topic: 'connections',
    actorId,
    title: `${actorName} asks you to take over ${team}`,
    text: 'The owner can change everything in a community, and is responsible for it. Accept or decline on the page of your communities within 7 days. Nothing changes until you accept.',
    path,
  })

/** For the former owner. */
export const handOverAcceptedNotice = ({
  handOverId,
  actorId,
  actorName,
  team,
}: Offer & { actorId: string; actorName: string }): NoticeContent =>
  makeNotice({
    key: `hand-over-accepted:${handOverId}`,
    topic: 'connections',
    actorId,
    title: `${actorName} is now the owner of ${team}`,
    text: 'You are an organizer of this community. You can leave it now if you want to.',
    path,
  })

/** For the owner. It names nobody and gives no reason: a block must look like any other offer that was not accepted. */
export const handOverEndedNotice = ({ handOverId, team }: Offer): NoticeContent =>
  makeNotice({
    key: `hand-over-ended:${handOverId}`,
    topic: 'connections',
    title: `Nobody took over ${team}`,
    text: 'Your offer was not accepted, so you are still the owner. You can ask someone else.',
    path,
  })

type RoleChange = { changeId: string; team: string; role: TeamRole; customRole: { name: string; rights: readonly CustomRight[] } | null }

/** For the member whose role was changed. */
export const teamRoleChangedNotice = ({ changeId, team, role, customRole }: RoleChange): NoticeContent =>
  makeNotice({
    key: `team-role-changed:${changeId}`,
    topic: 'connections',
    title: `Your role in ${team} is now ${customRole?.name ?? teamRoleNames[role]}`,
    text: customRole ? writeRights(customRole.rights) : teamRoleHints[role],
    path,
  })

/** For the person who was removed. It names nobody. */
export const teamMemberRemovedNotice = ({ changeId, team }: { changeId: string; team: string }): NoticeContent =>
  makeNotice({
    key: `team-member-removed:${changeId}`,
    topic: 'connections',
    title: `You are no longer in ${team}`,
    text: 'An organizer removed you from this community. You keep your seats in its public games.',
    path,
  })
