import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { teamAddPath } from '../../../domain/forms/paths.ts'
import { maxSearchLength } from '../../../domain/roster/contract.ts'
import { rosterGuests, rosterPeople } from '../../roster/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useLookFurther } from '../use-look-further.ts'

type ChoosePersonDialogProps = { formId: string; teamId: string; onClose: () => void }

const searchDelayMs = 250

/** For whom an organizer fills a form: a member or a guest of the community. */
export default function ChoosePersonDialog({ formId, teamId, onClose }: ChoosePersonDialogProps) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  const q = useDebounced(wanted, searchDelayMs)
  const people = useInfiniteQuery(rosterPeople(teamId, { role: null, q }))
  const guests = useInfiniteQuery(rosterGuests(teamId))
  // The server finds members by name, but not guests. A community has few pages of them.
  const looksFurther = useLookFurther(guests, q !== '')
  const members = people.data?.pages.flatMap((page) => page.people) ?? []
  const found = guests.data?.pages.flatMap((page) => page.guests).filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())) ?? []
  const rows = [
    ...members.map(({ person }) => ({ id: person.id, name: person.name, note: '' })),
    ...found.map(({ id, name, isChild }) => ({ id, name, note: isChild ? 'Child' : 'Guest' })),
  ]
  const hasMore = people.hasNextPage || guests.hasNextPage
  const isLoading = people.isPending || guests.isPending || looksFurther
  const isWhole = people.isSuccess && guests.isSuccess && !hasMore && wanted === q
  return (
    <Dialog title="Fill for someone" isOpen onClose={onClose} width={480}>
      <div className="grid gap-4">
        <TextField
          label="Search a member or guest"
          type="search"
          autoComplete="off"
          maxLength={maxSearchLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {people.error && <ErrorNotice error={people.error} onRetry={() => void people.refetch()} isRetrying={people.isFetching} />}
        {guests.error && (
          <ErrorNotice
            title="We could not load all guests"
            error={guests.error}
            onRetry={() => void (guests.isFetchNextPageError ? guests.fetchNextPage() : guests.refetch())}
            isRetrying={guests.isFetching}
          />
        )}
        <ul className="grid max-h-80 overflow-y-auto">
          {rows.map(({ id, name, note }) => (
            <li key={id} className="border-b border-line">
              <Link
                to={teamAddPath(formId, id)}
                className="flex min-h-12 items-center justify-between gap-4 rounded-control px-2 hover:bg-wash"
              >
                <span className="font-medium wrap-anywhere">{name}</span>
                {note && <span className="text-small text-soft">{note}</span>}
              </Link>
            </li>
          ))}
        </ul>
        {isLoading && (
          <Loading label="Loading people">
            <Skeleton className={rows.length === 0 ? 'h-32 rounded-card' : 'h-12 rounded-card'} />
          </Loading>
        )}
        {isWhole && rows.length === 0 && <p className="text-soft">Nobody with this name is in the community.</p>}
        {hasMore && !isLoading && (
          <Button
            size="small"
            className="justify-self-start"
            onClick={() => {
              if (people.hasNextPage) void people.fetchNextPage()
              if (guests.hasNextPage) void guests.fetchNextPage()
            }}
          >
            Show more
          </Button>
        )}
      </div>
    </Dialog>
  )
}
