import { Check, Minus, Plus } from 'lucide-react'
import { joinClasses } from '../../ui/class-names.ts'
import type { ShownJoiner } from '../manage/managed-list.ts'
import type { Hosting } from '../manage/use-hosting.ts'

type JoinerProps = { joiner: ShownJoiner; hosting: Hosting }

/** The check mark beside a name. It checks in the player and all their guests, or undoes that. */
export function CheckInToggle({ joiner, hosting }: JoinerProps) {
  const isCheckedIn = joiner.arrived > 0
  return (
    <button
      type="button"
      aria-pressed={isCheckedIn}
      aria-label={`${joiner.name} is here`}
      onClick={() => hosting.checkIns.record(joiner, { arrived: isCheckedIn ? 0 : joiner.seats })}
      className={joinClasses(
        'grid size-12 flex-none place-items-center rounded-full border-2 transition-colors duration-100',
        isCheckedIn ? 'border-good bg-good text-card' : 'border-edge bg-card text-edge hover:border-good hover:text-good',
        joiner.isUnsent && 'border-dashed border-ink',
      )}
    >
      <Check size={24} strokeWidth={2.6} aria-hidden="true" />
    </button>
  )
}

const stepClasses = 'grid size-11 place-items-center rounded-full text-ink hover:bg-wash disabled:text-edge disabled:hover:bg-transparent'

/** Counts how many people of a group have arrived. It stops at one: to go down to zero, the host uses the check mark. */
export function GroupStepper({ joiner, hosting, className }: JoinerProps & { className?: string }) {
  const { arrived, seats, name } = joiner
  const recordCount = (count: number) => hosting.checkIns.record(joiner, { arrived: count })
  return (
    <fieldset className={joinClasses('inline-flex items-center rounded-full border border-line bg-card', className)}>
      <legend className="sr-only">{`People who came with ${name}, including ${name}`}</legend>
      <button
        type="button"
        aria-label="Remove one"
        disabled={arrived <= 1}
        onClick={() => recordCount(arrived - 1)}
        className={stepClasses}
      >
        <Minus size={18} aria-hidden="true" />
      </button>
      <output aria-live="polite" className="min-w-17 text-center text-small font-strong tabular-nums">
        {arrived} of {seats} here
      </output>
      <button
        type="button"
        aria-label="Add one"
        disabled={arrived >= seats}
        onClick={() => recordCount(arrived + 1)}
        className={stepClasses}
      >
        <Plus size={18} aria-hidden="true" />
      </button>
    </fieldset>
  )
}

/** Tells the host that some check-ins have not reached the server yet. */
export function UnsentNote({ hosting: { checkIns }, className }: { hosting: Hosting; className?: string }) {
  return (
    <span role="status" className={joinClasses('text-small', className)}>
      {checkIns.isWaiting && (
        <span className="font-medium text-warn">
          {checkIns.unsent === 1 ? '1 check-in' : `${checkIns.unsent} check-ins`} not sent yet
          {!checkIns.isStored && '. Keep this page open, because your browser cannot save them.'}
        </span>
      )}
    </span>
  )
}

/** "4 of 12 here". It counts seats, because guests are checked in too. */
export const formatCheckedInCount = ({ list: { seats } }: Hosting) => `${seats.checkedIn} of ${seats.going} here`
