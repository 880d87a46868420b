import { useRef } from 'react'
import type { AskFilters, Chip } from '../../domain/ask/contract.ts'
import { listChips, removeChip } from '../../domain/ask/list-chips.ts'
import type { City } from '../../domain/cities/contract.ts'
import { RemovableChip, ToggleChip } from '../ui/chip.tsx'

type AskChipsProps = {
  filters: AskFilters
  /** The current day, 'YYYY-MM-DD'; labels such as "Tomorrow" are relative to it. */
  today: string
  /** The chips of the original question. They say which words each filter came from, and which filters are guesses. */
  originalChips?: readonly Chip[]
  /** Other cities with the same name. */
  cityChoices?: readonly City[]
  onChange: (filters: AskFilters) => void
}

/** The filters as chips that can be removed. If other cities have the same name, the user can switch to one of them. */
export function AskChips({ filters, today, originalChips = [], cityChoices = [], onChange }: AskChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const findOriginalChip = (id: string, label: string) => originalChips.find((chip) => chip.id === id && chip.label === label)
  const remove = (chip: Chip) => {
    onChange(removeChip(filters, chip))
    // The button that had the focus is gone with its chip, so we focus the list.
    list.current?.focus()
  }
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Filters from your question" className="flex flex-wrap gap-2 outline-none">
        {listChips(filters, today).map((chip) => {
          const { words = '', isGuess = false } = findOriginalChip(chip.id, chip.label) ?? {}
          return (
            <li key={chip.id} title={words === '' ? undefined : `“${words}”`}>
              <RemovableChip
                removeLabel={`Remove ${chip.label}`}
                onRemove={() => remove(chip)}
                {...(isGuess ? { className: 'border-dashed border-edge' } : {})}
              >
                {chip.label}
                {isGuess && <span className="font-normal text-soft">our guess</span>}
              </RemovableChip>
            </li>
          )
        })}
      </ul>
      {filters.city && <CityChoice filters={filters} cityChoices={cityChoices} onChange={onChange} />}
    </>
  )
}

function CityChoice({ filters, cityChoices, onChange }: Pick<AskChipsProps, 'filters' | 'onChange'> & { cityChoices: readonly City[] }) {
  const { city } = filters
  const choices = cityChoices.filter(({ name }) => name === city?.name)
  if (!city || choices.length < 2) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-small text-soft">Which {city.name}?</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ id, name, state, lat, lng }) => (
          <ToggleChip key={id} isOn={id === city.id} onToggle={() => onChange({ ...filters, city: { id, name, state, lat, lng } })}>
            {state}
          </ToggleChip>
        ))}
      </div>
    </fieldset>
  )
}
