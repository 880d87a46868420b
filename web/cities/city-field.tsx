import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { City } from '../../domain/cities/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { usStates } from '../../domain/us-states.ts'
import { LazyComboBox } from '../ui/lazy-combo-box.tsx'
import { readError } from '../ui/read-error.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { citySearch } from './queries.ts'

type CityFieldProps = {
  label?: string
  isLabelHidden?: boolean
  size?: 'normal' | 'large'
  picked?: City | null
  /** Called with a city when the user picks one, and with null when the text no longer matches it. */
  onPick: (city: City | null) => void
}

const pauseBeforeSearch = 120

/** Picks a US city or town from a list. Typing works even before the code of the list has loaded. */
export function CityField({ label = 'City', isLabelHidden = false, size = 'normal', picked = null, onPick }: CityFieldProps) {
  const [text, setText] = useState(picked ? cityLabel(picked) : '')
  // We already have the picked city, so we search only for other text.
  const searchText = picked && text === cityLabel(picked) ? '' : text
  const search = useDebounced(searchText, pauseBeforeSearch)
  const { data, isFetching, error } = useQuery(citySearch(search))
  return (
    <LazyComboBox
      label={label}
      isLabelHidden={isLabelHidden}
      size={size}
      placeholder="Austin, TX"
      items={text.trim() === '' ? [] : (data?.cities ?? [])}
      getKey={(city) => String(city.id)}
      getText={cityLabel}
      renderItem={(city) => (
        <span className="flex w-full items-baseline justify-between gap-4">
          <span className="font-strong">{city.name}</span>
          <span className="text-small text-soft">{usStates[city.state]}</span>
        </span>
      )}
      inputValue={text}
      onInputChange={setText}
      onPick={onPick}
      defaultPicked={picked}
      isLoading={isFetching || search !== searchText}
      emptyText="No US city starts with these letters."
      error={error ? readError(error).message : undefined}
    />
  )
}
