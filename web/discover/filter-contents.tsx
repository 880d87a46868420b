import { lazy, Suspense } from 'react'
import { type ActivityId, activities as allActivities, findActivity } from '../../domain/activities.ts'
import { dayParts } from '../../domain/discover/filters.ts'
import { countryBounds, type DiscoverState, defaultRadiusMiles, moveToCity } from '../../domain/discover/state.ts'
import { formatLevel } from '../../domain/profiles/levels.ts'
import { ActivitiesField } from '../activity-subscriptions/activities-field.tsx'
import { CityField } from '../cities/city-field.tsx'
import { rememberCity } from '../cities/recent-cities.ts'
import { ToggleChip } from '../ui/chip.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { FilterProps } from './filter-bar.tsx'
import { listQuickDates } from './format-dates.ts'
import { findDayPart, formatPrice, isNation } from './format-filters.ts'

const DateRangeField = lazy(async () => ({ default: (await import('../ui/date-range-field.tsx')).DateRangeField }))

const Chips = ({ children }: { children: React.ReactNode }) => <div className="flex flex-wrap gap-x-2 gap-y-2.5">{children}</div>

const withFilters = (state: DiscoverState, filters: Partial<DiscoverState['filters']>): DiscoverState => ({
  ...state,
  filters: { ...state.filters, ...filters },
})

export function ActivityFilter({ state, onChange }: FilterProps) {
  const { activities } = state.filters
  const findActivityId = (label: string) => allActivities.find((activity) => activity.label === label)?.id
  return (
    <ActivitiesField
      value={activities.flatMap((id) => findActivity(id)?.label ?? [])}
      onChange={(labels) => {
        const ids = labels.map(findActivityId).filter((id): id is ActivityId => id !== undefined)
        onChange(
          withFilters(state, { activities: ids, withoutActivities: state.filters.withoutActivities.filter((id) => !ids.includes(id)) }),
        )
      }}
    />
  )
}

const radii = [2, 5, 10, 15, 25, 50]

export function WhereFilter({ state, city, onChange }: FilterProps) {
  const { center, radius } = state.filters
  const shownRadius = state.view ? null : (radius ?? defaultRadiusMiles)
  const radiusOptions = radius !== null && !radii.includes(radius) ? [...radii, radius].toSorted((a, b) => a - b) : radii
  return (
    <div className="grid gap-4">
      <CityField
        key={city?.id ?? 0}
        picked={city}
        onPick={(picked) => {
          if (!picked) return
          rememberCity(picked)
          onChange(moveToCity(state, picked))
        }}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-small font-strong">Within</legend>
        <Chips>
          {radiusOptions.map((miles) => (
            <ToggleChip
              key={miles}
              isOn={center !== null && miles === shownRadius}
              isDisabled={center === null}
              onToggle={() => onChange({ ...withFilters(state, { radius: miles }), view: null })}
            >
              {miles} miles
            </ToggleChip>
          ))}
          <ToggleChip isOn={isNation(state)} onToggle={() => onChange({ ...state, view: countryBounds })}>
            Anywhere
          </ToggleChip>
        </Chips>
      </fieldset>
    </div>
  )
}

export function DateFilter({ state, onChange }: FilterProps) {
  const { from, to } = state.filters
  return (
    <div className="grid gap-4">
      <Chips>
        {listQuickDates().map(({ id, label, dates }) => {
          const isOn = dates.from === from && dates.to === to
          return (
            <ToggleChip key={id} isOn={isOn} onToggle={() => onChange(withFilters(state, isOn ? { from: null, to: null } : dates))}>
              {label}
            </ToggleChip>
          )
        })}
      </Chips>
      <Suspense fallback={<Skeleton className="h-17 w-full" />}>
        <DateRangeField
          label="Date range"
          value={{ start: from, end: to }}
          onChange={({ start, end }) => onChange(withFilters(state, { from: start, to: end }))}
        />
      </Suspense>
    </div>
  )
}

const dayPartLabels = { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' } as const

export function TimeFilter({ state, onChange }: FilterProps) {
  const dayPart = findDayPart(state.filters.timeOfDay)
  return (
    <Chips>
      {(Object.keys(dayPartLabels) as (keyof typeof dayPartLabels)[]).map((name) => (
        <ToggleChip
          key={name}
          isOn={name === dayPart}
          onToggle={() => onChange(withFilters(state, { timeOfDay: name === dayPart ? null : dayParts[name] }))}
        >
          {dayPartLabels[name]}
        </ToggleChip>
      ))}
    </Chips>
  )
}

const wholeLevels = [1, 2, 3, 4, 5]

/** A level outside the range extends the range. A level inside it starts a new range. */
function toggleLevel(range: { min: number; max: number } | null, level: number) {
  if (!range) return { min: level, max: level }
  if (range.min === level && range.max === level) return null
  if (level < range.min) return { min: level, max: range.max }
  return level > range.max ? { min: range.min, max: level } : { min: level, max: level }
}

export function LevelFilter({ state, onChange }: FilterProps) {
  const { level } = state.filters
  return (
    <div className="grid gap-3">
      <Chips>
        {wholeLevels.map((option) => (
          <ToggleChip
            key={option}
            isOn={level !== null && option >= level.min && option <= level.max}
            onToggle={() => onChange(withFilters(state, { level: toggleLevel(level, option) }))}
          >
            {formatLevel('', option)}
          </ToggleChip>
        ))}
      </Chips>
      <p className="max-w-[34ch] text-small text-soft">Games for any level are always included.</p>
    </div>
  )
}

const prices = [
  { value: 'free', label: 'Free' },
  { value: 'paid', label: 'Paid' },
] as const

export function PriceFilter({ state, onChange }: FilterProps) {
  const { price } = state.filters
  return (
    <Chips>
      {prices.map(({ value, label }) => (
        <ToggleChip
          key={value}
          isOn={price === value}
          onToggle={() => onChange(withFilters(state, { price: price === value ? null : value }))}
        >
          {label}
        </ToggleChip>
      ))}
      {/* Only a question can set an amount. */}
      {typeof price === 'object' && price && (
        <ToggleChip isOn onToggle={() => onChange(withFilters(state, { price: null }))}>
          {formatPrice(state.filters)}
        </ToggleChip>
      )}
    </Chips>
  )
}

const seats = [1, 2, 4, 6]

export function SeatsFilter({ state, onChange }: FilterProps) {
  const { seatsLeft } = state.filters
  return (
    <Chips>
      {seats.map((count) => (
        <ToggleChip
          key={count}
          isOn={seatsLeft === count}
          onToggle={() => onChange(withFilters(state, { seatsLeft: seatsLeft === count ? null : count }))}
        >
          {count === 1 ? 'At least 1' : count}
        </ToggleChip>
      ))}
    </Chips>
  )
}

export function CommunityFilter({ state, communities, onChange }: FilterProps) {
  return (
    <Chips>
      {communities.map(({ id, name }) => (
        <ToggleChip key={id} isOn={state.teamId === id} onToggle={() => onChange({ ...state, teamId: state.teamId === id ? null : id })}>
          {name}
        </ToggleChip>
      ))}
    </Chips>
  )
}
