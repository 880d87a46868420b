import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { SeasonDetail } from '../../domain/seasons/contract.ts'
import type { OwnAsk } from '../../domain/seasons/substitutes-contract.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { formatClock } from '../discover/format-event.ts'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { Status } from '../ui/status.tsx'
import { answeringAsk, ownAsks } from './substitute-queries.ts'

const day = { weekday: 'long', month: 'short', day: 'numeric' } as const

/** The games in which the viewer is asked to take a seat. Without one, nothing is shown. */
export function OwnAsks({ season, now }: { season: SeasonDetail; now: number }) {
  const { data } = useQuery(ownAsks(season.id))
  const asks = data?.asks.filter(({ startsAt }) => startsAt > now) ?? []
  if (asks.length === 0) return null
  return (
    <section aria-label="You are asked to play" className="grid gap-3">
      {asks.map((ask) => (
        <AskCard key={ask.eventId} season={season} ask={ask} now={now} />
      ))}
    </section>
  )
}

function AskCard({ season, ask, now }: { season: SeasonDetail; ask: OwnAsk; now: number }) {
  const answer = useMutation({ ...answeringAsk, onError: showFailure })
  const { eventId, title, startsAt, timeZone, placeName, homeGroupId, awayGroupId, state, doesOwnSidePlay } = ask
  const nameOf = (groupId: string | null) => season.groups.find(({ id }) => id === groupId)?.name ?? 'A group'
  const label = homeGroupId === null ? title : `${nameOf(homeGroupId)} against ${nameOf(awayGroupId)}`
  const when = `${writeDate(startsAt, { timeZone, now }, day)}, ${formatClock({ startsAt, timeZone })}`
  const send = (word: 'yes' | 'no') => answer.mutate({ seasonId: season.id, eventId, answer: word })
  return (
    <div className="grid justify-items-start gap-2.5 rounded-card border border-line bg-card p-4.5 shadow-card sm:p-5">
      <h2 className="text-lead font-strong">Can you play?</h2>
      <p className="wrap-anywhere">
        <Link to={`/evt/${eventId}`} className="font-strong hover:text-court">
          {label}
        </Link>
        <span className="block text-small text-soft">
          <time dateTime={new Date(startsAt).toISOString()}>{when}</time>, {placeName}
        </span>
      </p>
      {doesOwnSidePlay && state !== 'taken' && <p className="border-l-2 border-warn pl-4 font-strong">Your own side plays at this time.</p>}
      {state === 'open' ? (
        <>
          <p className="text-small text-soft">A seat is free. The first person who says yes gets it.</p>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              aria-label={`Yes, I can play: ${label}`}
              disabled={answer.isPending}
              isPending={answer.isPending && answer.variables?.answer === 'yes'}
              onClick={() => send('yes')}
            >
              Yes, I can
            </Button>
            <Button aria-label={`No, I cannot play: ${label}`} disabled={answer.isPending} onClick={() => send('no')}>
              No
            </Button>
          </div>
        </>
      ) : state === 'yes' ? (
        <Status tone="good" className="text-small whitespace-normal!">
          You have the seat. See you there!
        </Status>
      ) : state === 'taken' ? (
        <Status tone="quiet" className="text-small whitespace-normal!">
          Somebody else already has this seat.
        </Status>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Status tone="quiet" className="text-small">
            You said no.
          </Status>
          <Button
            size="small"
            variant="quiet"
            aria-label={`I can play after all: ${label}`}
            disabled={answer.isPending}
            onClick={() => send('yes')}
          >
            I can after all
          </Button>
        </div>
      )}
    </div>
  )
}
