import { useQuery } from '@tanstack/react-query'
import { CalendarDays, type LucideIcon, MapPin, Search } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { questionPath } from '../../domain/ask/question-path.ts'
import { formatPlaceCity } from '../../domain/places/format-city.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { eventPath } from '../discover/event-row.tsx'
import { formatEventTime } from '../discover/format-event.ts'
import { formatTeamCity } from '../teams/format-team.ts'
import { Avatar } from '../ui/avatar.tsx'
import { optionClasses, popoverClasses } from '../ui/overlay-classes.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { moveBetweenResults } from './move-between-results.ts'
import { fullSearch, pauseBeforeSearch } from './queries.ts'
import { useSearchCity } from './use-search-city.ts'

/** How many results of each kind fit below the field. The page of the search shows the others. */
const maxOfKind = 2

const rowClasses = optionClasses('hover:bg-court-wash focus-visible:bg-court-wash focus-visible:-outline-offset-2')

type Suggestion = { to: string; name: string; fact: string; mark: ReactNode }

type SuggestionsProps = { text: string; field: RefObject<HTMLInputElement | null>; onClose: () => void }

/** What the text in the search field could mean: a question about games, or the name of something. */
export default function Suggestions({ text, field, onClose }: SuggestionsProps) {
  const panel = useRef<HTMLDivElement>(null)
  useKeys(panel, field, onClose)
  const search = useDebounced(text.trim(), pauseBeforeSearch)
  const { city, isLoading } = useSearchCity()
  const { data } = useQuery({ ...fullSearch(search, city), enabled: !isLoading && search !== '' })
  const [now] = useState(() => Date.now())
  const found = data ? listSuggestions(data, now) : []
  return (
    // Pressing a suggestion would move the focus away in some browsers, and so close the list before the click.
    <div
      ref={panel}
      data-found=""
      onPointerDown={(event) => event.preventDefault()}
      className={popoverClasses('absolute inset-x-0 top-full z-30 mt-2 max-h-[70vh]')}
    >
      <p role="status" className="sr-only">
        {data && (found.length === 0 ? 'No name matches.' : `${found.length} names match. Press the down arrow to go to them.`)}
      </p>
      <ul>
        <li>
          <Link to={questionPath(text.trim())} onClick={onClose} className={rowClasses}>
            <Mark icon={Search} />
            <span className="min-w-0 truncate">
              Find games for <span className="font-strong">“{text.trim()}”</span>
            </span>
          </Link>
        </li>
        {found.map(({ to, name, fact, mark }) => (
          <li key={to}>
            <Link to={to} onClick={onClose} className={rowClasses}>
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
          onClick={onClose}
          className={`${rowClasses} border-t border-line text-small font-strong text-court`}
        >
          All results
        </Link>
      )}
    </div>
  )
}

/** The arrow keys move from the field through the suggestions and back. Escape closes them. */
function useKeys(panel: RefObject<HTMLElement | null>, field: RefObject<HTMLInputElement | null>, onClose: () => void) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const container = panel.current?.parentElement ?? null
    if (event.key !== 'Escape') return moveBetweenResults(event, container, field.current)
    event.preventDefault()
    onClose()
    field.current?.focus()
  })
  useEffect(() => {
    const container = panel.current?.parentElement
    container?.addEventListener('keydown', handleKey)
    return () => container?.removeEventListener('keydown', handleKey)
  }, [panel])
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
