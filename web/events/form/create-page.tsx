import { useQuery } from '@tanstack/react-query'
import { ChevronRight, type LucideIcon, MapPinPlus, Plus, Users } from 'lucide-react'
import { Link } from 'react-router'
import type { Page } from '../../../domain/define-pages.ts'
import type { EventCard, ListedEvent } from '../../../domain/events/contract.ts'
import { groupSeries } from '../../../domain/events/keep-first-of-series.ts'
import { pages } from '../../../domain/pages.ts'
import { instantToLocal } from '../../../domain/time/wall-clock.ts'
import { NextDates } from '../../discover/next-dates.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { CourtArt } from '../../ui/court-art.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { Loading, SkeletonRow } from '../../ui/skeleton.tsx'
import { findActivityId, formatStart } from './format-event-form.ts'
import { ownGames } from './host-queries.ts'

type CreateLink = { to: string; label: string; hint: string; icon: LucideIcon; isMain?: boolean }

const createLinks: readonly CreateLink[] = [
  { to: '/create/event', label: 'Host a game', hint: 'For tonight, or every Saturday until June.', icon: Plus, isMain: true },
  { to: '/teams/create', label: 'Start a community', hint: 'A team, a club, or friends who play.', icon: Users },
  { to: '/places/new', label: 'Add a place', hint: 'A court or field that is not on the map yet.', icon: MapPinPlus },
]

/** Leaves out links to pages that do not exist yet. */
const hasPage = ({ to }: CreateLink) => (Object.values(pages) as Page[]).some(({ path }) => `/${path}` === to)

const maxHostAgain = 4

/** Where hosts start: they create something new, continue a draft, or host an earlier game again. */
export default function CreatePage() {
  const { data, error, isFetching, refetch } = useQuery(ownGames)
  const games = data ? [...data.upcoming, ...data.past] : []
  const hosted = games.filter(({ isHost, state }) => isHost && state !== 'draft')
  const drafts = groupSeries(games.filter(({ state }) => state === 'draft'))
  const gamesToRepeat = [...new Map(hosted.map((game) => [`${game.activity} ${game.title}`, game])).values()].slice(0, maxHostAgain)
  return (
    <div className={pageFrame('narrow', 'grid grid-cols-[minmax(0,1fr)] gap-9 pt-4 sm:pt-9')}>
      <h1>What would you like to create?</h1>
      <ul className="border-b border-line">
        {createLinks.filter(hasPage).map(({ to, label, hint, icon: Icon, isMain }) => (
          <li key={to} className="border-t border-line">
            <Link to={to} className="flex min-h-20 items-center gap-4.5 rounded-control py-3 hover:bg-wash sm:px-2">
              <span
                className={joinClasses(
                  'grid size-12 flex-none place-items-center rounded-full',
                  isMain ? 'bg-court text-on-court' : 'border border-line bg-card text-court',
                )}
              >
                <Icon size={22} aria-hidden="true" />
              </span>
              <span className="grid min-w-0 flex-1">
                <span className="text-title font-bold tracking-tight">{label}</span>
                <span className="text-small text-soft">{hint}</span>
              </span>
              <ChevronRight size={20} aria-hidden="true" className="flex-none text-soft" />
            </Link>
          </li>
        ))}
      </ul>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && (
        <Loading label="Your games">
          <SkeletonRow />
          <SkeletonRow />
        </Loading>
      )}
      <GameLinks title="Drafts" games={drafts} toOf={({ id }) => `/create/event/${id}`} />
      <GameLinks title="Host again" games={gamesToRepeat} toOf={({ id }) => `/create/event?from=${id}`} />
    </div>
  )
}

function GameLinks({
  title,
  games,
  toOf,
}: {
  title: string
  games: readonly (EventCard & Partial<ListedEvent>)[]
  toOf: (game: EventCard) => string
}) {
  if (games.length === 0) return null
  const today = instantToLocal(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone).date
  return (
    <section aria-label={title} className="grid gap-3">
      <h2>{title}</h2>
      <ul className="border-b border-line">
        {games.map((game) => (
          <li key={game.id} className="border-t border-line">
            <Link to={toOf(game)} className="flex min-h-18 items-center gap-4 rounded-control py-3 hover:bg-wash sm:px-2">
              <span className="h-13 w-16 flex-none overflow-hidden rounded-thumb" aria-hidden="true">
                <CourtArt activity={findActivityId(game.activity) ?? 'other'} seed={game.id} />
              </span>
              <span className="grid min-w-0 flex-1">
                <span className="truncate font-strong">{game.title}</span>
                <span className="truncate text-small text-soft">
                  {formatStart(instantToLocal(game.startsAt, game.timeZone), today)} · {game.where.name}
                </span>
                <NextDates of={game} />
              </span>
              <ChevronRight size={20} aria-hidden="true" className="flex-none text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
