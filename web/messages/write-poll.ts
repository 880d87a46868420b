import type { Poll } from '../../domain/messages/polls.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'

const inTime = new Intl.RelativeTimeFormat('en-US')

/** "Closes in 3 hours" */
export function writeClosing(closesAt: number, now: number): string {
  const left = Math.max(closesAt - now, minute)
  const [length, unit] = left < hour ? [minute, 'minute' as const] : left < 2 * day ? [hour, 'hour' as const] : [day, 'day' as const]
  return `Closes ${inTime.format(Math.round(left / length), unit)}`
}

export const writeVoters = ({ voters }: Pick<Poll, 'voters'>): string =>
  voters === 0 ? 'Nobody has voted yet' : voters === 1 ? '1 person has voted' : `${voters} people have voted`
