import { useState } from 'react'
import type { Face } from '../../../domain/profiles/contract.ts'
import { writeDate } from '../../../domain/time/write-time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** A change in a sentence. */
type ListedChange = { id: string; at: number; actor: Face | null; text: string }

/** Who changed what, each with the person and the time. */
export function ChangeList({ changes }: { changes: readonly ListedChange[] }) {
  const [now] = useState(() => Date.now())
  return (
    <ol aria-label="Changes" className="border-b border-line">
      {changes.map(({ id, at, actor, text }) => (
        <li key={id} className="flex items-start gap-3.5 border-t border-line py-3">
          <Avatar face={actor ?? { id, name: '?', pictureUrl: null }} size={36} isDecorative />
          <span className="grid min-w-0">
            <span className="wrap-anywhere">{text}</span>
            <time dateTime={new Date(at).toISOString()} className="text-small text-soft">
              {writeDate(at, { now }, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })}
            </time>
          </span>
        </li>
      ))}
    </ol>
  )
}

export function ChangesLoading() {
  return (
    <Loading label="Loading the changes">
      {['w-72', 'w-60', 'w-80'].map((width) => (
        <span key={width} className="flex items-start gap-3.5 border-t border-line py-3">
          <Skeleton className="size-9 rounded-full" />
          <span className="grid gap-2 pt-1">
            <Skeleton className={`h-4.5 max-w-full ${width}`} />
            <Skeleton className="h-3.5 w-28" />
          </span>
        </span>
      ))}
    </Loading>
  )
}
