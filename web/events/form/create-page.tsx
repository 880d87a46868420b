import { useQuery } from '@tanstack/react-query'
import { ChevronRight, type LucideIcon, MapPinPlus, Plus } from 'lucide-react'
import { Link } from 'react-router'
import type { EventCard } from '../../../domain/events/contract.ts'
import { type Page, pages } from '../../../domain/pages.ts'
import { instantToLocal } from '../../../domain/time/wall-clock.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { CourtArt } from '../../ui/court-art.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { Loading, SkeletonRow } from '../../ui/skeleton.tsx'
import { gamesAroundMe } from './host-queries.ts'
import { knownActivity, startWords } from './host-words.ts'

type Thing = { to: string; label: string; hint: string; icon: LucideIcon; isMain?: boolean }

const things: readonly Thing[] = [
  { to: '/create/event', label: 'A game', hint: 'For tonight, or every Saturday until June.', icon: Plus, isMain: true },
  { to: '/places/new', label: 'A place', hint: 'Courts and fields that are not on the map yet.', icon: MapPinPlus },
]

/** Only what there is a screen for. */
const isBuilt = ({ to }: Thing) => (Object.values(pages) as Page[]).some(({ path }) => `/${path}` === to)

const againMost = 4

/** Where a person puts anything up, goes on with what is unfinished, and does again what went well. */
export default function CreatePage() {
  const { data, error, isFetching, refetch } = useQuery(gamesAroundMe)
  const all = data ? [...data.upcoming, ...data.past] : []
  const hosted = all.filter(({ isHost, state }) => isHost && state !== 'draft')
  const drafts = all.filter(({ state }) => state === 'draft')
  const again = [...new Map(hosted.map((game) => [`${game.activity} ${game.title}`, game])).values()].slice(0, againMost)
  return (
    <div className={pageFrame(736, 'grid grid-cols-[minmax(0,1fr)] gap-9 pt-4 sm:pt-9')}>
      <h1>What would you like to put up?</h1>
      <ul className="border-b border-line">
        {things.filter(isBuilt).map(({ to, label, hint, icon: Icon, isMain }) => (
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
      <Games title="Drafts" games={drafts} toOf={({ id }) => `/create/event/${id}`} />
      <Games title="Once more" games={again} toOf={({ id }) => `/create/event?from=${id}`} />
    </div>
  )
}

function Games({ title, games, toOf }: { title: string; games: readonly EventCard[]; toOf: (game: EventCard) => string }) {
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
                <CourtArt activity={knownActivity(game.activity) ?? 'other'} seed={game.id} />
              </span>
              <span className="grid min-w-0 flex-1">
                <span className="truncate font-strong">{game.title}</span>
                <span className="truncate text-small text-soft">
                  {startWords(instantToLocal(game.startsAt, game.timeZone), today)} · {game.where.name}
                </span>
              </span>
              <ChevronRight size={20} aria-hidden="true" className="flex-none text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
