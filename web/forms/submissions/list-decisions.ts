import type { Submission, SubmissionState } from '../../../domain/forms/submission-contract.ts'

type Decision = 'accept' | 'decline'

const decisions: Record<SubmissionState, readonly Decision[]> = {
  asked: ['accept', 'decline'],
  waiting: ['decline'],
  paying: ['decline'],
  accepted: ['decline'],
  declined: [],
  withdrawn: [],
  ended: [],
}

/** What organizers can decide about a submission. The server decides the same. While something is missing, nobody can accept it. */
export const listDecisions = ({ organizer, state, missing }: Pick<Submission, 'organizer' | 'state' | 'missing'>): readonly Decision[] =>
  organizer ? decisions[state].filter((decision) => decision !== 'accept' || missing === null) : []

/** Declining it does not give the money back. */
export const isPaid = ({ state, total }: Pick<Submission, 'state' | 'total'>): boolean => state === 'accepted' && total !== null
