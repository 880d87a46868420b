import type { EventDetail } from './contract.ts'
import type { SeriesDate } from './series-contract.ts'

type Offered = Pick<EventDetail, 'series' | 'price' | 'form'>

/**
 * Whether a person can join all dates at once. Dates that cost money are paid for one by one, and whoever must fill a form first does not
 * know yet whether they can come.
 */
export const offersAllDates = ({ series, price, form }: Offered): boolean =>
  price === null && series !== null && series.joinable > 0 && !(form?.isNeededToJoin && !form.isDone)

const countOf = (count: number, total: number) => (count === total ? `all ${total}` : `${count} of ${total}`)

/** Says what happened to the dates: "You are in 6 of 8 dates. 2 are full: you are on their waitlists." */
export function describeJoinedDates(dates: readonly SeriesDate[]): string {
  const count = (...states: SeriesDate['state'][]) => dates.filter(({ state }) => states.includes(state)).length
  const [seats, waiting, asked, none] = [count('going', 'paying'), count('waiting', 'offered'), count('asked'), count(null)]
  const total = dates.length
  return [
    seats > 0 && `You are in ${countOf(seats, total)} dates.`,
    waiting > 0 && (waiting === 1 ? '1 is full: you are on its waitlist.' : `${waiting} are full: you are on their waitlists.`),
    asked > 0 && `The hosts decide about ${countOf(asked, total)}.`,
    none > 0 && (none === 1 ? '1 could not be joined.' : `${none} could not be joined.`),
  ]
    .filter(Boolean)
    .join(' ')
}

/** What the viewer is on one date, in a word or two. */
export function describeDate({ state, isNew, why }: SeriesDate): string {
  if (state === null) return why ?? 'Not joined'
  if (state === 'going') return isNew ? 'Joined' : 'You were in already'
  if (state === 'asked') return 'Waits for the hosts'
  if (state === 'paying') return 'Waits for your payment'
  return state === 'offered' ? 'A seat is held for you' : 'On the waitlist'
}
