import { type EarlierText, maxPeopleListed } from '../../domain/messages/contract.ts'
import type { StoredPoll } from './polls.ts'
import type { Room } from './room.ts'

/** The dialog of a message names so many readers. */
const maxReadersListed = 100

/** What the dialog of a message shows, with ids instead of names. */
export type RawDetails = {
  earlierTexts: EarlierText[]
  readerIds: string[]
  reactions: { emoji: string; count: number; userIds: string[] }[]
  votes?: { text: string; count: number; userIds: string[] }[]
}

/** Null if there is no such message, it is hidden, or the person does not see it. */
export function readDetails({ log, marks, reactions, polls, hidden, requesterId }: Room, viewerId: string, seq: number): RawDetails | null {
  const hiddenIds = hidden.of(viewerId)
  const message = log.find(seq)
  if (!message || message.isHidden || hiddenIds.has(message.authorId)) return null
  const isShown = (userId: string) => !hiddenIds.has(userId)
  const poll = polls.find(seq)
  const kinds = Map.groupBy(
    reactions.listTo([seq]).filter(({ userId }) => isShown(userId)),
    ({ emoji }) => emoji,
  )
  return {
    earlierTexts: log.listEarlierTexts(seq),
    // A stranger does not learn what was read until their request is accepted.
    readerIds:
      requesterId === null
        ? marks
            .listFrom(seq, maxReadersListed)
            .map(([userId]) => userId)
            .filter((userId) => userId !== message.authorId && isShown(userId))
        : [],
    reactions: [...kinds].map(([emoji, rows]) => ({
      emoji,
      count: rows.length,
      userIds: rows.slice(0, maxPeopleListed).map(({ userId }) => userId),
    })),
    ...(poll && { votes: listVoters(poll, isShown) }),
  }
}

/** Who chose each answer. A poll that shows only counts names nobody, not even to its author. */
const listVoters = ({ options, votes, showsNames }: StoredPoll, isShown: (userId: string) => boolean): NonNullable<RawDetails['votes']> => {
  const shown = [...votes.values()].filter(({ userId }) => isShown(userId))
  return options.map((text, place) => {
    const voters = shown.filter(({ choices }) => choices.includes(place))
    return { text, count: voters.length, userIds: showsNames ? voters.slice(0, maxPeopleListed).map(({ userId }) => userId) : [] }
  })
}
