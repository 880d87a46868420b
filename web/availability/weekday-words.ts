import { eachWeekday, type Weekday } from '../../domain/time/clock.ts'

const capital = (weekday: Weekday) => weekday.charAt(0).toUpperCase() + weekday.slice(1)

/** Monday */
export const weekdayWords = eachWeekday(capital)
/** Mon */
export const shortWeekdays = eachWeekday((weekday) => capital(weekday).slice(0, 3))
