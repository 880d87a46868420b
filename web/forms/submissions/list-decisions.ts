import type { Submission, SubmissionState } from '../../../domain/forms/submission-contract.ts'

type Decision = 'accept' | 'decline'

const decisions: Record<SubmissionState, readonly Decision[]> = {
  asked: ['accept', 'decline'],
  waiting: ['accept', 'decline'],
  paying: ['decline'],
  accepted: ['decline'],
  declined: ['accept'],
  withdrawn: [],
  ended: [],
}

/** What organizers can decide about a submission. */
export const listDecisions = ({ organizer, state }: Pick<Submission, 'organizer' | 'state'>): readonly Decision[] =>
  organizer ? decisions[state] : []
