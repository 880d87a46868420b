import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { listChips, removeChip } from '../../domain/ask/list-chips.ts'
import type { City } from '../../domain/cities/contract.ts'
import type { DiscoverState } from '../../domain/discover/state.ts'
import { useViewer } from '../app-state.ts'
import { myTeams } from '../teams/queries.ts'
import { DropdownChip, RemovableChip, ToggleChip } from '../ui/chip.tsx'
import { formatDates } from './format-dates.ts'
import { formatActivities, formatLevel, formatPrice, formatSeatsLeft, formatTimeOfDay, formatWhere } from './format-filters.ts'
import { HostsChip } from './hosts-chip.tsx'
import { TeamChip } from './team-chip.tsx'
import type { DiscoverControls } from './use-discover-state.ts'

export type FilterName = 'activities' | 'where' | 'dates' | 'time' | 'level' | 'price' | 'seats' | 'communities'

export type FilterProps = {
  state: DiscoverState
  city: City | null
  communities: readonly { id: string; name: string }[]
  onChange: (next: DiscoverState) => void
}

/** One line that scrolls sideways on a phone, several lines elsewhere. The padding leaves room for the focus ring. */
export const filterRowClasses =
  'flex gap-x-2 gap-y-2.5 max-sm:-mx-4.5 max-sm:overflow-x-auto max-sm:px-4.5 max-sm:py-1.5 max-sm:[scrollbar-width:none] sm:flex-wrap'

const FilterPopover = lazy(() => import('./filter-popover.tsx'))

type Filter = { name: FilterName; title: string; value: string | null }

type FilterBarProps = Pick<DiscoverControls, 'state' | 'city' | 'change'> & {
  /** Shows only these filters, for searches where the others have no meaning. */
  only?: readonly FilterName[]
}

/** The filters of the search: one chip for each, with its current value. */
export function FilterBar({ state, city, change, only }: FilterBarProps) {
  const viewer = useViewer()
  const { data: communities = [] } = useQuery({ ...myTeams, enabled: viewer !== null && !only })
  const [open, setOpen] = useState<FilterName | null>(null)
  const triggers = useRef(new Map<FilterName, HTMLButtonElement | null>())
  const trigger = useRef<HTMLElement | null>(null)
  const bar = useRef<HTMLFieldSetElement>(null)
  /** Whether the chip of hosts will be on where it moves to, after somebody has pressed it. */
  const hostsMoveTo = useRef<boolean | null>(null)
  /** Several changes in one open filter are one step in the history, so that Back undoes them together. */
  const hasChanged = useRef(false)
  const { filters } = state
  const allFilters: Filter[] = [
    { name: 'activities', title: 'Activities', value: formatActivities(filters.activities) },
    { name: 'where', title: 'Where', value: formatWhere(state, city) },
    { name: 'dates', title: 'When', value: formatDates(filters) },
    { name: 'time', title: 'Time of day', value: formatTimeOfDay(filters) },
    { name: 'level', title: 'Level', value: formatLevel(filters) },
    { name: 'price', title: 'Price', value: formatPrice(filters) },
    { name: 'seats', title: 'Seats left', value: formatSeatsLeft(filters) },
    // This chip shows no value: `TeamChip` shows the selected community.
    ...(communities.length > 0 ? [{ name: 'communities' as const, title: 'My communities', value: null }] : []),
  ]
  const shownFilters = only ? allFilters.filter(({ name }) => only.includes(name)) : allFilters
  // The chip moves to the front when it is on, so that it stays visible. We then focus it again for the user who pressed it. A render
  // before the move passes the old button, which must not end the wait.
  const hostsChip = (
    <HostsChip
      state={state}
      change={(next) => {
        hostsMoveTo.current = next.isFollowed
        change(next)
      }}
      ref={(button) => {
        if (!button || hostsMoveTo.current !== state.isFollowed) return
        hostsMoveTo.current = null
        button.focus()
      }}
    />
  )
  const openFilter = shownFilters.find(({ name }) => name === open)
  return (
    <fieldset ref={bar} tabIndex={-1} className="flex min-w-0 gap-x-2 gap-y-2.5 outline-none max-sm:shrink-0 sm:flex-wrap">
      <legend className="sr-only">Filters</legend>
      {/* Removing the community also removes the button that had the focus, so we focus the bar. */}
      {!only && state.isFollowed && hostsChip}
      {!only && <TeamChip state={state} change={change} onRemoved={() => bar.current?.focus()} />}
      {shownFilters.map(({ name, title, value }) => (
        <DropdownChip
          key={name}
          ref={(button) => {
            triggers.current.set(name, button)
          }}
          isOn={value !== null}
          isOpen={open === name}
          onOpen={() => {
            trigger.current = triggers.current.get(name) ?? null
            hasChanged.current = false
            setOpen(open === name ? null : name)
          }}
        >
          {value !== null && <span className="sr-only">{title}: </span>}
          {value ?? title}
        </DropdownChip>
      ))}
      {!only && (
        <>
          {!state.isFollowed && hostsChip}
          <ToggleChip isOn={state.isPast} onToggle={() => change({ ...state, isPast: !state.isPast })}>
            Past
          </ToggleChip>
          <OtherFilters state={state} change={change} />
        </>
      )}
      {openFilter && (
        <Suspense>
          <FilterPopover
            key={openFilter.name}
            name={openFilter.name}
            title={openFilter.title}
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

/** Filters that only a question can set. The user can remove them here. */
function OtherFilters({ state, change }: Pick<DiscoverControls, 'state' | 'change'>) {
  const { cityId: _, center: __, q: ___, ...shared } = state.filters
  const filters = { ...shared, city: null }
  const otherChips = listChips(
    { ...filters, activities: [], radius: null, from: null, to: null, timeOfDay: null, level: null, price: null, seatsLeft: null },
    '',
  )
  return otherChips.map((chip) => (
    <RemovableChip
      key={chip.id}
      removeLabel={`Remove ${chip.label}`}
      onRemove={() => {
        const { city: ____, ...rest } = removeChip(filters, chip)
        change({ ...state, filters: { ...state.filters, ...rest } })
      }}
    >
      {chip.label}
    </RemovableChip>
  ))
}
