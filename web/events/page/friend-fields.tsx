import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { connectionList } from '../../connections/queries.ts'
import { LinkRow } from '../../share/link-share.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextField } from '../../ui/field.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { eventUrl } from '../format-event.ts'
import type { JoinValues } from './join-form.ts'

type FriendFieldsProps = {
  event: EventDetail
  /** How many more people the person can bring. */
  room: number
  /** The person has just pressed the button that this replaces, so the focus is to be moved here. */
  takesFocus: boolean
}

/** With more connections than this, a field to search them helps. */
const minToSearch = 8

/** Connections for whom the person holds seats. Each of them says yes or no. Whoever has none to choose gets the link of the game. */
export function FriendFields({ event: { id: eventId, live, hosts, price }, room, takesFocus }: FriendFieldsProps) {
  const query = useInfiniteQuery(connectionList('connected'))
  const form = useFormContext<Pick<JoinValues, 'friendIds' | 'guests'>>()
  const chosen = form.watch('friendIds')
  const [typed, setTyped] = useState('')
  const start = useRef<HTMLElement | null>(null)
  const hasLoaded = query.data !== undefined
  useEffect(() => {
    if (takesFocus && hasLoaded) start.current?.focus({ preventScroll: true })
  }, [takesFocus, hasLoaded])
  if (query.isPending) {
    return (
      <Loading label="Loading your connections">
        <Skeleton className="h-11" />
      </Loading>
    )
  }
  if (query.data === undefined) {
    return (
      <ErrorNotice
        title="We could not load your connections"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  // People who are in the game already, and its hosts.
  const excludedIds = [
    ...live.joiners.flatMap(({ userId }) => userId ?? []),
    ...hosts.map(({ id }) => id),
    ...(live.friends ?? []).map(({ person }) => person.id),
  ]
  const people = query.data.pages.flatMap(({ connections }) => connections.map(({ person }) => person))
  const friends = people.filter(({ id }) => !excludedIds.includes(id))
  if (friends.length === 0 && !query.hasNextPage) {
    return (
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
        <p
          ref={(element) => {
            start.current = element
          }}
          tabIndex={-1}
          className="font-strong outline-none"
        >
          {people.length === 0 ? 'You have no connections yet.' : 'All your connections are in this game.'}
        </p>
        <p className="text-small text-soft">You can send a friend the link of this game instead.</p>
        <LinkRow url={eventUrl(eventId)} />
      </div>
    )
  }
  const search = typed.trim().toLowerCase()
  const shown = friends.filter(({ id, name }) => chosen.includes(id) || name.toLowerCase().includes(search))
  const toggle = (id: string) => {
    form.setValue('friendIds', chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id], { shouldDirty: true })
    // Whoever came to bring somebody, and chooses a friend, needs no name of a guest.
    if (form.getValues('guests').every((name) => name === '')) form.setValue('guests', [])
  }
  return (
    <fieldset
      ref={(element) => {
        start.current = element
      }}
      tabIndex={-1}
      className="grid min-w-0 gap-2 outline-none"
    >
      <legend className="mb-2 text-small font-strong">Friends who play too</legend>
      {(friends.length > minToSearch || query.hasNextPage) && (
        <TextField
          label="Find a friend"
          isLabelHidden
          placeholder="Find a friend by name"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className="max-h-64 overflow-y-auto rounded-control border border-edge">
        {shown.length === 0 && (
          <p className="px-3.5 py-3 text-small text-soft">
            {search === '' ? 'Those we have loaded are all in this game.' : 'No connection of yours has this name.'}
          </p>
        )}
        {shown.map((face) => {
          const isChosen = chosen.includes(face.id)
          const isOff = !isChosen && room <= 0
          return (
            <label
              key={face.id}
              className={joinClasses(
                'flex min-h-13 items-center gap-3 border-line px-3.5 py-2 not-first:border-t',
                'has-focus-visible:outline-[2.5px] has-focus-visible:-outline-offset-3 has-focus-visible:outline-court',
                isOff ? 'cursor-not-allowed text-soft' : 'cursor-pointer',
                isChosen ? 'bg-court-wash' : 'bg-card',
              )}
            >
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isOff}
                onChange={() => toggle(face.id)}
                className="size-5 flex-none accent-court"
              />
              <Avatar face={face} size={32} isDecorative />
              <span className="min-w-0 font-medium wrap-anywhere">{face.name}</span>
            </label>
          )
        })}
        <ShowMore query={query} />
      </div>
      <p className="text-small text-soft">
        We hold a seat for each of them and ask them. They are in once they accept{price && ' and pay for it'}. Without an answer, the seat
        is free again.
      </p>
    </fieldset>
  )
}
