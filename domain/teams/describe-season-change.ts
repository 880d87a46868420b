import type { RegistrationKind } from '../seasons/contract.ts'
import type { ChangeDetails, TeamChange, TeamChangeKind } from './changes-contract.ts'

/** What a sentence about a change is made of. `isOwn`: the change is by the person whom it is about. */
export type ChangeWords = Pick<TeamChange, 'oldRole' | 'newRole' | 'fields' | 'guest'> & {
  who: string
  whom: string
  isOwn: boolean
  details: ChangeDetails
}

const parts: Record<RegistrationKind, string> = {
  player: 'a player',
  captain: 'the captain',
  freeAgent: 'a free agent',
  substitute: 'a substitute',
}

const inSeason = ({ season }: ChangeDetails) => season ?? 'a season'
const writeCount = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

const writePart = (part: RegistrationKind | undefined, group: string | null | undefined) =>
  `${part ? parts[part] : 'registered'}${group ? ` of ${group}` : ''}`

const inGroup = (group: string | null | undefined) => (group ? ` as a player of ${group}` : '')
/** The trail does not say which child it is. */
const writeGuest = (guest: string | null) => (guest === null ? 'a child or a guest' : `the guest ${guest}`)

function writeScore({ home, away }: ChangeDetails, score: NonNullable<ChangeDetails['score']>): string {
  if (score.forfeit === null) return `${score.home} to ${score.away}`
  return `a forfeit by ${(score.forfeit === 'home' ? home : away) ?? 'one side'}`
}

const writeMatch = ({ home, away, season }: ChangeDetails) =>
  `${home && away ? `${home} against ${away}` : 'a match'}${season ? ` in ${season}` : ''}`

/** The sentence about a result, with what it said before, if that is different. */
const aboutResult =
  (verb: string) =>
  ({ who, details }: ChangeWords): string => {
    const { score, oldScore } = details
    const now = score ? writeScore(details, score) : ''
    const before = oldScore ? writeScore(details, oldScore) : ''
    return `${who} ${verb} of ${writeMatch(details)}${now && `: ${now}`}.${before && before !== now ? ` Before: ${before}.` : ''}`
  }

export const seasonSentences = {
  'season-created': ({ who, details }) => `${who} created the season ${inSeason(details)}.`,
  'season-copied': ({ who, details }) => `${who} created the season ${inSeason(details)} as a copy.`,
  'season-edited': ({ who, details }) => `${who} changed the name or the dates of ${inSeason(details)}.`,
  'season-deleted': ({ who, details }) =>
    `${who} deleted the season ${inSeason(details)}${details.results ? ` with ${writeCount(details.results, 'result')}` : ''}.`,
  'copy-undone': ({ who, details }) => `${who} undid the copy ${inSeason(details)}.`,
  'group-created': ({ who, details }) => `${who} added the group ${details.group ?? ''} to ${inSeason(details)}.`,
  'group-edited': ({ who, details: { group, oldGroup, ...details } }) =>
    group === oldGroup
      ? `${who} changed the group ${group ?? ''} of ${inSeason(details)}.`
      : `${who} renamed the group ${oldGroup ?? ''} of ${inSeason(details)} to ${group ?? ''}.`,
  'group-deleted': ({ who, details }) => `${who} deleted the group ${details.group ?? ''} of ${inSeason(details)}.`,
  registered: ({ who, whom, details }) => `${who} put ${whom} in ${inSeason(details)} as ${writePart(details.part, details.group)}.`,
  'registration-changed': ({ who, whom, details }) =>
    `${who} made ${whom} ${writePart(details.part, details.group)} in ${inSeason(details)}. Before: ${writePart(details.oldPart, details.oldGroup)}.`,
  unregistered: ({ who, whom, details }) =>
    `${who} took ${whom} out of ${inSeason(details)}. Before: ${writePart(details.oldPart, details.oldGroup)}.`,
  'guest-registered': ({ who, guest, details }) => `${who} put ${writeGuest(guest)} in ${inSeason(details)}${inGroup(details.group)}.`,
  'guest-unregistered': ({ who, guest, details }) => `${who} took ${writeGuest(guest)} out of ${inSeason(details)}.`,
  'seats-given': ({ who, whom, details: { people = 0, games = 0, ...details } }) =>
    `${who} gave ${people === 1 ? whom : `${people} people`} seats in ${writeCount(games, 'game')} of ${inSeason(details)}.`,
  'result-entered': aboutResult('entered the result'),
  'result-corrected': aboutResult('corrected the result'),
  'result-confirmed': aboutResult('confirmed the result'),
  'result-disputed': aboutResult('disputed the result'),
  'result-settled': aboutResult('settled the dispute about the result'),
  'result-deleted': aboutResult('deleted the result'),
} satisfies Partial<Record<TeamChangeKind, (words: ChangeWords) => string>>
