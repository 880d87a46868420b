import type { TeamChange, TeamField } from './changes-contract.ts'
import { teamRoleNames } from './contract.ts'
import type { TeamRole } from './roles.ts'

const fieldNames: Record<TeamField, string> = {
  name: 'the name',
  description: 'the description',
  city: 'the city',
  activity: 'the activity',
  joinMode: 'who may join',
  mainColor: 'the main color',
  secondColor: 'the second color',
  photo: 'the photo',
}

const list = new Intl.ListFormat('en-US')

const roles: Record<TeamRole, string> = {
  owner: 'the owner',
  organizer: 'an organizer',
  captain: 'a captain',
  coach: 'a coach',
  treasurer: 'the treasurer',
  scorekeeper: 'a scorekeeper',
  member: 'a member',
}

const writeRole = (role: TeamRole | null) => (role === null ? 'a member' : roles[role])

/**
 * One change in a sentence, such as "Dana Alvarez made Jo Tan a captain. Before: Member." People who deleted their account, or with a block
 * between them and the reader, have no name.
 */
export function describeChange({ kind, actor, person, oldRole, newRole, fields }: Omit<TeamChange, 'id' | 'at'>): string {
  const who = actor?.name ?? 'Someone'
  const whom = person?.name ?? 'someone'
  const isOwnChange = actor !== null && actor.id === person?.id
  const before = oldRole === null ? '' : ` Before: ${teamRoleNames[oldRole]}.`
  switch (kind) {
    case 'edited':
      return fields && fields.length > 0
        ? `${who} changed ${list.format(fields.map((field) => fieldNames[field]))}.`
        : `${who} changed the community.`
    case 'member-added':
      return isOwnChange ? `${who} joined.` : `${who} added ${whom}.`
    case 'member-left':
      return `${who} left.${before}`
    case 'member-removed':
      return `${who} removed ${whom}.${before}`
    case 'role-changed':
      return `${who} made ${whom} ${writeRole(newRole)}.${before}`
    case 'title-changed':
      return isOwnChange ? `${who} changed their own title.` : `${who} changed the title of ${whom}.`
    case 'handed-over':
      return `${who} handed the community over to ${whom}.`
    case 'recovered':
      return `Our support made ${whom} the owner.`
    case 'deleted':
      return `${who} deleted the community.`
    case 'brought-back':
      return `${who} brought the community back.`
    case 'message-hidden':
      return `${who} hid a message of ${whom}.`
    case 'message-shown':
      return `${who} showed a hidden message of ${whom} again.`
  }
}
