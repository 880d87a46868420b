import * as v from 'valibot'
import { oneLineText } from '../texts.ts'
import { day } from '../time/spans.ts'

export const minPollOptions = 2
export const maxPollOptions = 10
export const maxPollOptionLength = 80
/** A poll with a closing time is open for this long at most. */
export const maxPollTime = 30 * day

const PollOption = v.pipe(oneLineText('An answer', maxPollOptionLength), v.minLength(1, 'Write an answer.'))

/** What makes two answers the same for people who read them. */
const normalize = (option: string) => option.normalize('NFKC').toLowerCase()
const areDifferent = (options: readonly string[]): boolean => new Set(options.map(normalize)).size === options.length

/** What a new message asks everybody. Its text is the question. Nothing of it can be changed later. */
export const NewPoll = v.object({
  options: v.pipe(
    v.array(PollOption),
    v.minLength(minPollOptions, `A poll needs at least ${minPollOptions} answers.`),
    v.maxLength(maxPollOptions, `A poll can have up to ${maxPollOptions} answers.`),
    v.check((options) => areDifferent(options), 'Two answers are the same.'),
  ),
  /** A person may choose several answers. */
  isMultiple: v.boolean(),
  /** Everyone sees who chose what. Otherwise they see only how many. */
  showsNames: v.boolean(),
  closesAt: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
})
export type NewPoll = v.InferOutput<typeof NewPoll>

/** A poll as one person sees it. */
export const Poll = v.object({
  options: v.array(v.object({ text: v.string(), count: v.number(), isMine: v.boolean() })),
  isMultiple: v.boolean(),
  showsNames: v.boolean(),
  closesAt: v.nullable(v.number()),
  /** Somebody closed it before its time. */
  isClosed: v.boolean(),
  /** How many people have answered. */
  voters: v.number(),
})
export type Poll = v.InferOutput<typeof Poll>

/** The places of the answers that a person chooses. They replace what the person chose before; none takes the vote back. */
export const PollChoices = v.pipe(
  v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(maxPollOptions - 1))),
  v.maxLength(maxPollOptions),
  v.transform((places) => [...new Set(places)]),
)

export const ClosePoll = v.object({ isClosed: v.literal(true) })

export const isPollClosed = ({ isClosed, closesAt }: Pick<Poll, 'isClosed' | 'closesAt'>, now: number): boolean =>
  isClosed || (closesAt !== null && closesAt <= now)

export const isPollTimeAllowed = (closesAt: number | null, now: number): boolean =>
  closesAt === null || (closesAt > now && closesAt <= now + maxPollTime)

/** The places of the answers that the viewer has chosen. */
export const listOwnChoices = ({ options }: Pick<Poll, 'options'>): number[] =>
  options.flatMap(({ isMine }, place) => (isMine ? [place] : []))

/** The poll as it looks after the viewer has chosen these answers. */
export function withOwnChoices(poll: Poll, choices: readonly number[]): Poll {
  const chosen = new Set(choices)
  const hadVoted = poll.options.some(({ isMine }) => isMine)
  return {
    ...poll,
    voters: poll.voters + Number(chosen.size > 0) - Number(hadVoted),
    options: poll.options.map((option, place) => ({
      ...option,
      isMine: chosen.has(place),
      count: option.count + Number(chosen.has(place)) - Number(option.isMine),
    })),
  }
}

/** How lists show a message with a poll. */
export const writePollLine = (question: string) => `Poll: ${question}`
