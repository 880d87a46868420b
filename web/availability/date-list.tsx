import { CalendarPlus, Pencil, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { DateDialog as DateDialogValues, DraftAvailability, DraftDate } from '../../domain/availability/drafts.ts'
import { applyDateDialog, openDateDialog } from '../../domain/availability/rules.ts'
import { Button } from '../ui/button.tsx'
import { DateBadge } from '../ui/date-badge.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { formatDate, formatRanges } from './format-time.ts'

const DateDialog = lazy(async () => ({ default: (await import('./date-dialog.tsx')).DateDialog }))

type Dates = DraftAvailability['dateSpecificAvailability']
type DateListProps = {
  availability: DraftAvailability
  /** The current date in the time zone of the schedule, 'YYYY-MM-DD'. */
  today: string
  onChange: (next: (dates: Dates) => Dates) => void
}

/** Dates with hours that differ from the weekly hours. Past dates are not listed; they can be removed together. */
export function DateList({ availability, today, onChange }: DateListProps) {
  const [openDialog, setOpenDialog] = useState<{ values: DateDialogValues; replacedDate: string | undefined } | null>(null)
  const dates = availability.dateSpecificAvailability
  const upcomingDates = dates.filter(({ date }) => date >= today)
  const pastCount = dates.length - upcomingDates.length
  const open = (entry?: DraftDate) => setOpenDialog({ values: openDateDialog(entry), replacedDate: entry?.date })
  return (
    <section aria-labelledby="date-specific-hours" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="date-specific-hours">Date-specific hours</h2>
        <p className="text-soft">For days that differ from your weekly hours: a free afternoon, a holiday, a weekend away.</p>
      </div>
      {upcomingDates.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {upcomingDates.map((entry) => (
            <li key={entry.date} className="flex items-center gap-3.5 py-3">
              {/* Screen readers skip the badge: the text beside it gives the full date. */}
              <span aria-hidden="true">
                <DateBadge date={entry.date} />
              </span>
              <div className="min-w-0 flex-1">
                <p className="font-strong">{formatDate(entry.date, today)}</p>
                <p className="text-soft">{formatRanges(entry.timeRanges)}</p>
              </div>
              <div className="flex">
                <IconButton label={`Edit ${formatDate(entry.date, today)}`} onClick={() => open(entry)} className="text-soft">
                  <Pencil size={17} aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={`Remove ${formatDate(entry.date, today)}`}
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
      {pastCount > 0 && (
        <p className="text-small text-soft">
          {pastCount === 1 ? '1 date is in the past.' : `${pastCount} dates are in the past.`}{' '}
          <TextButton onClick={() => onChange((before) => before.filter(({ date }) => date >= today))}>
            {pastCount === 1 ? 'Remove it' : 'Remove them'}
          </TextButton>
        </p>
      )}
      {openDialog && (
        <Suspense>
          <DateDialog
            {...openDialog}
            availability={availability}
            today={today}
            onClose={() => setOpenDialog(null)}
            onDone={(values) => onChange((before) => applyDateDialog(before, values, openDialog.replacedDate))}
          />
        </Suspense>
      )}
    </section>
  )
}
