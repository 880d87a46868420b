import { useQueryClient } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type GameTab, gameTabs } from '../../domain/my-games/contract.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { getViewerTimeZone } from '../events/format-event.ts'
import { joinClasses } from '../ui/class-names.ts'
import { pageFrame } from '../ui/page-frame.tsx'
import { Tabs, useSelectedTab } from '../ui/tabs.tsx'
import { GameList } from './game-list.tsx'
import { myGames } from './queries.ts'

const MonthView = lazy(async () => ({ default: (await import('./month-view.tsx')).MonthView }))
const FollowedSeries = lazy(async () => ({ default: (await import('./followed-series.tsx')).FollowedSeries }))
const YearCards = lazy(async () => ({ default: (await import('./year-cards.tsx')).YearCards }))

const tabLabels: Record<GameTab, string> = { next: 'Next', hosting: 'Hosting', waiting: 'Waiting', saved: 'Saved', past: 'Past' }

const isMonth = (text: string | null): text is string => /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(text ?? '')

/** All games of the viewer. The tab, and the list or the month, are in the address, so that "back" leads to the same place. */
export default function MyGamesPage() {
  const [selected, select] = useSelectedTab(gameTabs)
  const [params, setParams] = useSearchParams()
  const client = useQueryClient()
  const asked = params.get('month')
  const thisMonth = instantToLocal(Date.now(), getViewerTimeZone()).date.slice(0, 7)
  const month = asked === null ? null : isMonth(asked) ? asked : thisMonth
  const show = (next: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (next === null) after.delete('month')
        else after.set('month', next)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  /** The month of the first game in the list, so that nobody is shown an empty one at the end of a month. */
  const findFirstMonth = () => {
    const first = client.getQueryData(myGames(selected).queryKey)?.pages[0]?.games[0]
    return first && instantToLocal(first.startsAt, first.timeZone).date.slice(0, 7)
  }
  const tabs = gameTabs.map((name) => ({
    name,
    label: tabLabels[name],
    panel:
      month === null ? (
        <>
          <GameList tab={name} />
          {name === 'saved' && (
            <Suspense>
              <FollowedSeries />
            </Suspense>
          )}
        </>
      ) : (
        <Suspense>
          <MonthView tab={name} month={month} onMonth={show} />
        </Suspense>
      ),
  }))
  const viewClasses = (isShown: boolean) =>
    joinClasses('min-h-11 px-3 text-small font-strong', isShown ? 'text-ink underline underline-offset-4' : 'text-soft hover:text-ink')
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-4 pt-2 sm:pt-8')}>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-8">
        <h1>My games</h1>
        <Link to="/settings?tab=calendar" className="inline-flex min-h-11 items-center gap-2 font-strong text-court hover:underline">
          <CalendarSync size={17} aria-hidden="true" /> In your calendar app
        </Link>
      </header>
      <fieldset className="-mx-3 flex">
        <legend className="sr-only">Show as</legend>
        <button type="button" aria-pressed={month === null} onClick={() => show(null)} className={viewClasses(month === null)}>
          List
        </button>
        <button
          type="button"
          aria-pressed={month !== null}
          onClick={() => show(findFirstMonth() ?? thisMonth)}
          className={viewClasses(month !== null)}
        >
          Month
        </button>
      </fieldset>
      <Tabs label="Games" tabs={tabs} selected={selected} onSelect={select} />
      <Suspense>
        <YearCards />
      </Suspense>
    </div>
  )
}
