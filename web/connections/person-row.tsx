import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Face } from '../../domain/profiles/contract.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'

type PersonRowProps = { person: Face; note?: ReactNode; children?: ReactNode }

/** A row with a person's picture and name, which link to the profile. Buttons can be placed at its end. */
export function PersonRow({ person, note, children }: PersonRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <Link to={`/profile/${person.id}`} className="group flex min-h-13 min-w-[min(13rem,100%)] flex-1 items-center gap-3.5">
        <Avatar face={person} size={48} isDecorative />
        <span className="grid min-w-0">
          <span className="font-strong wrap-anywhere group-hover:text-court">{person.name}</span>
          {note && <span className="text-small text-soft">{note}</span>}
        </span>
      </Link>
      {children && <div className="flex items-center gap-2.5 max-sm:has-[button+button]:pl-15.5">{children}</div>}
    </li>
  )
}

export function PeopleLoading({ count = 3 }: { count?: number }) {
  return (
    <Loading>
      <SkeletonRows count={count} className="gap-3.5 border-b border-line py-3.5" picture="size-12 rounded-full" lines={['w-36', 'w-48']} />
    </Loading>
  )
}

/** "Nov 20", or "Nov 20, 2024" if it is not the current year. */
export const formatSince = (since: number): string => writeDate(since, { now: Date.now() }, { month: 'short', day: 'numeric' })
