import type { EventLive } from '../../../domain/events/contract.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { FieldError } from '../../ui/field.tsx'
import { Seats } from '../../ui/seats.tsx'
import { formatSlotSeats } from '../format-event.ts'

type SlotChoiceProps = { slots: EventLive['slots']; value: string; onChange: (id: string) => void; error?: string | undefined }

/** The slots to choose from, each with its free seats. */
export function SlotChoice({ slots, value, onChange, error }: SlotChoiceProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-small font-strong">Which slot?</legend>
      <div className="grid overflow-hidden rounded-control border border-edge">
        {slots.map(({ id, name, capacity, taken, waiting }) => (
          <label
            key={id}
            className={joinClasses(
              'flex min-h-13 cursor-pointer items-center gap-4 border-line px-3.5 py-2.5 not-first:border-t',
              'has-focus-visible:outline-[2.5px] has-focus-visible:-outline-offset-3 has-focus-visible:outline-court',
              value === id ? 'bg-court-wash' : 'bg-card hover:bg-wash',
            )}
          >
            <input type="radio" name="slot" className="size-4.5 accent-court" checked={value === id} onChange={() => onChange(id)} />
            <span className="grid min-w-0 flex-1 gap-1 sm:flex sm:items-center sm:justify-between sm:gap-4">
              <span className="min-w-0 font-strong wrap-anywhere">{name}</span>
              <Seats taken={taken} open={Math.max(0, capacity - taken)} waiting={waiting} />
            </span>
            <span className="min-w-12 text-right text-small text-soft">{formatSlotSeats({ capacity, taken, waiting })}</span>
          </label>
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
