import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { City } from '../../domain/cities/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { usStates } from '../../domain/us-states.ts'
import { readError } from '../ui/error-words.ts'
import { LazyComboBox } from '../ui/lazy-combo-box.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { citySearch } from './queries.ts'

type CityFieldProps = {
  label?: string
  isLabelHidden?: boolean
  size?: 'normal' | 'large'
  picked?: City | null
  /** A city once one is picked; null as soon as the text no longer is that city. */
  onPick: (city: City | null) => void
}

const pauseBeforeSearch = 120

/** A US city or town, picked from those there are. Typing works before the list's own code has arrived. */
export function CityField({ label = 'City', isLabelHidden = false, size = 'normal', picked = null, onPick }: CityFieldProps) {
  const [text, setText] = useState(picked ? cityLabel(picked) : '')
  // A picked city is known already; only what is typed is looked up.
  const wanted = picked && text === cityLabel(picked) ? '' : text
  const search = useDebounced(wanted, pauseBeforeSearch)
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
      isLoading={isFetching || search !== wanted}
      emptyText="No US city starts with these letters."
      error={error ? readError(error).message : undefined}
    />
  )
}
