import { useQuery } from '@tanstack/react-query'
import { CalendarDays, type LucideIcon, MapPin, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatPlaceCity } from '../../domain/places/format-city.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { eventPath } from '../discover/event-row.tsx'
import { formatEventTime } from '../discover/format-event.ts'
import { formatTeamCity } from '../teams/format-team.ts'
import { Avatar } from '../ui/avatar.tsx'
import { optionClasses } from '../ui/overlay-classes.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { askPath } from './ask-path.ts'
import { fullSearch, pauseBeforeSearch } from './queries.ts'
import { useSearchCity } from './use-search-city.ts'

/** How many results of each kind fit below the field. The page of the search shows the others. */
const maxOfKind = 2

const rowClasses = optionClasses('hover:bg-court-wash focus-visible:bg-court-wash focus-visible:-outline-offset-2')

type Suggestion = { to: string; name: string; fact: string; mark: ReactNode }

/** What the text in the search field could mean: a question about games, or the name of something. */
export default function Suggestions({ text, onPick }: { text: string; onPick: () => void }) {
  const search = useDebounced(text.trim(), pauseBeforeSearch)
  const { city, isLoading } = useSearchCity()
  const { data } = useQuery({ ...fullSearch(search, city), enabled: !isLoading && search !== '' })
  const [now] = useState(() => Date.now())
  const found = data ? listSuggestions(data, now) : []
  return (
    <>
      <p role="status" className="sr-only">
        {data && (found.length === 0 ? 'No name matches.' : `${found.length} names match. Press the down arrow to go to them.`)}
      </p>
      <ul>
        <li>
          <Link to={askPath(text.trim())} onClick={onPick} className={rowClasses}>
            <Mark icon={Search} />
            <span className="min-w-0 truncate">
              Find games for <span className="font-strong">“{text.trim()}”</span>
            </span>
          </Link>
        </li>
        {found.map(({ to, name, fact, mark }) => (
          <li key={to}>
            <Link to={to} onClick={onPick} className={rowClasses}>
              {mark}
              <span className="grid min-w-0">
                <span className="truncate font-strong">{name}</span>
                <span className="truncate text-small text-soft">{fact}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {found.length > 0 && (
        <Link
          to={`/full-search?${new URLSearchParams({ q: text.trim() })}`}
          onClick={onPick}
          className={`${rowClasses} border-t border-line text-small font-strong text-court`}
        >
          All results
        </Link>
      )}
    </>
  )
}

function listSuggestions({ events, teams, people, places }: SearchAnswer, now: number): Suggestion[] {
  return [
    ...events.slice(0, maxOfKind).map((event) => ({
      to: eventPath(event.id),
      name: event.title,
      fact: `${formatEventTime(event, now)} · ${event.where.name}`,
      mark: <Mark icon={CalendarDays} />,
    })),
    ...teams.slice(0, maxOfKind).map((team) => ({
      to: teamPath(team.id),
      name: team.name,
      fact: ['Community', formatTeamCity(team)].filter(Boolean).join(' · '),
      mark: <Avatar face={{ id: team.id, name: team.name, pictureUrl: team.photo && photoUrl(team.photo, 480) }} size={32} isDecorative />,
    })),
    ...people.slice(0, maxOfKind).map((person) => ({
      to: `/profile/${person.id}`,
      name: person.name,
      fact: 'Person',
      mark: <Avatar face={person} size={32} isDecorative />,
    })),
    ...places.slice(0, maxOfKind).map((place) => ({
      to: `/places/view/${place.id}`,
      name: place.name,
      fact: ['Place', formatPlaceCity(place)].filter(Boolean).join(' · '),
      mark: <Mark icon={MapPin} />,
    })),
  ]
}

function Mark({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="grid size-8 flex-none place-items-center text-soft">
      <Icon size={18} aria-hidden="true" />
    </span>
  )
}
