import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ActivityId } from '../../domain/activities.ts'
import { joinClasses } from '../ui/class-names.ts'
import { CourtArt } from '../ui/court-art.tsx'

type FoundRowProps = {
  id: string
  to: string
  /** Where there is none, its court stands for it. */
  pictureUrl: string | null
  activity: ActivityId
  isLit: boolean
  onLight: ((id: string | null) => void) | undefined
  className: string | undefined
  /** What stands beside the picture, and at the end where there is room. */
  children: ReactNode
}

type FactsProps = { where: string; miles: string | null; more?: string | undefined }

/** Where it is and how far: of a long address its end is left out, and never the distance. */
export const FoundFacts = ({ where, miles, more }: FactsProps) => (
  <span className="flex min-w-0 text-small whitespace-pre text-soft">
    <span className="min-w-0 overflow-hidden text-ellipsis">{where}</span>
    {miles && <span className="flex-none"> · {miles}</span>}
    {more && <span className="max-w-[45%] flex-none overflow-hidden text-ellipsis"> · {more}</span>}
  </span>
)

/** One of a list with a map: its picture, its words, and its spot lit while it is pointed at. */
export function FoundRow({ id, to, pictureUrl, activity, isLit, onLight, className, children }: FoundRowProps) {
  return (
    <li className={joinClasses('border-t border-line', isLit && 'bg-court-wash')}>
      <Link
        to={to}
        onPointerEnter={() => onLight?.(id)}
        onPointerLeave={() => onLight?.(null)}
        onFocus={() => onLight?.(id)}
        onBlur={() => onLight?.(null)}
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
    </li>
  )
}
