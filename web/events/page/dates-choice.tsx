import { Choice } from '../form/fold-row.tsx'
import type { DatesToJoin } from './join-form.ts'

type DatesChoiceProps = { value: DatesToJoin; count: number; onChange: (dates: DatesToJoin) => void }

/** Asks whether the person joins one date of a series or all of them. */
export function DatesChoice({ value, count, onChange }: DatesChoiceProps) {
  const options = [
    { value: 'this', label: 'Only this date', hint: 'You can join the others later.' },
    { value: 'all', label: `All dates (${count})`, hint: 'Each date has its own seats. Where none is free, you join the waitlist.' },
  ] as const
  return (
    <div className="grid gap-1">
      <p aria-hidden="true" className="text-small font-strong">
        This game repeats
      </p>
      <Choice legend="Which dates" name="dates" value={value} options={options} onChange={onChange} />
    </div>
  )
}
