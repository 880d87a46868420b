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

/** What organizers can decide about a submission. The server decides the same. */
export const listDecisions = ({ organizer, state }: Pick<Submission, 'organizer' | 'state'>): readonly Decision[] =>
  organizer ? decisions[state] : []

/** Declining it does not give the money back. */
export const isPaid = ({ state, total }: Pick<Submission, 'state' | 'total'>): boolean => state === 'accepted' && total !== null
