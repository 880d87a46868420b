import { hour } from '../time/spans.ts'

/** Check-in opens this long before the start. Hosts can check people in earlier if they say so. */
export const checkInLeadTime = 2 * hour

export const checkInOpensAt = (startsAt: number): number => startsAt - checkInLeadTime
