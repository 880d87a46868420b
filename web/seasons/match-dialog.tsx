import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SeasonDetail } from '../../domain/seasons/contract.ts'
import type { Session } from '../../domain/seasons/results-contract.ts'
import { plainSpaces, writeDate } from '../../domain/time/write-time.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { Select } from '../ui/select.tsx'
import { addingMatch, openGames } from './queries.ts'

type MatchDialogProps = {
  season: SeasonDetail
  /** The game whose sides change. Without it, the dialog adds a game of the community. */
  session?: Session
  onClose: () => void
}

const noGroup = 'none'
const moment = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** Puts a game of the community in the season, or changes its sides. */
export function MatchDialog({ season, session, onClose }: MatchDialogProps) {
  const [eventId, setEventId] = useState(session?.eventId ?? null)
  const [home, setHome] = useState(session?.homeGroupId ?? noGroup)
  const [away, setAway] = useState(session?.awayGroupId ?? noGroup)
  const add = useMutation(addingMatch)
  const query = useInfiniteQuery({ ...openGames(season.id), enabled: session === undefined })
  const games = query.data?.pages.flatMap((page) => page.games) ?? []
  const [now] = useState(Date.now)
  const textOf = ({ title, startsAt, timeZone }: (typeof games)[number]) =>
    `${plainSpaces(writeDate(startsAt, { timeZone, now }, moment))} · ${title}`
  const chosen = games.find((game) => game.eventId === eventId)
  const groups = [{ value: noGroup, label: 'No side (practice)' }, ...season.groups.map(({ id, name }) => ({ value: id, label: name }))]
  const toId = (value: string) => (value === noGroup ? null : value)
  const save = async () => {
    if (eventId === null) return
    await add.mutateAsync({ seasonId: season.id, eventId, homeGroupId: toId(home), awayGroupId: toId(away) })
    onClose()
  }
  const isEmpty = !session && query.data && games.length === 0 && !query.hasNextPage
  return (
    <Dialog title={session ? 'Change the sides' : 'Add a game'} isOpen onClose={onClose} isDismissable={!add.isPending}>
      <div className="grid gap-4">
        {isEmpty ? (
          <>
            <p className="text-soft">Every game of {season.team.name} on these days is in a season already.</p>
            <div>
              <LinkButton to={`/create/event?team=${season.teamId}`}>Host a game</LinkButton>
            </div>
          </>
        ) : (
          <>
            {!session && (
              <div className="grid gap-1.5">
                <p className="text-small font-strong">Game</p>
                <SearchSelect
                  label="Game"
                  value={eventId}
                  valueText={chosen ? textOf(chosen) : query.isPending ? 'Loading the games' : 'Choose a game'}
                  getOptions={(typed) =>
                    games
                      .map((game) => ({ value: game.eventId, label: textOf(game) }))
                      .filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
                  }
                  onChange={setEventId}
                  placeholder="Search by name or date"
                  emptyText="No game has this name."
                />
                {query.hasNextPage && (
                  <Button size="small" variant="quiet" isPending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    Load later games
                  </Button>
                )}
              </div>
            )}
            <div className="grid gap-4 sm:grid-cols-2">
              <Select label="First side" options={groups} value={home} onChange={setHome} />
              <Select label="Second side" options={groups} value={away} onChange={setAway} />
            </div>
            <p className="text-small text-soft">A game with two sides is a match and can have a result.</p>
          </>
        )}
        {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />}
        {add.isError && <ErrorNotice error={add.error} />}
        <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
          <Button onClick={onClose} disabled={add.isPending}>
            {isEmpty ? 'Close' : 'Cancel'}
          </Button>
          {!isEmpty && (
            <Button
              variant="primary"
              disabled={eventId === null}
              isPending={add.isPending}
              onClick={() => void save().catch(() => undefined)}
            >
              {session ? 'Save' : 'Add game'}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
