import { type ReactNode, useEffect, useRef } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs'
import { useSearchParams } from 'react-router'
import { joinClasses } from './class-names.ts'

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
  const list = useRef<HTMLDivElement>(null)
  // On a phone, not all tabs fit. We scroll to the selected one, so that users who open a link see where they are.
  useEffect(() => {
    // React Aria fills the row after this effect has run for the first time.
    const frame = requestAnimationFrame(() => {
      const { current: row } = list
      const tab = row?.querySelector(`[data-key="${CSS.escape(selected)}"]`)
      if (!row || !tab) return
      const [rowBox, tabBox] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
      row.scrollLeft += tabBox.left + tabBox.width / 2 - (rowBox.left + rowBox.width / 2)
    })
    return () => cancelAnimationFrame(frame)
  }, [selected])
  return (
    <AriaTabs selectedKey={selected} onSelectionChange={select} className={joinClasses('grid min-w-0', className)}>
      <TabList
        ref={list}
        aria-label={label}
        items={tabs}
        className="-mx-4.5 flex gap-6 overflow-x-auto border-b border-line px-4.5 [scrollbar-width:none] sm:mx-0 sm:px-0"
      >
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
