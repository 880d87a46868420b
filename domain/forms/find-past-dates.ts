import { writeDeadline } from '../dues/texts.ts'
import { dayNumberOf } from '../time/clock.ts'
import { day } from '../time/spans.ts'
import type { FormContent } from './content.ts'
import { listFields } from './index-content.ts'
import { nameQuotes } from './name-quotes.ts'

/** A date of the payment that has come too early for whoever fills the form from now on. `at` tells these dates apart. */
export type PastDate = { at: string; message: string }

/**
 * Early prices that nobody gets any more, and later parts that are due at once. A form with them works, so they are no fault. Mostly,
 * somebody has copied the form of last season.
 */
export function findPastDates(content: FormContent, today: string): PastDate[] {
  const { payment } = content
  if (!payment) return []
  const now = (dayNumberOf(today) ?? 0) * day
  const { earlyUntil, later } = payment
  // The last day of the early prices still counts. A part that is due today is paid with the first one.
  const early = earlyUntil === null || earlyUntil >= today ? [] : nameEarly(content)
  return [
    ...early.map(({ id, label }) => ({
      at: id,
      message: `The early price of “${label}” ended on ${writeDeadline(earlyUntil ?? '', now)}.`,
    })),
    ...later.flatMap(({ on, percent }, index): PastDate[] => {
      if (on > today) return []
      const when = `${writeDeadline(on, now)}, ${on === today ? 'is today' : 'is over'}`
      return [{ at: `later:${index}`, message: `Date ${index + 1} of “Paid later”, ${when}. Its ${percent}% is due at once.` }]
    }),
  ]
}

/** Products of which an option has an early price. */
const nameEarly = (content: FormContent): { id: string; label: string }[] =>
  nameQuotes(content)
    .pages.flatMap(listFields)
    .flatMap(({ field }) => (field.kind === 'product' && field.options.some(({ earlyAmount }) => earlyAmount !== null) ? [field] : []))
