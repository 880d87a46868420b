import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { activities, activitiesByName } from '../../../domain/activities.ts'
import { findActivitiesNamed } from '../../../domain/activity-names.ts'
import { CityField } from '../../cities/city-field.tsx'
import { RemovableChip, ToggleChip } from '../../ui/chip.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { joinModeLabels } from './join-mode-labels.ts'
import type { DirectoryControls } from './use-directory-state.ts'

const sortedActivities = [...activitiesByName(), ...activities.filter(({ id }) => id === 'other')]

const findOptions = (typed: string) => findActivitiesNamed(typed, sortedActivities).map(({ id, label }) => ({ value: id, label }))

/** Words, a city, an activity, and how to join. Each change writes the URL. */
export function DirectoryFilters(controls: DirectoryControls) {
  const { filters, city, change } = controls
  const { activity, joinMode } = filters
  const label = activities.find(({ id }) => id === activity)?.label
  return (
    <fieldset className="grid min-w-0 gap-3.5">
      <legend className="sr-only">Filters</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <WordsField {...controls} />
        <CityField
          key={city?.id ?? 'anywhere'}
          label="City"
          isLabelHidden
          picked={city}
          onPick={(picked) => {
            if (picked && picked.id !== filters.cityId) change({ cityId: picked.id })
          }}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2.5">
        {activity && label ? (
          <RemovableChip removeLabel={`Remove ${label}`} onRemove={() => change({ activity: null })}>
            {label}
          </RemovableChip>
        ) : (
          <SearchSelect
            label="Activity"
            look="pill"
            value={activity}
            valueText="Activity"
            getOptions={findOptions}
            onChange={(picked) => change({ activity: activities.find(({ id }) => id === picked)?.id ?? null })}
            placeholder="Search activities"
            emptyText="No activity with this name."
          />
        )}
        {(['open', 'ask'] as const).map((mode) => (
          <ToggleChip key={mode} isOn={joinMode === mode} onToggle={() => change({ joinMode: joinMode === mode ? null : mode })}>
            {joinModeLabels[mode]}
          </ToggleChip>
        ))}
        <ToggleChip isOn={filters.cityId === null} onToggle={() => change({ cityId: filters.cityId === null ? 'home' : null })}>
          Anywhere
        </ToggleChip>
      </div>
    </fieldset>
  )
}

const pauseBeforeSearch = 250

function WordsField({ filters: { q }, change }: DirectoryControls) {
  const id = useId()
  const [text, setText] = useState(q)
  const typed = useDebounced(text, pauseBeforeSearch)
  // When the URL changes by the Back button or a button of the page, the field takes its text.
  const [lastWords, setLastWords] = useState(q)
  if (q !== lastWords) {
    setLastWords(q)
    if (q !== text.trim()) setText(q)
  }
  const writeUrl = useEffectEvent((words: string) => {
    if (words === text && words.trim() !== q) change({ q: words }, { replace: true })
  })
  useEffect(() => writeUrl(typed), [typed])
  return (
    <search className="relative block">
      <label htmlFor={id} className="sr-only">
        Name of a community
      </label>
      <Search size={17} aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-4 my-auto text-soft" />
      <input
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        placeholder="Search by name"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-11.5 w-full rounded-control border border-edge bg-card pr-3 pl-11 placeholder:text-soft hover:border-soft [&::-webkit-search-cancel-button]:hidden"
      />
    </search>
  )
}
