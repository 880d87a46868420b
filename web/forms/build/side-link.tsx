import type { ReactNode } from 'react'
import { joinClasses } from '../../ui/class-names.ts'

export const sideLinkClasses = (isCurrent: boolean) =>
  joinClasses(
    'flex min-h-11 w-full items-center gap-1.5 rounded-control px-3 text-left font-medium disabled:opacity-55 lg:min-h-10',
    isCurrent ? 'bg-court-wash' : 'hover:bg-wash',
  )

type SideLinkProps = { isCurrent: boolean; onPress: () => void; tone?: 'warn'; children: ReactNode }

/** An entry in the left column that shows something in the middle. */
export function SideLink({ isCurrent, onPress, tone, children }: SideLinkProps) {
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={onPress}
      className={joinClasses(sideLinkClasses(isCurrent), tone === 'warn' && 'text-warn')}
    >
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </button>
  )
}

export function SidePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-1">
      <h2 className="px-3 pb-1 text-small font-strong text-soft">{title}</h2>
      {children}
    </section>
  )
}
