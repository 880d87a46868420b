import type { TeamChange, TeamChangeKind, TeamField } from './changes-contract.ts'
import { teamRoleNames } from './contract.ts'
import { type ChangeWords, seasonSentences } from './describe-season-change.ts'
import { listRightVerbs } from './right-words.ts'
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

const writeRole = ({ newRole, details: { customRole } }: ChangeWords) =>
  customRole ? `a member with the role ${customRole}` : newRole === null ? 'a member' : roles[newRole]
const writeBefore = ({ oldRole, details: { oldCustomRole } }: ChangeWords) =>
  oldRole === null ? '' : ` Before: ${oldCustomRole ?? teamRoleNames[oldRole]}.`
const writeCustomRole = ({ details: { customRole } }: ChangeWords) => (customRole ? `the role ${customRole}` : 'a role')
const writeRightsOf = ({ details: { rights } }: ChangeWords) => (rights ? ` It can ${list.format(listRightVerbs(rights))}.` : '')
const writeGuest = ({ guest }: ChangeWords) => (guest === null ? 'a guest' : `the guest ${guest}`)
const writeDomain = ({ details: { domain } }: ChangeWords) => domain ?? 'a domain'
const writeOrganization = ({ details: { organization } }: ChangeWords) => organization ?? 'an organization'

const sentences: Record<TeamChangeKind, (words: ChangeWords) => string> = {
  edited: ({ who, fields }) =>
    fields && fields.length > 0
      ? `${who} changed ${list.format(fields.map((field) => fieldNames[field]))}.`
      : `${who} changed the community.`,
  'member-added': ({ who, whom, isOwn }) => (isOwn ? `${who} joined.` : `${who} added ${whom}.`),
  'member-left': (words) => `${words.who} left.${writeBefore(words)}`,
  'member-removed': (words) => `${words.who} removed ${words.whom}.${writeBefore(words)}`,
  'role-changed': (words) => `${words.who} made ${words.whom} ${writeRole(words)}.${writeBefore(words)}`,
  'role-created': (words) => `${words.who} created ${writeCustomRole(words)}.${writeRightsOf(words)}`,
  'role-edited': (words) => {
    const { customRole, oldCustomRole } = words.details
    const isRenamed = oldCustomRole != null && oldCustomRole !== customRole
    return `${words.who} changed ${writeCustomRole(words)}.${isRenamed ? ` Its name before: ${oldCustomRole}.` : ''}${writeRightsOf(words)}`
  },
  'role-deleted': (words) => {
    const { people } = words.details
    const whose = people ? ` ${people === 1 ? 'One member' : `${people} members`} had it.` : ''
    return `${words.who} deleted ${writeCustomRole(words)}.${whose}`
  },
  'title-changed': ({ who, whom, isOwn }) => (isOwn ? `${who} changed their own title.` : `${who} changed the title of ${whom}.`),
  'handed-over': ({ who, whom }) => `${who} handed the community over to ${whom}.`,
  recovered: ({ whom }) => `Our support made ${whom} the owner.`,
  deleted: ({ who }) => `${who} deleted the community.`,
  'brought-back': ({ who }) => `${who} brought the community back.`,
  'message-hidden': ({ who, whom }) => `${who} hid a message of ${whom}.`,
  'message-shown': ({ who, whom }) => `${who} showed a hidden message of ${whom} again.`,
  'slow-mode-on': ({ who }) => `${who} set how often people can write in a conversation.`,
  'slow-mode-off': ({ who }) => `${who} ended slow mode in a conversation.`,
  'details-changed': ({ who, whom, isOwn }) => (isOwn ? `${who} changed their own details.` : `${who} changed the details of ${whom}.`),
  'guest-added': (words) => `${words.who} added ${writeGuest(words)}.`,
  'guest-edited': (words) => `${words.who} changed the details of ${writeGuest(words)}.`,
  'guest-removed': (words) => `${words.who} removed ${writeGuest(words)}.`,
  'guest-joined': ({ who }) => `${who} joined in the place of a guest with the same email.`,
  'guests-imported': ({ who, details: { people } }) =>
    `${who} added ${people === 1 ? 'a guest' : `${people ?? 'some'} guests`} from a file.`,
  'child-added': ({ who }) => `${who} added a child.`,
  'child-edited': ({ who }) => `${who} changed the details of a child.`,
  'child-removed': ({ who }) => `${who} removed a child.`,
  'domain-added': (words) => `${words.who} gave the community the domain ${writeDomain(words)}.`,
  'domain-removed': (words) => `${words.who} took ${writeDomain(words)} away from the community.`,
  'organization-joined': (words) => `${words.who} agreed that the community is part of ${writeOrganization(words)}.`,
  'organization-left': (words) => `${words.who} took the community out of ${writeOrganization(words)}.`,
  'organization-declined': (words) => `${words.who} declined that the community becomes part of ${writeOrganization(words)}.`,
  'organization-deleted': (words) => `${words.who} deleted ${writeOrganization(words)}, which the community was part of.`,
  ...seasonSentences,
}

/**
 * One change in a sentence, such as "Dana Alvarez made Jo Tan a captain. Before: Member." People who deleted their account, or with a block
 * between them and the reader, have no name.
 */
export function describeChange({ kind, actor, person, details, ...rest }: Omit<TeamChange, 'id' | 'at'>): string {
  return sentences[kind]({
    ...rest,
    who: actor?.name ?? 'Someone',
    whom: person?.name ?? 'someone',
    isOwn: actor !== null && actor.id === person?.id,
    details: details ?? {},
  })
}
