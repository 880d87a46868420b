import { CalendarPlus, Pencil, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { DateDialog as DateDialogValues, DraftAvailability, DraftDate } from '../../domain/availability/drafts.ts'
import { openDateDialog, putDate } from '../../domain/availability/rules.ts'
import { Button } from '../ui/button.tsx'
import { DateBadge } from '../ui/date-badge.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { dateWords, dayWords } from './time-words.ts'

const DateDialog = lazy(async () => ({ default: (await import('./date-dialog.tsx')).DateDialog }))

type Dates = DraftAvailability['dateSpecificAvailability']
type DateListProps = {
  availability: DraftAvailability
  /** A plain date on the schedule's own calendar. */
  today: string
  onChange: (next: (dates: Dates) => Dates) => void
}

/** Dates that differ from the usual week. Those that are over keep out of the way. */
export function DateList({ availability, today, onChange }: DateListProps) {
  const [opened, setOpened] = useState<{ values: DateDialogValues; replaced: string | undefined } | null>(null)
  const dates = availability.dateSpecificAvailability
  const coming = dates.filter(({ date }) => date >= today)
  const over = dates.length - coming.length
  const open = (entry?: DraftDate) => setOpened({ values: openDateDialog(entry), replaced: entry?.date })
  return (
    <section aria-labelledby="date-specific-hours" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="date-specific-hours">Date-specific hours</h2>
        <p className="text-soft">For days that are not as usual: a free afternoon, a holiday, a weekend away.</p>
      </div>
      {coming.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {coming.map((entry) => (
            <li key={entry.date} className="flex items-center gap-3.5 py-3">
              {/* The words beside it say it in full. */}
              <span aria-hidden="true">
                <DateBadge date={entry.date} />
              </span>
              <div className="min-w-0 flex-1">
                <p className="font-strong">{dateWords(entry.date, today)}</p>
                <p className="text-soft">{dayWords(entry.timeRanges)}</p>
              </div>
              <div className="flex">
                <IconButton label={`Edit ${dateWords(entry.date, today)}`} onClick={() => open(entry)} className="text-soft">
                  <Pencil size={17} aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={`Remove ${dateWords(entry.date, today)}`}
                  onClick={() => onChange((before) => before.filter(({ date }) => date !== entry.date))}
                  className="text-soft"
                >
                  <X size={18} aria-hidden="true" />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button onClick={() => open()} className="w-full sm:w-auto sm:justify-self-start">
        <CalendarPlus size={18} aria-hidden="true" className="text-court" /> Add date-specific hours
      </Button>
      {over > 0 && (
        <p className="text-small text-soft">
          {over === 1 ? '1 date is over.' : `${over} dates are over.`}{' '}
          <TextButton onClick={() => onChange((before) => before.filter(({ date }) => date >= today))}>
            {over === 1 ? 'Remove it' : 'Remove them'}
          </TextButton>
        </p>
      )}
      {opened && (
        <Suspense>
          <DateDialog
            {...opened}
            availability={availability}
            today={today}
            onClose={() => setOpened(null)}
            onDone={(values) => onChange((before) => putDate(before, values, opened.replaced))}
          />
        </Suspense>
      )}
    </section>
  )
}
