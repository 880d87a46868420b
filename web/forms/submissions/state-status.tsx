import type { SubmissionState } from '../../../domain/forms/submission-contract.ts'
import { stateNames } from '../../../domain/forms/submission-texts.ts'
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
export const StateStatus = ({ state }: { state: SubmissionState }) => (
  <Status tone={stateTones[state]} className="text-small">
    {stateNames[state]}
  </Status>
)
