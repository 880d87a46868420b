import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import { useSearchParams } from 'react-router'
import { joinClasses } from './class-names.ts'
import { useIsWide } from './use-media.ts'
import { tabRowClasses, useTabRow } from './use-tab-row.ts'

export type TabEntry<Name extends string> = { name: Name; label: string; count?: number; panel: ReactNode }

type TabsProps<Name extends string> = {
  label: string
  tabs: readonly TabEntry<Name>[]
  selected: Name
  onSelect: (name: Name) => void
  /** With `beside`, wide screens have the tabs in a column at the left of the panel. */
  place?: 'above' | 'beside'
  className?: string
}

const tabClasses = {
  horizontal:
    '-mb-px min-h-11.5 whitespace-nowrap border-b-2 border-transparent text-soft data-hovered:text-ink data-selected:border-court data-selected:text-ink',
  vertical: 'min-h-11 rounded-control px-3.5 text-soft data-hovered:text-ink data-selected:bg-court-wash data-selected:text-court',
}

/** Each tab has a name instead of a number, so that hiding one tab does not change the others. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, place = 'above', className }: TabsProps<Name>) {
  const select = (key: unknown) => {
    const tab = tabs.find((candidate) => candidate.name === key)
    if (tab && tab.name !== selected) onSelect(tab.name)
  }
  const list = useTabRow<HTMLDivElement>('[aria-selected=true]')
  const orientation = useIsWide() && place === 'beside' ? 'vertical' : 'horizontal'
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={select}
      orientation={orientation}
      className={joinClasses(
        'grid min-w-0',
        orientation === 'vertical' && 'grid-cols-[13rem_minmax(0,1fr)] items-start gap-x-14',
        className,
      )}
    >
      <TabList
        ref={list}
        aria-label={label}
        items={tabs}
        className={orientation === 'vertical' ? 'sticky top-6 -ml-3.5 grid gap-0.5' : tabRowClasses}
      >
        {(tab) => (
          <Tab
            id={tab.name}
            className={joinClasses(
              'flex cursor-pointer items-center gap-1.5 font-semibold transition-colors duration-100 data-focus-visible:-outline-offset-2',
              tabClasses[orientation],
            )}
          >
            {tab.label}
            {tab.count !== undefined && <span className="font-normal text-soft">{tab.count}</span>}
          </Tab>
        )}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel
          key={tab.name}
          id={tab.name}
          className={joinClasses('min-w-0 outline-none', orientation === 'vertical' ? 'col-start-2 row-start-1' : 'pt-5')}
        >
          {tab.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}

/** Reads the selected tab from the address, and returns a function to change it. An unknown name selects the first tab. */
export function useSelectedTab<Name extends string>(names: readonly [Name, ...Name[]], parameter = 'tab') {
  const [search, setSearch] = useSearchParams()
  const requested = search.get(parameter)
  const selected = names.find((name) => name === requested) ?? names[0]
  // We replace the history entry, so that the back button leaves the page instead of going through all visited tabs.
  const select = (name: Name) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.set(parameter, name)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return [selected, select] as const
}
