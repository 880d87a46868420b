import type { StoredAnswers } from '../../../domain/forms/decide.ts'
import { listChildrenInForm } from '../../../domain/forms/season-guests.ts'
import type { Submission, SubmissionState } from '../../../domain/forms/submission-contract.ts'
import type { SubmissionRow } from '../../../domain/forms/submission-list-contract.ts'

type Decision = 'accept' | 'decline'

const decisions: Record<SubmissionState, readonly Decision[]> = {
  asked: ['accept', 'decline'],
  waiting: ['accept', 'decline'],
  paying: ['decline'],
  accepted: ['decline'],
  declined: [],
  withdrawn: [],
  ended: [],
}

/** What organizers can decide about a submission. The server decides the same. While something is missing, nobody can accept it. */
export const listDecisions = ({ organizer, state, missing }: Pick<Submission, 'organizer' | 'state' | 'missing'>): readonly Decision[] =>
  organizer ? decisions[state].filter((decision) => decision !== 'accept' || missing === null) : []

/**
 * An organizer filled it with children, and the parent has said nothing yet. Only a parent adds children to a community: by a change, or by paying by
 * card. The server decides the same.
 */
export const waitsForParent = ({
  missing,
  history,
  content,
  answers,
}: Pick<Submission, 'missing' | 'history' | 'content' | 'answers'>): boolean =>
  missing === null &&
  history.some(({ kind }) => kind === 'filled') &&
  !history.some(({ kind }) => kind === 'changed' || kind === 'completed') &&
  listChildrenInForm(content, answers as StoredAnswers).length > 0

/** Money was paid for it that does not go back by itself. */
export const isPaid = ({ held }: Pick<SubmissionRow, 'held'>): boolean => held !== null && held.amount > 0
