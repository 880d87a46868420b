import { useState } from 'react'
import type { LocalTime } from '../../../domain/time/wall-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TimeField } from '../../ui/time-field.tsx'

type EndFieldsProps = { end: LocalTime; first: string; last: string; onChange: (end: LocalTime) => void }

/** For a game that ends at no usual hour, or on another day. */
export default function EndFields({ end, first, last, onChange }: EndFieldsProps) {
  const [typed, setTyped] = useState<{ date: string | null; time: string | null }>(end)
  const take = (next: typeof typed) => {
    setTyped(next)
    if (next.date !== null && next.time !== null) onChange({ date: next.date, time: next.time })
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <DateField label="Ends on" value={typed.date} onChange={(date) => take({ ...typed, date })} first={first} last={last} />
      <TimeField label="Ends" value={typed.time} onChange={(time) => take({ ...typed, time })} />
    </div>
  )
}
