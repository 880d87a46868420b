import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Understood } from '../../domain/ask/contract.ts'
import { listChips } from '../../domain/ask/list-chips.ts'
import type { City } from '../../domain/cities/contract.ts'
import { contextOf, contextPath } from '../../domain/discover/contexts.ts'
import type { NamedFilters } from '../../domain/discover/filter-contract.ts'
import { toDiscoverFilters } from '../../domain/discover/filters.ts'
import { writeDiscoverQuery } from '../../domain/discover/write-query.ts'
import { CityField } from '../cities/city-field.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { AskChips } from './ask-chips.tsx'

/** What the question was understood as, to be put right before one goes there. */
export function AskAnswer({ understood }: { understood: Understood }) {
  const { today, leftover, wasCut, needsCity, chips } = understood
  const [filters, setFilters] = useState(understood.filters)
  const [choices] = useState(() => allChoices(understood))
  const left = listChips(filters, today)
  const isChanged = filters !== understood.filters
  const context = contextOf(filters.kind)
  const what = context === 'events' ? 'games' : context
  return (
    <section aria-labelledby="understood" className="grid gap-4 border-t border-line pt-5">
      <div className="flex min-h-9.5 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="understood">{headingOf(understood, left.length)}</h2>
        {isChanged && (
          <Button size="small" variant="quiet" onClick={() => setFilters(understood.filters)} className="-mr-3.5">
            <Undo2 size={16} aria-hidden="true" /> Reset filters
          </Button>
        )}
      </div>
      <p role="status" className="sr-only">
        {left.length === 0 ? 'No filters.' : `Looking for ${left.map(({ label }) => label).join(', ')}.`}
      </p>
      {(chips.length > 0 || left.length > 0) && (
        <AskChips filters={filters} today={today} said={chips} cityChoices={choices} onChange={setFilters} />
      )}
      <NotUnderstood leftover={leftover} wasCut={wasCut} />
      {needsCity && (
        <CityField label="Where are you?" onPick={(city) => setFilters((now) => ({ ...now, city: city && namedCity(city) }))} />
      )}
      <div className="pt-2">
        <LinkButton variant="go" to={contextPath(context) + queryOf({ ...filters, kind: null })}>
          {left.length === 0 ? `Show all ${what}` : `Show ${what}`}
        </LinkButton>
      </div>
    </section>
  )
}

function headingOf({ chips, needsCity }: Understood, left: number): string {
  if (chips.length > 0 || left > 0) return 'Your search'
  return needsCity ? 'Where do you want to play?' : 'We did not find a sport, place or time in your question'
}

const namedCity = ({ id, name, state, lat, lng }: City): NamedFilters['city'] => ({ id, name, state, lat, lng })

function queryOf(filters: NamedFilters): string {
  const query = writeDiscoverQuery(toDiscoverFilters({ ...filters, kind: null }))
  return query === '' ? '' : `?${query}`
}

/** The one that was taken stands first among the others of its name. */
function allChoices({ filters, cityChoices }: Understood): City[] {
  const [some] = cityChoices
  if (!filters.city || !some) return []
  return [{ ...some, ...filters.city, state: filters.city.state as City['state'] }, ...cityChoices]
}

function NotUnderstood({ leftover, wasCut }: Pick<Understood, 'leftover' | 'wasCut'>) {
  if (leftover.length === 0 && !wasCut) return null
  return (
    <div className="grid gap-1 text-soft">
      {leftover.length > 0 && (
        <p>
          We did not understand:{' '}
          {leftover.map((words, index) => (
            <span key={words}>
              {index > 0 && ', '}
              <span className="font-medium text-ink">“{words}”</span>
            </span>
          ))}
          . We left it out.
        </p>
      )}
      {wasCut && <p>Your question is long. We only read the first 300 characters.</p>}
    </div>
  )
}
