import { joinClasses } from './class-names.ts'

type SeatsProps = {
  /** Seats of others. */
  taken: number
  /** Mine, and those of guests I bring. */
  mine?: number
  open: number
  waiting?: number
  size?: 'normal' | 'large'
  className?: string
}

/** More dots than this are a wall, not a picture: a bar of the same colors says it then. */
const maxDots = 40

const describeSeats = ({ taken, mine = 0, open, waiting = 0 }: SeatsProps) =>
  [
    `${taken + mine} of ${taken + mine + open} seats taken`,
    mine === 1 ? 'one is yours' : mine > 1 ? `${mine} are yours` : '',
    waiting ? `${waiting} waiting` : '',
  ]
    .filter(Boolean)
    .join(', ')

const kinds = {
  taken: 'border-court bg-court',
  mine: 'border-on-ball bg-ball',
  open: 'border-court',
  waiting: 'border-dashed border-soft',
}

export function Seats({ size = 'normal', className, ...counts }: SeatsProps) {
  const { taken, mine = 0, open, waiting = 0 } = counts
  if (taken + mine + open + waiting > maxDots) return <SeatsBar {...counts} {...(className ? { className } : {})} />
  const row = [
    ...Array<keyof typeof kinds>(taken).fill('taken'),
    ...Array<keyof typeof kinds>(mine).fill('mine'),
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
      {row.map((kind, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots are alike, their place is all they are.
        <span key={index} className={joinClasses('rounded-full', dot, kinds[kind])} />
      ))}
    </span>
  )
}

function SeatsBar({ className, ...counts }: SeatsProps) {
  const { taken, mine = 0, open } = counts
  const share = (part: number) => `${(100 * part) / Math.max(1, taken + mine + open)}%`
  return (
    <span
      role="img"
      aria-label={describeSeats(counts)}
      className={joinClasses('flex h-2.75 w-full max-w-72 overflow-hidden rounded-full border-[1.5px] border-court', className)}
    >
      <span className="bg-court" style={{ width: share(taken) }} />
      {mine > 0 && <span className="min-w-1.5 bg-ball" style={{ width: share(mine) }} />}
    </span>
  )
}
