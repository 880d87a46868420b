import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** A person's picture, or an envelope icon for someone we only know by email. */
export function FaceOrLetter({ face, isAddress, size = 40 }: { face: Face; isAddress: boolean; size?: number }) {
  if (!isAddress) return <Avatar face={face} size={size} isDecorative />
  return (
    <span
      className="grid flex-none place-items-center rounded-full bg-wash text-soft"
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      <Mail size={Math.round(size * 0.45)} />
    </span>
  )
}

type PersonRowProps = {
  face: Face
  isAddress?: boolean
  note?: ReactNode
  /** Shown instead of the plain name, for example a link. */
  name?: ReactNode
  children?: ReactNode
}

/** One person in a list. Buttons can be placed at the end of the row. */
export function PersonRow({ face, isAddress = false, note, name = face.name, children }: PersonRowProps) {
  return (
    <li className="flex min-h-16 items-center gap-3.5 border-b border-line py-2.5">
      <FaceOrLetter face={face} isAddress={isAddress} />
      <span className="grid min-w-0 flex-1">
        <span className="line-clamp-2 font-strong wrap-anywhere">{name}</span>
        {note && <span className="text-small text-soft">{note}</span>}
      </span>
      {children}
    </li>
  )
}

const skeletonWidths = ['w-36', 'w-48', 'w-28']

export function PersonRowsLoading({ label, className }: { label: string; className?: string }) {
  return (
    <Loading label={label} className={joinClasses(className)}>
      {skeletonWidths.map((width) => (
        <span key={width} className="flex min-h-16 items-center gap-3.5 border-b border-line py-2.5">
          <Skeleton className="size-10 flex-none rounded-full" />
          <span className="grid flex-1 gap-2">
            <Skeleton className={joinClasses('h-4', width)} />
            <Skeleton className="h-3 w-20" />
          </span>
        </span>
      ))}
    </Loading>
  )
}
