import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ParsedQuestion } from '../../domain/ask/contract.ts'
import { listChips } from '../../domain/ask/list-chips.ts'
import { searchPath } from '../../domain/ask/search-path.ts'
import type { City } from '../../domain/cities/contract.ts'
import { contextOf } from '../../domain/discover/contexts.ts'
import type { NamedFilters } from '../../domain/discover/filter-contract.ts'
import { CityField } from '../cities/city-field.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { AskChips } from './ask-chips.tsx'

/** Shows how we understood the question, so that the user can correct it before the search. */
export function AskAnswer({ parsed }: { parsed: ParsedQuestion }) {
  const { today, leftover, wasCut, needsCity, chips } = parsed
  const [filters, setFilters] = useState(parsed.filters)
  const [cityChoices] = useState(() => listCityChoices(parsed))
  const remainingChips = listChips(filters, today)
  const isChanged = filters !== parsed.filters
  const context = contextOf(filters.kind)
  const resultsLabel = { events: 'games', places: 'places', teams: 'communities', players: 'players' }[context]
  return (
    <section aria-labelledby="understood" className="grid gap-4 border-t border-line pt-5">
      <div className="flex min-h-9.5 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="understood">{getHeading(parsed, remainingChips.length)}</h2>
        {isChanged && (
          <Button size="small" variant="quiet" onClick={() => setFilters(parsed.filters)} className="-mr-3.5">
            <Undo2 size={16} aria-hidden="true" /> Reset filters
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {remainingChips.length === 0 ? 'No filters.' : `Looking for ${remainingChips.map(({ label }) => label).join(', ')}.`}
      </p>
      {(chips.length > 0 || remainingChips.length > 0) && (
        <AskChips filters={filters} today={today} originalChips={chips} cityChoices={cityChoices} onChange={setFilters} />
      )}
      <LeftOut leftover={leftover} wasCut={wasCut} />
      {needsCity && (
        <CityField label="Where are you?" onPick={(city) => setFilters((current) => ({ ...current, city: city && toNamedCity(city) }))} />
      )}
      <div className="pt-2">
        <LinkButton variant="primary" to={searchPath(filters)}>
          {remainingChips.length === 0 ? `Show all ${resultsLabel}` : `Show ${resultsLabel}`}
        </LinkButton>
      </div>
    </section>
  )
}

function getHeading({ chips, needsCity }: ParsedQuestion, remainingCount: number): string {
  if (chips.length > 0 || remainingCount > 0) return 'Your search'
  return needsCity ? 'Where do you want to play?' : 'We did not find a sport, place or time in your question'
}

const toNamedCity = ({ id, name, state, lat, lng }: City): NamedFilters['city'] => ({ id, name, state, lat, lng })

/** Cities with the same name; the one we chose comes first. */
function listCityChoices({ filters, cityChoices }: ParsedQuestion): City[] {
  const [first] = cityChoices
  if (!filters.city || !first) return []
  return [{ ...first, ...filters.city, state: filters.city.state as City['state'] }, ...cityChoices]
}

function LeftOut({ leftover, wasCut }: Pick<ParsedQuestion, 'leftover' | 'wasCut'>) {
  if (leftover.length === 0 && !wasCut) return null
  return (
    <div className="grid gap-1 text-soft">
      {leftover.length > 0 && (
        <p>
          I left out:{' '}
          {[...new Set(leftover)].map((words, index) => (
            <span key={words}>
              {index > 0 && ', '}
              <span className="font-medium text-ink">“{words}”</span>
            </span>
          ))}
          .
        </p>
      )}
      {wasCut && <p>Your question is long. We only read the first 300 characters.</p>}
    </div>
  )
}
