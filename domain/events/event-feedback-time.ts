import { day } from '../time/spans.ts'

const daysToGiveFeedback = 14

/** Players can give and change feedback until this time. */
export const feedbackClosesAt = (endsAt: number): number => endsAt + daysToGiveFeedback * day
