import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import { joinClasses } from './class-names.ts'

type PageTabsProps = {
  /** The name for screen readers. */
  label: string
  /** `isFront` marks the page whose path all others begin with. `note` stands behind the label, such as a count. */
  tabs: readonly { label: string; to: string; isFront?: boolean; note?: ReactNode }[]
}

/** Links to the pages of one thing. On a phone the row scrolls to the page that is open. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]')
    if (!row.current || !current) return
    const [box, link] = [row.current.getBoundingClientRect(), current.getBoundingClientRect()]
    row.current.scrollLeft += link.left + link.width / 2 - (box.left + box.width / 2)
  }, [])
  return (
    <nav
      ref={row}
      aria-label={label}
      className="-mx-4.5 flex gap-6 overflow-x-auto border-b border-line px-4.5 [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      {tabs.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          end={tab.isFront ?? false}
          className={({ isActive }) =>
            joinClasses(
              '-mb-px inline-flex min-h-11.5 items-center gap-1.5 whitespace-nowrap border-b-2 font-semibold transition-colors duration-100 focus-visible:-outline-offset-2',
              isActive ? 'border-court text-ink' : 'border-transparent text-soft hover:text-ink',
            )
          }
        >
          {tab.label}
          {tab.note}
        </NavLink>
      ))}
    </nav>
  )
}
