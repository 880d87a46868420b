import type { CustomRight } from '../access/custom-rights.ts'

type Words = {
  /** What a person with this right can do, after "can". */
  verb: string
  hint: string
}

/** What each right lets a person do, as the owner reads it who gives it. */
export const rightWords: Record<CustomRight, Words> = {
  'members.invite': { verb: 'invite people', hint: 'Sends invitations, and makes links to join.' },
  'members.add': { verb: 'decide who joins', hint: 'Accepts and declines requests, and takes back invitations of others.' },
  'roster.manage': {
    verb: 'keep the list of people',
    hint: 'Sees and edits jerseys, positions, notes and your own fields, and downloads the list.',
  },
  'guests.manage': { verb: 'manage guests', hint: 'Adds and removes people without an account, and sees their emails.' },
  'hours.viewPeople': { verb: 'see who is free when', hint: 'Sees the names behind the shared hours, not only how many people can play.' },
  'events.manage': { verb: 'run games', hint: 'Hosts games, and changes or cancels every game of the community.' },
  'seasons.manage': { verb: 'plan seasons', hint: 'Creates seasons, their groups and games, and registers people.' },
  'results.enter': { verb: 'enter results', hint: 'Enters and corrects the results of games.' },
  announce: { verb: 'write announcements', hint: 'Writes to all members, and sees who has read it.' },
  'messages.moderate': { verb: 'keep order in messages', hint: 'Hides messages of others, and slows a conversation down.' },
  'forms.manage': { verb: 'build forms', hint: 'Builds and publishes forms, reads what people send, and accepts or declines it.' },
  'forms.viewPrivate': {
    verb: 'read private answers',
    hint: 'Also sees the answers in forms that only the owner sees. It needs the right to build forms.',
  },
  'team.edit': { verb: 'edit the community', hint: 'Changes its name, description, photo, colors, topics and who may join.' },
  'organizations.join': {
    verb: 'decide about organizations',
    hint: 'Agrees that the community becomes part of an organization, or leaves one.',
  },
  'billing.manage': {
    verb: 'manage the money',
    hint: 'Sees the books, changes the plan, collects dues, sells memberships and gives money back.',
  },
}

/** The rights as the screens group them. */
export const rightGroups = [
  { title: 'People', rights: ['members.invite', 'members.add', 'roster.manage', 'guests.manage', 'hours.viewPeople'] },
  { title: 'Games', rights: ['events.manage', 'seasons.manage', 'results.enter'] },
  { title: 'Messages and forms', rights: ['announce', 'messages.moderate', 'forms.manage', 'forms.viewPrivate'] },
  { title: 'The community', rights: ['team.edit', 'organizations.join', 'billing.manage'] },
] as const satisfies readonly { title: string; rights: readonly CustomRight[] }[]

const inOrder: readonly CustomRight[] = rightGroups.flatMap(({ rights }): readonly CustomRight[] => rights)

/** In the order of the screens, whatever the order in which they are stored. */
export const listRightVerbs = (rights: readonly CustomRight[]): string[] =>
  inOrder.filter((right) => rights.includes(right)).map((right) => rightWords[right].verb)

const all = new Intl.ListFormat('en-US')

/** "Can run games and enter results." */
export const writeRights = (rights: readonly CustomRight[]): string => `Can ${all.format(listRightVerbs(rights))}.`
