import type { CalendarDate } from '@internationalized/date'
import { findWeekdayFrom, getMonday } from './calendar.ts'
import type { DatesMeaning, Reading } from './pieces.ts'
import { monthPhrases } from './read-month-day.ts'
import { weekdayPhrases } from './read-weekday.ts'
import { findPhrase, makePhrases, type Word } from './split-words.ts'

/** Null is the last one. */
const ordinalPhrases = makePhrases<number | null>([
  ['first, the first, 1 st, the 1 st', 1],
  ['second, the second, 2 nd, the 2 nd', 2],
  ['third, the third, 3 rd, the 3 rd', 3],
  ['fourth, the fourth, 4 th, the 4 th', 4],
  ['last, the last', null],
])
const ofPhrases = makePhrases([['of, in, of the, in the', true]])
const relativeMonthPhrases = makePhrases<number>([
  ['month, this month', 0],
  ['next month', 1],
])

type Period = { from: CalendarDate; to: CalendarDate }

/** "The first weekend of December", "the last Friday of the month". */
export function readOfMonth(words: readonly Word[], at: number, today: CalendarDate): Reading<DatesMeaning> | null {
  const ordinal = findPhrase(ordinalPhrases, words, at)
  const unitAt = at + (ordinal?.length ?? 0)
  const weekday = findPhrase(weekdayPhrases, words, unitAt)
  const isWeekend = words[unitAt]?.text === 'weekend'
  const isWeek = words[unitAt]?.text === 'week'
  if (!ordinal || !(weekday || isWeekend || isWeek)) return null
  const ofAt = unitAt + 1
  const ofLength = findPhrase(ofPhrases, words, ofAt)?.length ?? 0
  const relative = findPhrase(relativeMonthPhrases, words, ofAt + ofLength)
  const named = findPhrase(monthPhrases, words, ofAt + ofLength)
  if (ofLength === 0 || !(relative || named)) return null

  const findIn = (firstOfMonth: CalendarDate): Period => {
    const add = ordinal.meaning === null ? null : (ordinal.meaning - 1) * 7
    const pick = (first: CalendarDate) => (add === null ? findLast(first) : first.add({ days: add }))
    if (isWeek) {
      const monday =
        add === null ? getMonday(firstOfMonth.add({ months: 1 }).subtract({ days: 1 })) : getMonday(firstOfMonth).add({ days: add })
      return { from: monday, to: monday.add({ days: 6 }) }
    }
    const day = pick(findWeekdayFrom(firstOfMonth, weekday?.meaning ?? 'saturday'))
    return { from: day, to: weekday ? day : day.add({ days: 1 }) }
  }
  const thisMonth = today.set({ day: 1 })
  const month = relative ? thisMonth.add({ months: relative.meaning }) : thisMonth.set({ month: named?.meaning ?? 1 })
  const found = findIn(month)
  const { from, to } = !relative && found.to.compare(today) < 0 ? findIn(month.add({ years: 1 })) : found
  const length = ofAt + ofLength + (relative ?? named ?? { length: 0 }).length - at
  return { length, meaning: { kind: 'dates', from, to } }
}

/** The last such weekday of the month of `first`. */
function findLast(first: CalendarDate): CalendarDate {
  const fifth = first.add({ days: 28 })
  return fifth.month === first.month ? fifth : first.add({ days: 21 })
}
