import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from '../../domain/activity-subscriptions/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { usStates } from '../../domain/us-states.ts'
import { useConfig } from '../app-state.ts'
import { citySearch } from '../cities/queries.ts'
import { placeSearch } from '../geocode/queries.ts'
import { readError } from '../ui/error-words.ts'
import { LazyComboBox } from '../ui/lazy-combo-box.tsx'
import { useDebounced } from '../ui/use-debounced.ts'

type Found = Address & { key: string; hint: string }

const pauseBeforeSearch = 150
/** What someone else's server is asked waits for a whole word. */
const pauseBeforePlaces = 450

type AddressFieldProps = {
  /** What the field opens with. A pin that is put later makes it a new field. */
  address: Address | null
  onPick: (address: Address | null) => void
  error?: string | undefined
}

const toFound = (address: Address): Found => ({ ...address, key: 'picked', hint: '' })

/** A place by its name: one of our cities, and any address where a geocoder is set. */
export function AddressField({ address, onPick, error }: AddressFieldProps) {
  const { geocoder } = useConfig().map
  const [text, setText] = useState(address?.description ?? '')
  const [picked] = useState(address && toFound(address))
  const [last, setLast] = useState(picked)
  const wanted = last && text === last.description ? '' : text
  const search = useDebounced(wanted, pauseBeforeSearch)
  const slowSearch = useDebounced(wanted, pauseBeforePlaces)
  const cities = useQuery(citySearch(search))
  const places = useQuery({ ...placeSearch(slowSearch), ...(geocoder ? {} : { enabled: false }) })
  const pick = (found: Found | null) => {
    if (found) setLast(found)
    onPick(found && { name: found.name, lat: found.lat, lng: found.lng, description: found.description })
  }
  const items: Found[] = [
    ...(cities.data?.cities ?? []).map((city) => {
      const name = cityLabel(city)
      return { key: `city-${city.id}`, name, description: name, hint: usStates[city.state], lat: city.lat, lng: city.lng }
    }),
    ...(places.data?.places ?? []).map((place, index) => ({ ...place, key: `place-${index}`, hint: place.description })),
  ]
  const words = geocoder ? { label: 'City or address', placeholder: 'Zilker Park, Austin' } : { label: 'City', placeholder: 'Austin, TX' }
  const failure = cities.error ?? places.error
  return (
    <LazyComboBox
      {...words}
      items={text.trim() === '' ? [] : items}
      getKey={({ key }) => key}
      getText={({ description }) => description}
      renderItem={({ name, hint }) => (
        <span className="flex w-full items-baseline justify-between gap-4">
          <span className="flex-none font-strong">{name.replace(/, [A-Z]{2}$/, '')}</span>
          <span className="truncate text-small text-soft">{hint}</span>
        </span>
      )}
      inputValue={text}
      onInputChange={setText}
      onPick={pick}
      defaultPicked={picked}
      isLoading={cities.isFetching || places.isFetching || search !== wanted}
      emptyText={geocoder ? 'Nothing in the US is called that.' : 'No US city begins like that.'}
      error={failure ? readError(failure).message : error}
    />
  )
}
