import { joinClasses } from './class-names.ts'

type SeatsProps = {
  /** Seats taken by other players. */
  taken: number
  /** Seats of the viewer and their guests. */
  ownSeats?: number
  open: number
  waiting?: number
  size?: 'normal' | 'large'
  className?: string
}

/** With more dots than this, the picture would be hard to read, so we show a bar in the same colors. */
const maxDots = 40

const describeSeats = ({ taken, ownSeats = 0, open, waiting = 0 }: SeatsProps) =>
  [
    `${taken + ownSeats} of ${taken + ownSeats + open} seats taken`,
    ownSeats === 1 ? 'one is yours' : ownSeats > 1 ? `${ownSeats} are yours` : '',
    waiting ? `${waiting} waiting` : '',
  ]
    .filter(Boolean)
    .join(', ')

const kinds = {
  taken: 'border-court bg-court',
  ownSeats: 'border-on-ball bg-ball',
  open: 'border-court',
  waiting: 'border-dashed border-soft',
}

export function Seats({ size = 'normal', className, ...counts }: SeatsProps) {
  const { taken, ownSeats = 0, open, waiting = 0 } = counts
  if (taken + ownSeats + open + waiting > maxDots) return <SeatsBar {...counts} {...(className ? { className } : {})} />
  const dotKinds = [
    ...Array<keyof typeof kinds>(taken).fill('taken'),
    ...Array<keyof typeof kinds>(ownSeats).fill('ownSeats'),
    ...Array<keyof typeof kinds>(open).fill('open'),
    ...Array<keyof typeof kinds>(waiting).fill('waiting'),
  ]
  const dot = size === 'large' ? 'size-4 border-2' : 'size-2.75 border-[1.5px]'
  return (
    <span
      role="img"
      aria-label={describeSeats(counts)}
      className={joinClasses('flex flex-wrap', size === 'large' ? 'gap-1.75' : 'gap-1.25', className)}
    >
      {dotKinds.map((kind, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the dots differ only in their position.
        <span key={index} className={joinClasses('rounded-full', dot, kinds[kind])} />
      ))}
    </span>
  )
}

function SeatsBar({ className, ...counts }: SeatsProps) {
  const { taken, ownSeats = 0, open } = counts
  const share = (part: number) => `${(100 * part) / Math.max(1, taken + ownSeats + open)}%`
  return (
    <span
      role="img"
      aria-label={describeSeats(counts)}
      className={joinClasses('flex h-2.75 w-full max-w-72 overflow-hidden rounded-full border-[1.5px] border-court', className)}
    >
      <span className="bg-court" style={{ width: share(taken) }} />
      {ownSeats > 0 && <span className="min-w-1.5 bg-ball" style={{ width: share(ownSeats) }} />}
    </span>
  )
}
