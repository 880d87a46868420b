import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { joinClasses } from './class-names.ts'
import { tabRowClasses, useTabRow } from './use-tab-row.ts'

type PageTabsProps = {
  /** The name for screen readers. */
  label: string
  /** `isFront` marks the page whose path all others begin with. `note` stands behind the label, such as a count. */
  tabs: readonly { label: string; to: string; isFront?: boolean; note?: ReactNode }[]
}

/** Links to the pages of one thing. On a phone the row scrolls to the page that is open. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const row = useTabRow<HTMLElement>('[aria-current]')
  return (
    <nav ref={row} aria-label={label} className={tabRowClasses}>
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
