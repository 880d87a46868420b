import type { FormContent } from '../../../domain/forms/content.ts'
import { findPastDates } from '../../../domain/forms/find-past-dates.ts'
import { useBuilder } from './view.ts'

/** Says before a form is published which dates of its payment are over. */
export function PastDatesNote({ content }: { content: FormContent }) {
  const { today } = useBuilder()
  const dates = findPastDates(content, today)
  if (dates.length === 0) return null
  return (
    <div role="note" className="grid gap-0.5 border-l-2 border-warn pl-4">
      <p className="font-strong text-ink">{dates.length === 1 ? 'A date is over' : 'Some dates are over'}</p>
      {dates.map(({ at, message }) => (
        <p key={at}>{message}</p>
      ))}
    </div>
  )
}
