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
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'

type ChoosePersonDialogProps = { formId: string; teamId: string; onClose: () => void }

const searchDelayMs = 250

/** For whom an organizer fills a form: a member or a guest of the community. */
export default function ChoosePersonDialog({ formId, teamId, onClose }: ChoosePersonDialogProps) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), searchDelayMs)
  const people = useInfiniteQuery(rosterPeople(teamId, { role: null, q }))
  const guests = useInfiniteQuery(rosterGuests(teamId))
  const members = people.data?.pages.flatMap((page) => page.people) ?? []
  const found = guests.data?.pages.flatMap((page) => page.guests).filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())) ?? []
  const rows = [
    ...members.map(({ person }) => ({ id: person.id, name: person.name, note: '' })),
    ...found.map(({ id, name, isChild }) => ({ id, name, note: isChild ? 'Child' : 'Guest' })),
  ]
  const hasMore = people.hasNextPage || guests.hasNextPage
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
        {people.isPending && !people.error && <Skeleton className="h-32 rounded-card" />}
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
        {people.isSuccess && rows.length === 0 && <p className="text-soft">Nobody with this name is in the community.</p>}
        {hasMore && (
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
