import { useState } from 'react'
import type { LocalTime } from '../../../domain/time/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TimeField } from '../../ui/time-field.tsx'

type EndFieldsProps = { end: LocalTime; first: string; last: string; onChange: (end: LocalTime) => void }

/** The date and time when a game ends, for games whose length is not in the list. */
export default function EndFields({ end, first, last, onChange }: EndFieldsProps) {
  const [typed, setTyped] = useState<{ date: string | null; time: string | null }>(end)
  const change = (next: typeof typed) => {
    setTyped(next)
    if (next.date !== null && next.time !== null) onChange({ date: next.date, time: next.time })
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <DateField label="Ends on" value={typed.date} onChange={(date) => change({ ...typed, date })} minDate={first} maxDate={last} />
      <TimeField label="Ends" value={typed.time} onChange={(time) => change({ ...typed, time })} />
    </div>
  )
}
