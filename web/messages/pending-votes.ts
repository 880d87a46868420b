import type { Message } from '../../domain/messages/contract.ts'
import { listOwnChoices, type NewPoll, type Poll, withOwnChoices } from '../../domain/messages/polls.ts'

/** What the viewer has chosen and the server has not confirmed yet, by `seq`. */
export type PendingVotes = ReadonlyMap<number, readonly number[]>

const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((place) => other.includes(place))

/** Forgets the votes that these messages have, and votes in polls that are gone. */
export function dropStoredVotes(pending: PendingVotes, messages: readonly Message[]): PendingVotes {
  if (pending.size === 0) return pending
  const left = new Map(pending)
  for (const { seq, poll } of messages) {
    const choices = left.get(seq)
    if (choices && (!poll || isSame(choices, listOwnChoices(poll)))) left.delete(seq)
  }
  return left
}

/** The poll with the vote that the viewer sees at once. */
export const showVote = (poll: Poll, choices: readonly number[] | undefined): Poll =>
  choices === undefined
    ? poll
    : withOwnChoices(
        poll,
        choices.filter((place) => place < poll.options.length),
      )

/** A poll that is not sent yet. */
export const showNewPoll = ({ options, ...settings }: NewPoll): Poll => ({
  ...settings,
  ...{ options: options.map((text) => ({ text, count: 0, isMine: false })), isClosed: false, voters: 0 },
})
