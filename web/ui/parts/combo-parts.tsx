import { useEffect, useState } from 'react'
import { ComboBox } from '../combo-box.tsx'
import { SearchSelect } from '../search-select.tsx'
import { PartSection } from './part-section.tsx'

type City = { id: string; name: string; state: string; people: string }

const cities: City[] = [
  { id: '1', name: 'Austin', state: 'TX', people: '978,908' },
  { id: '2', name: 'Austin', state: 'MN', people: '26,174' },
  { id: '3', name: 'Aurora', state: 'CO', people: '386,261' },
  { id: '4', name: 'Augusta', state: 'GA', people: '202,081' },
  { id: '5', name: 'San Francisco', state: 'CA', people: '808,437' },
  { id: '6', name: 'San Antonio', state: 'TX', people: '1,434,625' },
  { id: '7', name: 'Winston-Salem', state: 'NC', people: '249,545' },
]

const textOf = (city: City) => `${city.name}, ${city.state}`

function useFoundCities(text: string) {
  const [results, setResults] = useState<City[]>([])
  const [isLoading, setLoading] = useState(false)
  useEffect(() => {
    const query = text.trim().toLowerCase()
    setLoading(query !== '')
    const timer = setTimeout(() => {
      setResults(query ? cities.filter((city) => textOf(city).toLowerCase().includes(query)) : [])
      setLoading(false)
    }, 250)
    return () => clearTimeout(timer)
  }, [text])
  return { found: results, isLoading }
}

function CityBox({ size, error }: { size: 'normal' | 'large'; error?: string }) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<City | null>(null)
  const { found, isLoading } = useFoundCities(text)
  return (
    <ComboBox
      label={size === 'large' ? 'Your city' : 'City'}
      isLabelHidden={size === 'large'}
      placeholder={size === 'large' ? 'Where do you want to play?' : 'Austin, TX'}
      items={found}
      getKey={(city) => city.id}
      getText={textOf}
      renderItem={(city) => (
        <span className="flex flex-1 items-baseline justify-between gap-4">
          <span>
            <b>{city.name}</b> {city.state}
          </span>
          <span className="text-small text-soft">{city.people}</span>
        </span>
      )}
      inputValue={text}
      onInputChange={setText}
      onPick={setPicked}
      isLoading={isLoading}
      emptyText="No US city by that name."
      description={picked ? `You picked ${textOf(picked)}` : 'Try Austin, or a city that does not exist.'}
      error={error}
      size={size}
    />
  )
}

function CourtSelect() {
  const [value, setValue] = useState('7')
  const courts = Array.from({ length: 40 }, (_, i) => ({ value: String(i + 1), label: `Court ${i + 1}` }))
  return (
    <SearchSelect
      label="Court"
      value={value}
      valueText={`Court ${value}`}
      getOptions={(query) => courts.filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase()))}
      onChange={setValue}
      placeholder="Type a number"
      emptyText="No court with this number."
    />
  )
}

export function ComboParts() {
  return (
    <PartSection
      title="Search and pick"
      intro="The user must pick one of the listed items. Editing the text clears the pick. Any other text stays, with a message that says what to do."
    >
      <div className="max-w-xl">
        <CityBox size="large" />
      </div>
      <div className="grid max-w-xl items-start gap-5 sm:grid-cols-2">
        <CityBox size="normal" />
        <CityBox size="normal" error="A game needs a city." />
        <CourtSelect />
      </div>
    </PartSection>
  )
}
