import { joinClasses } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'

type SkeletonRowsProps = {
  count: number
  /** Space and lines as the rows that will stand there have them. */
  className: string
  /** Size and corners of what stands before the words. */
  picture: string
  /** How wide the two lines are. */
  lines: readonly [string, string]
}

/** The shape of a list whose rows are a picture and two lines. Stands in a `Loading`. */
export function SkeletonRows({ count, className, picture, lines: [first, second] }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, row) => row).map((row) => (
    <span key={row} className={joinClasses('flex items-center', className)}>
      <Skeleton className={joinClasses('flex-none', picture)} />
      <span className="grid flex-1 gap-2">
        <Skeleton className={joinClasses('h-4.5', first)} />
        <Skeleton className={joinClasses('h-3.5', second)} />
      </span>
    </span>
  ))
}
