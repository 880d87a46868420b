import { useState } from 'react'
import type { ExternalGame } from '../../domain/external-teams/contract.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { formatDate } from '../availability/format-time.ts'
import { formatEventTime } from '../discover/format-event.ts'
import { getViewerTimeZone } from '../events/format-event.ts'
import { HomeSection } from './home-section.tsx'
import type { HomeList } from './list-state.ts'

/** The next games of the viewer's teams on other sites. They are read-only, because they belong to these sites. */
export default function OtherGames({ list }: { list: HomeList<ExternalGame> }) {
  const [now] = useState(() => Date.now())
  const today = instantToLocal(now, getViewerTimeZone()).date
  return (
    <HomeSection
      title="With your other teams"
      more={{ to: '/external-teams', label: 'See all games of your other teams' }}
      list={list}
      loading={null}
      empty={null}
    >
      {(games) => (
        <ul className="mt-1.5">
          {games.map(({ key, title, teamName, place, isCancelled, days, ...time }) => (
            <li key={key} className="grid border-b border-line py-3">
              <span className="font-strong tracking-tight wrap-anywhere">
                {isCancelled ? (
                  <>
                    <s>{title}</s> <span className="text-bad">Cancelled</span>
                  </>
                ) : (
                  title
                )}
              </span>
              <span className="text-small text-soft wrap-anywhere">
                {[days ? formatDate(days.firstDate, today) : formatEventTime(time, now), teamName, place].filter(Boolean).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  )
}
