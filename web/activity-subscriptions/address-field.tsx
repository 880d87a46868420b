import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cityLabel } from '../../domain/cities/rules.ts'
import type { Address } from '../../domain/geo/address.ts'
import { addressWords } from '../../domain/places/rules.ts'
import { usStates } from '../../domain/us-states.ts'
import { useConfig } from '../app-state.ts'
import { citySearch } from '../cities/queries.ts'
import { homeCity } from '../discover/queries.ts'
import { placeSearch } from '../geocode/queries.ts'
import { placesNamed } from '../places/named-places.ts'
import { readError } from '../ui/error-words.ts'
import { LazyComboBox } from '../ui/lazy-combo-box.tsx'
import { useDebounced } from '../ui/use-debounced.ts'

type Found = Address & { key: string; hint: string }

const pauseBeforeSearch = 150
/** The name of a city begins the words of many. */
const placesShown = 6
/** What someone else's server is asked waits for a whole word. */
const pauseBeforePlaces = 450

type AddressFieldProps = {
  /** What the field opens with. A pin that is put later makes it a new field. */
  address: Address | null
  onPick: (address: Address | null) => void
  /** Our places too: where one may stand for what is around it. A spot of its own is none of them. */
  hasPlaces?: boolean
  error?: string | undefined
}

const nothing = 'Nothing in the US is called that.'
const fieldWords = {
  cities: {
    alone: { label: 'City', placeholder: 'Austin, TX', none: 'No US city begins like that.' },
    geocoded: { label: 'City or address', placeholder: 'Zilker Park, Austin', none: nothing },
  },
  places: {
    alone: { label: 'City or place', placeholder: 'Austin, TX', none: 'No US city and no place we know begins like that.' },
    geocoded: { label: 'City, place or address', placeholder: 'Zilker Park, Austin', none: nothing },
  },
}

const toFound = (address: Address): Found => ({ ...address, key: 'picked', hint: '' })

/** A place by its name: one of our cities, one of our places, and any address where a geocoder is set. */
export function AddressField({ address, onPick, hasPlaces = false, error }: AddressFieldProps) {
  const { geocoder } = useConfig().map
  const [text, setText] = useState(address?.description ?? '')
  const [picked] = useState(address && toFound(address))
  const [last, setLast] = useState(picked)
  const wanted = last && text === last.description ? '' : text
  const search = useDebounced(wanted, pauseBeforeSearch)
  const slowSearch = useDebounced(wanted, pauseBeforePlaces)
  const cities = useQuery(citySearch(search))
  const home = useQuery({ ...homeCity, enabled: hasPlaces })
  const ours = useQuery({ ...placesNamed(search, address ?? home.data ?? null), ...(hasPlaces ? {} : { enabled: false }) })
  const addresses = useQuery({ ...placeSearch(slowSearch), ...(geocoder ? {} : { enabled: false }) })
  const pick = (found: Found | null) => {
    if (found) setLast(found)
    onPick(found && { name: found.name, lat: found.lat, lng: found.lng, description: found.description })
  }
  const items: Found[] = [
    ...(cities.data?.cities ?? []).map((city) => {
      const name = cityLabel(city)
      return { key: `city-${city.id}`, name, description: name, hint: usStates[city.state], lat: city.lat, lng: city.lng }
    }),
    ...(ours.data?.places ?? []).slice(0, placesShown).map((place) => {
      const { id, name, lat, lng } = place
      const hint = addressWords(place)
      return { key: `ours-${id}`, name, description: [name, hint].filter(Boolean).join(', ').slice(0, 200), hint, lat, lng }
    }),
    ...(addresses.data?.places ?? []).map((place, index) => ({ ...place, key: `place-${index}`, hint: place.description })),
  ]
  const words = fieldWords[hasPlaces ? 'places' : 'cities'][geocoder ? 'geocoded' : 'alone']
  const failure = cities.error ?? ours.error ?? addresses.error
  return (
    <LazyComboBox
      label={words.label}
      placeholder={words.placeholder}
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
      isLoading={cities.isFetching || ours.isFetching || addresses.isFetching || search !== wanted}
      emptyText={words.none}
      error={failure ? readError(failure).message : error}
    />
  )
}
