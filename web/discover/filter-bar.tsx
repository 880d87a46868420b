import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { listChips, removeChip } from '../../domain/ask/list-chips.ts'
import type { City } from '../../domain/cities/contract.ts'
import type { DiscoverState } from '../../domain/discover/state.ts'
import { useViewer } from '../app-state.ts'
import { myTeams } from '../teams/queries.ts'
import { OpeningChip, RemovableChip, ToggleChip } from '../ui/chip.tsx'
import { dateWords } from './date-words.ts'
import { activityWords, levelWords, seatWords, timeWords, whereWords } from './filter-words.ts'
import { HostsChip } from './hosts-chip.tsx'
import { TeamChip } from './team-chip.tsx'
import type { Discovering } from './use-discover-state.ts'

export type FilterName = 'activities' | 'where' | 'dates' | 'time' | 'level' | 'seats' | 'communities'

export type FilterProps = {
  state: DiscoverState
  city: City | null
  communities: readonly { id: string; name: string }[]
  onChange: (next: DiscoverState) => void
}

/** One line to be moved sideways under a thumb, as many as it takes elsewhere. Its rim is room for what marks the focus. */
export const filterRowClasses =
  'flex gap-x-2 gap-y-2.5 max-sm:-mx-4.5 max-sm:overflow-x-auto max-sm:px-4.5 max-sm:py-1.5 max-sm:[scrollbar-width:none] sm:flex-wrap'

const FilterPopover = lazy(() => import('./filter-popover.tsx'))

type Filter = { name: FilterName; title: string; words: string | null }

type FilterBarProps = Pick<Discovering, 'state' | 'city' | 'change'> & {
  /** Where the others mean nothing. */
  only?: readonly FilterName[]
}

/** What is looked for, each piece a chip that says what it is set to. */
export function FilterBar({ state, city, change, only }: FilterBarProps) {
  const viewer = useViewer()
  const { data: communities = [] } = useQuery({ ...myTeams, enabled: viewer !== null && !only })
  const [open, setOpen] = useState<FilterName | null>(null)
  const triggers = useRef(new Map<FilterName, HTMLButtonElement | null>())
  const trigger = useRef<HTMLElement | null>(null)
  const bar = useRef<HTMLFieldSetElement>(null)
  const hasMoved = useRef(false)
  /** Steps in one filter are one step back. */
  const hasChanged = useRef(false)
  const { filters } = state
  const all: Filter[] = [
    { name: 'activities', title: 'Activities', words: activityWords(filters.activities) },
    { name: 'where', title: 'Where', words: whereWords(state, city) },
    { name: 'dates', title: 'When', words: dateWords(filters) },
    { name: 'time', title: 'Time of day', words: timeWords(filters) },
    { name: 'level', title: 'Level', words: levelWords(filters) },
    { name: 'seats', title: 'Seats left', words: seatWords(filters) },
    // Which one it is stands in a chip of its own.
    ...(communities.length > 0 ? [{ name: 'communities' as const, title: 'My communities', words: null }] : []),
  ]
  const shown = only ? all.filter(({ name }) => only.includes(name)) : all
  // What is on stands first, where it is seen; whoever pressed it stays with it.
  const hosts = (
    <HostsChip
      state={state}
      change={(next) => {
        hasMoved.current = true
        change(next)
      }}
      ref={(button) => {
        if (button && hasMoved.current) button.focus()
        if (button) hasMoved.current = false
      }}
    />
  )
  const current = shown.find(({ name }) => name === open)
  return (
    <fieldset ref={bar} tabIndex={-1} className="flex min-w-0 gap-x-2 gap-y-2.5 outline-none max-sm:shrink-0 sm:flex-wrap">
      <legend className="sr-only">Filters</legend>
      {/* The button that had the focus goes with its chip. */}
      {!only && state.isFollowed && hosts}
      {!only && <TeamChip state={state} change={change} onRemoved={() => bar.current?.focus()} />}
      {shown.map(({ name, title, words }) => (
        <OpeningChip
          key={name}
          ref={(button) => {
            triggers.current.set(name, button)
          }}
          isOn={words !== null}
          isOpen={open === name}
          onOpen={() => {
            trigger.current = triggers.current.get(name) ?? null
            hasChanged.current = false
            setOpen(open === name ? null : name)
          }}
        >
          {words !== null && <span className="sr-only">{title}: </span>}
          {words ?? title}
        </OpeningChip>
      ))}
      {!only && (
        <>
          {!state.isFollowed && hosts}
          <ToggleChip isOn={state.isPast} onToggle={() => change({ ...state, isPast: !state.isPast })}>
            Past
          </ToggleChip>
          <OtherFilters state={state} change={change} />
        </>
      )}
      {current && (
        <Suspense>
          <FilterPopover
            key={current.name}
            name={current.name}
            title={current.title}
            trigger={trigger}
            state={state}
            city={city}
            communities={communities}
            onChange={(next) => {
              change(next, { replace: hasChanged.current })
              hasChanged.current = true
            }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </fieldset>
  )
}

/** What only a question sets: it can be taken away. */
function OtherFilters({ state, change }: Pick<Discovering, 'state' | 'change'>) {
  const { cityId: _, center: __, q: ___, ...shared } = state.filters
  const named = { ...shared, city: null }
  const others = listChips(
    { ...named, activities: [], radius: null, from: null, to: null, timeOfDay: null, level: null, seatsLeft: null },
    '',
  )
  return others.map((chip) => (
    <RemovableChip
      key={chip.id}
      removeLabel={`Remove ${chip.label}`}
      onRemove={() => {
        const { city: ____, ...rest } = removeChip(named, chip)
        change({ ...state, filters: { ...state.filters, ...rest } })
      }}
    >
      {chip.label}
    </RemovableChip>
  ))
}
