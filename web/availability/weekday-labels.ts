import { eachWeekday, type Weekday } from '../../domain/time/clock.ts'

const capitalize = (weekday: Weekday) => weekday.charAt(0).toUpperCase() + weekday.slice(1)

/** Monday */
export const weekdayLabels = eachWeekday(capitalize)
/** Mon */
export const shortWeekdayLabels = eachWeekday((weekday) => capitalize(weekday).slice(0, 3))
