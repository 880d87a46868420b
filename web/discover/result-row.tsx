import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ActivityId } from '../../domain/activities.ts'
import { joinClasses } from '../ui/class-names.ts'
import { CourtArt } from '../ui/court-art.tsx'

type ResultRowProps = {
  id: string
  to: string
  /** Null shows the drawn court of the activity. */
  pictureUrl: string | null
  activity: ActivityId
  isHighlighted: boolean
  onHighlight: ((id: string | null) => void) | undefined
  className: string | undefined
  /** The text next to the picture. A second element goes to the end of the row; phones hide it. */
  children: ReactNode
  /** Stands below the row, outside of its link. */
  after?: ReactNode
  /** A button in the corner of the picture, outside of the link. */
  corner?: ReactNode
}

type FactsProps = { where: string; miles: string | null; more?: string | undefined }

/** The address and the distance. A long address is cut at its end; the distance never is. */
export const ResultFacts = ({ where, miles, more }: FactsProps) => (
  <span className="flex min-w-0 text-small whitespace-pre text-soft">
    <span className="min-w-0 overflow-hidden text-ellipsis">{where}</span>
    {miles && <span className="flex-none"> · {miles}</span>}
    {more && <span className="max-w-[45%] flex-none overflow-hidden text-ellipsis"> · {more}</span>}
  </span>
)

/** A row of a list next to a map. Pointing at the row highlights its pin on the map. */
export function ResultRow({
  id,
  to,
  pictureUrl,
  activity,
  isHighlighted,
  onHighlight,
  className,
  children,
  after,
  corner,
}: ResultRowProps) {
  return (
    <li className={joinClasses('relative border-t border-line', isHighlighted && 'bg-court-wash')}>
      <Link
        to={to}
        onPointerEnter={() => onHighlight?.(id)}
        onPointerLeave={() => onHighlight?.(null)}
        onFocus={() => onHighlight?.(id)}
        onBlur={() => onHighlight?.(null)}
        className={joinClasses(
          'grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-3.5 py-3.5 focus-visible:-outline-offset-2 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:gap-x-4',
          className,
        )}
      >
        {pictureUrl ? (
          <img src={pictureUrl} alt="" loading="lazy" className="h-18 w-full rounded-thumb object-cover sm:h-23" />
        ) : (
          <CourtArt activity={activity} seed={id} className="h-18 w-full overflow-hidden rounded-thumb sm:h-23" />
        )}
        {children}
      </Link>
      {corner && (
        // As high as the picture, which is in the middle of the row.
        <div className={joinClasses('pointer-events-none absolute inset-y-0 left-0 flex items-center', className)}>
          <div className="-mt-2 -ml-2 h-18 *:pointer-events-auto sm:h-23">{corner}</div>
        </div>
      )}
      {after}
    </li>
  )
}
