import { Check, Minus, Plus } from 'lucide-react'
import { joinClasses } from '../../ui/class-names.ts'
import type { ShownJoiner } from '../manage/managed-list.ts'
import type { Hosting } from '../manage/use-hosting.ts'

type OfJoiner = { joiner: ShownJoiner; hosting: Hosting }

/** The tick beside a name: the whole party is in, or out again. */
export function CheckInTick({ joiner, hosting }: OfJoiner) {
  const isIn = joiner.arrived > 0
  return (
    <button
      type="button"
      aria-pressed={isIn}
      aria-label={`${joiner.name} is here`}
      onClick={() => hosting.checkIns.report(joiner, { arrived: isIn ? 0 : joiner.seats })}
      className={joinClasses(
        'grid size-12 flex-none place-items-center rounded-full border-2 transition-colors duration-100',
        isIn ? 'border-good bg-good text-card' : 'border-edge bg-card text-edge hover:border-good hover:text-good',
        joiner.isUnsent && 'border-dashed border-ink',
      )}
    >
      <Check size={24} strokeWidth={2.6} aria-hidden="true" />
    </button>
  )
}

const stepClasses = 'grid size-11 place-items-center rounded-full text-ink hover:bg-wash disabled:text-edge disabled:hover:bg-transparent'

/** How many of a party have come. Fewer than one is what the tick is for. */
export function PartyStepper({ joiner, hosting, className }: OfJoiner & { className?: string }) {
  const { arrived, seats, name } = joiner
  const say = (count: number) => hosting.checkIns.report(joiner, { arrived: count })
  return (
    <fieldset className={joinClasses('inline-flex items-center rounded-full border border-line bg-card', className)}>
      <legend className="sr-only">{`How many people came with ${name}`}</legend>
      <button type="button" aria-label="Remove one" disabled={arrived <= 1} onClick={() => say(arrived - 1)} className={stepClasses}>
        <Minus size={18} aria-hidden="true" />
      </button>
      <output aria-live="polite" className="min-w-17 text-center text-small font-strong tabular-nums">
        {arrived} of {seats} here
      </output>
      <button type="button" aria-label="Add one" disabled={arrived >= seats} onClick={() => say(arrived + 1)} className={stepClasses}>
        <Plus size={18} aria-hidden="true" />
      </button>
    </fieldset>
  )
}

/** Where words at the gate are, as long as the server has not got them. */
export function UnsentNote({ hosting: { checkIns }, className }: { hosting: Hosting; className?: string }) {
  return (
    <span role="status" className={joinClasses('text-small', className)}>
      {checkIns.isWaiting && (
        <span className="font-medium text-warn">
          Waiting to be sent ({checkIns.unsent}){!checkIns.isKept && '. Keep this page open, because your browser cannot save them.'}
        </span>
      )}
    </span>
  )
}

/** "4 of 12 here": seats, since guests come too. */
export const cameWords = ({ list: { seats } }: Hosting) => `${seats.came} of ${seats.going} here`
