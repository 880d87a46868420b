import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import { useSearchParams } from 'react-router'
import { joinClasses } from './class-names.ts'
import { tabRowClasses, useTabRow } from './use-tab-row.ts'

export type TabEntry<Name extends string> = { name: Name; label: string; count?: number; panel: ReactNode }

type TabsProps<Name extends string> = {
  label: string
  tabs: readonly TabEntry<Name>[]
  selected: Name
  onSelect: (name: Name) => void
  className?: string
}

/** Each tab has a name instead of a number, so that hiding one tab does not change the others. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, className }: TabsProps<Name>) {
  const select = (key: unknown) => {
    const tab = tabs.find((candidate) => candidate.name === key)
    if (tab && tab.name !== selected) onSelect(tab.name)
  }
  const list = useTabRow<HTMLDivElement>('[aria-selected=true]')
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={select} className={joinClasses('grid min-w-0', className)}>
      <TabList ref={list} aria-label={label} items={tabs} className={tabRowClasses}>
        {(tab) => (
          <Tab
            id={tab.name}
            className="-mb-px flex min-h-11.5 cursor-pointer items-center gap-1.5 whitespace-nowrap border-b-2 border-transparent font-semibold text-soft transition-colors duration-100 data-hovered:text-ink data-selected:border-court data-selected:text-ink data-focus-visible:-outline-offset-2"
          >
            {tab.label}
            {tab.count !== undefined && <span className="font-normal text-soft">{tab.count}</span>}
          </Tab>
        )}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.name} id={tab.name} className="min-w-0 pt-5 outline-none">
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
