import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

const badgeClasses = 'grid h-14 w-13 flex-none place-content-center justify-items-center gap-px rounded-thumb border border-line bg-card'

type DateBadgeProps = {
  /** A date as YYYY-MM-DD. It is the local date at the venue, not in the time zone of the viewer. */
  date: string
  locale?: string
  className?: string
}

export function DateBadge({ date, locale, className }: DateBadgeProps) {
  const day = new Date(`${date}T00:00:00Z`)
  const formatDay = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(day)
  return (
    <time dateTime={date} className={joinClasses(badgeClasses, className)}>
      <VisuallyHidden>{formatDay({ dateStyle: 'full' })}</VisuallyHidden>
      <span aria-hidden="true" className="text-[10.5px] font-bold leading-tight tracking-[0.08em] text-bad uppercase">
        {formatDay({ month: 'short' })}
      </span>
      <span aria-hidden="true" className="text-[21px] font-strong leading-none">
        {formatDay({ day: 'numeric' })}
      </span>
    </time>
  )
}

/** The same square with an icon, so that a list of facts lines up. */
export function IconBadge({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span aria-hidden="true" className={joinClasses(badgeClasses, 'text-court', className)}>
      {children}
    </span>
  )
}
