import type { Standing, SubmissionState } from '../../../domain/forms/submission-contract.ts'
import { nameState } from '../../../domain/forms/submission-texts.ts'
import { Status, type StatusTone } from '../../ui/status.tsx'

export const stateTones: Record<SubmissionState, StatusTone> = {
  asked: 'warn',
  accepted: 'good',
  waiting: 'warn',
  paying: 'warn',
  declined: 'bad',
  withdrawn: 'quiet',
  ended: 'quiet',
}

/** The state of a submission in a list of organizers. */
export const StateStatus = (standing: Standing) => (
  <Status tone={stateTones[standing.state]} className="text-small">
    {nameState(standing)}
  </Status>
)
