import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cityLabel } from '../../domain/cities/rules.ts'
import type { Address } from '../../domain/geo/address.ts'
import { formatPlaceAddress } from '../../domain/places/rules.ts'
import { usStates } from '../../domain/us-states.ts'
import { useConfig } from '../app-state.ts'
import { citySearch } from '../cities/queries.ts'
import { homeCity } from '../discover/queries.ts'
import { addressSearch } from '../geocode/queries.ts'
import { placesByName } from '../places/places-by-name.ts'
import { LazyComboBox } from '../ui/lazy-combo-box.tsx'
import { readError } from '../ui/read-error.ts'
import { useDebounced } from '../ui/use-debounced.ts'

type AddressOption = Address & { key: string; hint: string }

const pauseBeforeSearch = 150
/** Many places have the name of their city in their address, so we limit how many we show. */
const maxPlaces = 6
/** The geocoder is another company’s server, so we wait longer, until a whole word is typed. */
const pauseBeforeGeocoding = 450

type AddressFieldProps = {
  /** The address the field starts with. To show another address, mount the field again with a new `key`. */
  address: Address | null
  onPick: (address: Address | null) => void
  /** Also suggests our own places. Leave it off where the user needs an exact point, such as for a new place. */
  hasPlaces?: boolean
  error?: string | undefined
}

const noResults = 'No results in the US. Check the spelling or try a nearby city.'
const fieldTexts = {
  cities: {
    withoutGeocoder: { label: 'City', placeholder: 'Austin, TX', emptyText: 'No US city starts with these letters.' },
    withGeocoder: { label: 'City or address', placeholder: 'Zilker Park, Austin', emptyText: noResults },
  },
  places: {
    withoutGeocoder: { label: 'City or place', placeholder: 'Austin, TX', emptyText: 'No US city or place starts with these letters.' },
    withGeocoder: { label: 'City, place or address', placeholder: 'Zilker Park, Austin', emptyText: noResults },
  },
}

const toOption = (address: Address): AddressOption => ({ ...address, key: 'picked', hint: '' })

/** Finds a location by name: a city, one of our places or, if a geocoder is configured, any address. */
export function AddressField({ address, onPick, hasPlaces = false, error }: AddressFieldProps) {
  const { geocoder } = useConfig().map
  const [text, setText] = useState(address?.description ?? '')
  const [initialOption] = useState(address && toOption(address))
  const [lastOption, setLastOption] = useState(initialOption)
  const searchText = lastOption && text === lastOption.description ? '' : text
  const search = useDebounced(searchText, pauseBeforeSearch)
  const geocoderSearch = useDebounced(searchText, pauseBeforeGeocoding)
  const cities = useQuery(citySearch(search))
  const home = useQuery({ ...homeCity, enabled: hasPlaces })
  const places = useQuery({ ...placesByName(search, address ?? home.data ?? null), ...(hasPlaces ? {} : { enabled: false }) })
  const addresses = useQuery({ ...addressSearch(geocoderSearch), ...(geocoder ? {} : { enabled: false }) })
  const pick = (option: AddressOption | null) => {
    if (option) setLastOption(option)
    onPick(option && { name: option.name, lat: option.lat, lng: option.lng, description: option.description })
  }
  const items: AddressOption[] = [
    ...(cities.data?.cities ?? []).map((city) => {
      const name = cityLabel(city)
      return { key: `city-${city.id}`, name, description: name, hint: usStates[city.state], lat: city.lat, lng: city.lng }
    }),
    ...(places.data?.places ?? []).slice(0, maxPlaces).map((place) => {
      const { id, name, lat, lng } = place
      const hint = formatPlaceAddress(place)
      return { key: `ours-${id}`, name, description: [name, hint].filter(Boolean).join(', ').slice(0, 200), hint, lat, lng }
    }),
    ...(addresses.data?.places ?? []).map((place, index) => ({ ...place, key: `place-${index}`, hint: place.description })),
  ]
  const fieldText = fieldTexts[hasPlaces ? 'places' : 'cities'][geocoder ? 'withGeocoder' : 'withoutGeocoder']
  const failure = cities.error ?? places.error ?? addresses.error
  return (
    <LazyComboBox
      label={fieldText.label}
      placeholder={fieldText.placeholder}
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
      defaultPicked={initialOption}
      isLoading={cities.isFetching || places.isFetching || addresses.isFetching || search !== searchText}
      emptyText={fieldText.emptyText}
      error={failure ? readError(failure).message : error}
    />
  )
}
