import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

const frame = 'grid h-14 w-13 flex-none place-content-center justify-items-center gap-px rounded-thumb border border-line bg-card'

type DateBadgeProps = {
  /** A plain date as YYYY-MM-DD: the day on the venue's wall calendar, whoever looks at it. */
  date: string
  locale?: string
  className?: string
}

export function DateBadge({ date, locale, className }: DateBadgeProps) {
  const day = new Date(`${date}T00:00:00Z`)
  const word = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(day)
  return (
    <time dateTime={date} className={joinClasses(frame, className)}>
      <VisuallyHidden>{word({ dateStyle: 'full' })}</VisuallyHidden>
      <span aria-hidden="true" className="text-[10.5px] font-bold leading-tight tracking-[0.08em] text-bad uppercase">
        {word({ month: 'short' })}
      </span>
      <span aria-hidden="true" className="text-[21px] font-strong leading-none">
        {word({ day: 'numeric' })}
      </span>
    </time>
  )
}

/** The same square with a picture, so that facts stand in one column. */
export function IconBadge({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span aria-hidden="true" className={joinClasses(frame, 'text-court', className)}>
      {children}
    </span>
  )
}
