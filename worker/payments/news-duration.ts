import { day } from '../../domain/time/spans.ts'

/** An email about money that is older than this would only confuse. Older payments are found when an event was lost, or after an update. */
export const newsDuration = 7 * day
