import { useMutation } from '@tanstack/react-query'
import { Ellipsis, History, PencilLine, Trash2, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { can } from '../../domain/access/can.ts'
import type { SeasonDetail } from '../../domain/seasons/contract.ts'
import type { Session } from '../../domain/seasons/results-contract.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { formatClock } from '../discover/format-event.ts'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { Status, type StatusTone } from '../ui/status.tsx'
import { MatchDialog } from './match-dialog.tsx'
import { listMatchActions, mayAskSubstitutes } from './match-rules.ts'
import { confirmingResult, removingMatch } from './queries.ts'
import { DisputeDialog, type MatchNames, ResultDialog } from './result-dialog.tsx'
import { SubstitutesDialog } from './substitutes-dialog.tsx'
import { TrailDialog } from './trail-dialog.tsx'

type MatchRowProps = { season: SeasonDetail; session: Session; now: number }
type OpenDialog = 'enter' | 'dispute' | 'trail' | 'sides' | 'substitutes' | null

const day = { weekday: 'short', month: 'short', day: 'numeric' } as const

/** A game of the season with its score, and what the viewer can do with it. */
export function MatchRow({ season, session, now }: MatchRowProps) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const confirm = useMutation({ ...confirmingResult, onError: showFailure })
  const remove = useMutation({ ...removingMatch, onError: showFailure })
  const { eventId, title, startsAt, timeZone, isCancelled, homeGroupId, awayGroupId, result, version } = session
  const nameOf = (groupId: string | null) => season.groups.find(({ id }) => id === groupId)?.name ?? 'A group'
  const names: MatchNames = { home: nameOf(homeGroupId), away: nameOf(awayGroupId) }
  const isMatch = homeGroupId !== null
  const { mayEnter, mayAnswer } = listMatchActions(season, session, now)
  const close = () => setOpenDialog(null)
  const dialogProps = { seasonId: season.id, session, names, onClose: close }
  const label = isMatch ? `${names.home} against ${names.away}` : title
  const entries: MenuEntry[] = [
    ...(result
      ? [{ id: 'trail', label: 'Who changed it', icon: <History size={18} aria-hidden="true" />, onPress: () => setOpenDialog('trail') }]
      : []),
    ...(mayAskSubstitutes(season, session, now)
      ? [
          {
            id: 'substitutes',
            label: 'Ask a substitute',
            icon: <UserRoundPlus size={18} aria-hidden="true" />,
            onPress: () => setOpenDialog('substitutes'),
          },
        ]
      : []),
    ...(can(season, 'seasons.manage')
      ? [
          ...(result
            ? []
            : [
                {
                  id: 'sides',
                  label: 'Change the sides',
                  icon: <PencilLine size={18} aria-hidden="true" />,
                  onPress: () => setOpenDialog('sides'),
                },
              ]),
          {
            id: 'remove',
            label: 'Remove from the season',
            hint: result ? 'The result is deleted. The game itself stays.' : 'The game itself stays.',
            icon: <Trash2 size={18} aria-hidden="true" />,
            isDangerous: true,
            onPress: () => remove.mutate({ seasonId: season.id, eventId }),
          },
        ]
      : []),
  ]
  return (
    <li className="flex items-start gap-2 border-t border-line py-3.5">
      <div className="grid min-w-0 flex-1 gap-1.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start sm:gap-x-6">
        <div className="grid min-w-0 gap-0.5">
          <p className="text-[0.8125rem] font-strong text-court">
            <time dateTime={new Date(startsAt).toISOString()}>
              {writeDate(startsAt, { timeZone, now }, day)}, {formatClock({ startsAt, timeZone })}
            </time>
          </p>
          <Link to={`/evt/${eventId}`} className="text-lead font-strong tracking-tight wrap-anywhere hover:text-court">
            {label}
          </Link>
          {isMatch && title !== label && <p className="text-small text-soft wrap-anywhere">{title}</p>}
          <MatchState session={session} names={names} now={now} />
        </div>
        {result && !isCancelled && <Score session={session} names={names} />}
        {(mayEnter || mayAnswer) && (
          <div className="flex flex-wrap gap-2 sm:col-span-2">
            {mayAnswer && (
              <>
                <Button
                  size="small"
                  aria-label={`Confirm the result of ${label}`}
                  isPending={confirm.isPending}
                  onClick={() => confirm.mutate({ seasonId: season.id, eventId, version })}
                >
                  Confirm
                </Button>
                <Button size="small" aria-label={`Dispute the result of ${label}`} onClick={() => setOpenDialog('dispute')}>
                  Dispute
                </Button>
              </>
            )}
            {mayEnter && (
              <Button
                size="small"
                aria-label={`${result ? 'Correct' : 'Enter'} the result of ${label}`}
                onClick={() => setOpenDialog('enter')}
              >
                {result?.state === 'disputed' ? 'Settle' : result ? 'Correct' : 'Enter result'}
              </Button>
            )}
          </div>
        )}
      </div>
      {entries.length > 0 && (
        <div className="-mr-2 flex-none">
          <Menu label={`More for ${label}`} entries={entries}>
            <Ellipsis size={20} aria-hidden="true" />
          </Menu>
        </div>
      )}
      {openDialog === 'enter' && <ResultDialog {...dialogProps} />}
      {openDialog === 'dispute' && <DisputeDialog {...dialogProps} />}
      {openDialog === 'trail' && <TrailDialog {...dialogProps} />}
      {openDialog === 'substitutes' && <SubstitutesDialog seasonId={season.id} eventId={eventId} label={label} onClose={close} />}
      {openDialog === 'sides' && <MatchDialog season={season} session={session} onClose={close} />}
    </li>
  )
}

function Score({ session: { result }, names }: { session: Session; names: MatchNames }) {
  if (!result) return null
  const { homeScore, awayScore, forfeitSide, state } = result
  return (
    <p className={joinClasses('text-title font-strong tabular-nums', state === 'disputed' && 'text-soft line-through')}>
      <span className="sr-only">{names.home} </span>
      {forfeitSide === null ? `${homeScore} to ${awayScore}` : 'Forfeit'}
      <span className="sr-only"> {names.away}</span>
    </p>
  )
}

function MatchState({ session, names, now }: { session: Session; names: MatchNames; now: number }) {
  const words = describeState(session, names, now)
  return (
    words && (
      <Status tone={words.tone} className="text-small whitespace-normal!">
        {words.text}
      </Status>
    )
  )
}

function describeState(
  { homeGroupId, isCancelled, startsAt, result }: Session,
  names: MatchNames,
  now: number,
): { tone: StatusTone; text: string } | null {
  if (isCancelled) return { tone: 'quiet', text: 'Cancelled' }
  if (homeGroupId === null || startsAt > now) return null
  if (!result) return { tone: 'quiet', text: 'No result yet. The captains or a scorekeeper enter it.' }
  const forfeit = result.forfeitSide === null ? '' : ` ${names[result.forfeitSide]} did not show up.`
  if (result.state === 'disputed') {
    const by = result.disputedSide ? names[result.disputedSide] : 'One side'
    return { tone: 'bad', text: `Disputed by ${by}. It does not count until a scorekeeper or organizer settles it.${forfeit}` }
  }
  if (result.state === 'confirmed') return { tone: 'good', text: `Confirmed.${forfeit}` }
  const waiting = (['home', 'away'] as const).filter((side) => !result.agreed.includes(side)).map((side) => names[side])
  return { tone: 'warn', text: `Waiting for ${waiting.join(' and ')} to confirm.${forfeit}` }
}
