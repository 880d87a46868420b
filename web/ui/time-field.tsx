import { parseTime } from '@internationalized/date'
import { useId } from 'react'
import { Label, TimeField as TypedTime } from 'react-aria-components/TimeField'
import { joinClasses } from './class-names.ts'
import { DateSegments, FieldNotes, notesOf } from './date-field.tsx'
import { controlClasses, type FieldWords } from './field.tsx'

type TimeFieldProps = Omit<FieldWords, 'isLabelHidden' | 'isOptional'> & {
  /** HH:MM by a clock of 24 hours, shown as the viewer's country writes it; null while it is not whole. */
  value: string | null
  onChange: (time: string | null) => void
  onBlur?: () => void
  className?: string
}

/** A time of day, typed part by part. */
export function TimeField({ label, hint, error, value, onChange, onBlur, className }: TimeFieldProps) {
  const id = useId()
  const notes = { id, hint, error }
  const described = notesOf(notes)
  return (
    <TypedTime
      value={value === null ? null : parseTime(value)}
      onChange={(time) => onChange(time?.toString().slice(0, 5) ?? null)}
      granularity="minute"
      {...(onBlur ? { onBlur } : {})}
      {...(described ? { 'aria-describedby': described } : {})}
      className={joinClasses('grid gap-1.5', className)}
    >
      <Label className="text-small font-strong">{label}</Label>
      <DateSegments
        className={controlClasses(
          Boolean(error),
          'flex h-11.5 items-center px-3.5 whitespace-nowrap focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court',
        )}
      />
      <FieldNotes {...notes} />
    </TypedTime>
  )
}
