import { parseTime } from '@internationalized/date'
import { useId } from 'react'
import { TimeField as AriaTimeField, Label } from 'react-aria-components/TimeField'
import { joinClasses } from './class-names.ts'
import { DateSegments, FieldNotes, getNoteIds } from './date-field.tsx'
import { controlClasses, type FieldTexts } from './field.tsx'

type TimeFieldProps = Omit<FieldTexts, 'isLabelHidden' | 'isOptional'> & {
  /** HH:MM on a 24-hour clock, or null while it is incomplete. The field shows it in the format of the viewer's country. */
  value: string | null
  onChange: (time: string | null) => void
  onBlur?: () => void
  className?: string
}

/** A field for a time of day. The user types the hours and minutes one after the other. */
export function TimeField({ label, hint, error, value, onChange, onBlur, className }: TimeFieldProps) {
  const id = useId()
  const notes = { id, hint, error }
  const describedBy = getNoteIds(notes)
  return (
    <AriaTimeField
      value={value === null ? null : parseTime(value)}
      onChange={(time) => onChange(time?.toString().slice(0, 5) ?? null)}
      granularity="minute"
      {...(onBlur ? { onBlur } : {})}
      {...(describedBy ? { 'aria-describedby': describedBy } : {})}
      className={joinClasses('grid content-start gap-1.5', className)}
    >
      <Label className="text-small font-strong">{label}</Label>
      <DateSegments
        className={controlClasses(
          Boolean(error),
          'flex h-11.5 items-center px-3.5 whitespace-nowrap focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court',
        )}
      />
      <FieldNotes {...notes} />
    </AriaTimeField>
  )
}
