import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Search, Sparkles } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { questionPath } from '../../domain/ask/question-path.ts'
import type { City } from '../../domain/cities/contract.ts'
import { maxSearchLength, type SearchAnswer } from '../../domain/search/contract.ts'
import { maxNearMiles } from '../../domain/search/near.ts'
import { useTitle } from '../shell/use-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { isShortcut } from '../ui/is-shortcut.ts'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, SkeletonRow } from '../ui/skeleton.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { moveBetweenResults } from './move-between-results.ts'
import { fullSearch, pauseBeforeSearch } from './queries.ts'
import { ResultGroups } from './result-groups.tsx'
import { useSearchCity } from './use-search-city.ts'

/** Finds games, communities, people and places by name. Enter asks for games in plain language, as in the field of the bars. */
export default function FullSearchPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const queryParameter = params.get('q') ?? ''
  const [text, setText] = useState(queryParameter)
  const search = useDebounced(text, pauseBeforeSearch)
  const field = useRef<HTMLInputElement>(null)
  const page = useRef<HTMLDivElement>(null)
  useTitle(queryParameter ? `“${queryParameter.slice(0, 40)}”` : 'Search')
  // The field writes its text to the URL. When the URL changes by the Back button, the field takes its text.
  const [lastParameter, setLastParameter] = useState(queryParameter)
  if (queryParameter !== lastParameter) {
    setLastParameter(queryParameter)
    if (queryParameter !== text.trim().slice(0, maxSearchLength)) setText(queryParameter)
  }
  // Whoever has pressed Enter is on the way to the answer, and a write to the URL would hold them back.
  const isLeaving = useNavigation().state !== 'idle'
  useEffect(() => {
    if (isLeaving) return
    const q = search.trim().slice(0, maxSearchLength)
    if (q === (new URLSearchParams(location.search).get('q') ?? '')) return
    void navigate({ search: q && `?${new URLSearchParams({ q })}` }, { replace: true, preventScrollReset: true })
  }, [search, navigate, isLeaving])
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === '/') focus(event)
      moveBetweenResults(event, page.current, field.current)
    }
    document.addEventListener('keydown', handleKey, { capture: true })
    return () => document.removeEventListener('keydown', handleKey, { capture: true })
  }, [])
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void navigate(questionPath(text.trim()))
  }
  const { city, isLoading } = useSearchCity()
  const query = useQuery({
    ...fullSearch(search, city),
    // The home city decides what is near.
    enabled: search.trim() !== '' && !isLoading,
  })
  return (
    <div ref={page} className={pageFrame('narrow', 'grid gap-6 pt-3 sm:pt-10')}>
      <h1 className="sr-only">Search</h1>
      <search>
        <form onSubmit={ask}>
          <label htmlFor="full-search" className="sr-only">
            Search games, communities, people and places
          </label>
          <div className="relative">
            <Search size={20} aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-4.5 my-auto text-soft" />
            <input
              ref={field}
              id="full-search"
              type="search"
              // biome-ignore lint/a11y/noAutofocus: users open this page to type.
              autoFocus={queryParameter === ''}
              autoComplete="off"
              enterKeyHint="search"
              placeholder="A name, or “tennis tonight”"
              aria-keyshortcuts="/"
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="h-14 w-full rounded-full border border-line bg-card pr-5 pl-12 text-lead shadow-card placeholder:text-soft hover:border-edge [&::-webkit-search-cancel-button]:hidden"
            />
          </div>
        </form>
      </search>
      {text.trim() !== '' && <QuestionLink question={text.trim()} />}
      {search.trim() === '' ? (
        <p className="text-soft">Type the first letters of a game, community, place or person, or ask for games in your own words.</p>
      ) : query.isError ? (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : query.data ? (
        <Results answer={query.data} typed={search.trim()} city={city} />
      ) : (
        <Loading label="Searching">
          <SkeletonRow />
          <SkeletonRow />
          <SkeletonRow />
        </Loading>
      )}
    </div>
  )
}

function Results({ answer, typed, city }: { answer: SearchAnswer; typed: string; city: City | null }) {
  const { events, teams, places, people, corrections } = answer
  const count = events.length + teams.length + places.length + people.length
  const shortText = typed.length > 40 ? `${typed.slice(0, 40)}…` : typed
  return (
    <>
      <p role="status" className={count === 0 ? 'sr-only' : 'text-small text-soft'}>
        {count === 0 ? 'No results.' : count === 1 ? '1 result.' : `${count} results.`}
        {corrections.length > 0 && ` Showing results for ${[...new Set(corrections.map(({ read }) => `“${read}”`))].join(', ')}.`}
        {count > 0 &&
          city &&
          ` Results within ${maxNearMiles} miles of ${city.name} come first. For games and places elsewhere, add a city.`}
      </p>
      {count === 0 ? (
        <EmptyState title={`No results for “${shortText}”`}>
          Try fewer words, or ask for games in your own words: what you want to play, and where.
        </EmptyState>
      ) : (
        <ResultGroups answer={answer} />
      )}
    </>
  )
}

/** The question comes before the names, as below the field of the bars. */
const QuestionLink = ({ question }: { question: string }) => (
  <p data-found="" className="min-w-0 border-b border-line">
    <Link
      to={questionPath(question)}
      className="flex min-h-14 items-center gap-3 rounded-control hover:bg-wash focus-visible:-outline-offset-2 sm:-mx-2 sm:px-2"
    >
      <Sparkles size={20} aria-hidden="true" className="flex-none text-court" />
      <span className="min-w-0 flex-1 truncate">
        Find games for <span className="font-strong">“{question}”</span>
      </span>
      <ChevronRight size={18} aria-hidden="true" className="flex-none text-soft" />
    </Link>
  </p>
)
