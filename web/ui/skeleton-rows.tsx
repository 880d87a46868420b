import { joinClasses } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'

type SkeletonRowsProps = {
  count: number
  /** The spacing and borders of the rows that will replace this one. */
  className: string
  /** The classes for the size and corners of the picture. */
  picture: string
  /** The width classes of the two lines. */
  lines: readonly [string, string]
}

/** The gray shapes of a list whose rows have a picture and two lines of text. Put it inside `Loading`. */
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
