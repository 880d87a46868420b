import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pages } from '../../domain/pages.ts'
import type { UserListItem } from '../../domain/user-lists/contract.ts'
import { FaceOrLetter, PersonRowsLoading } from '../profiles/person-row.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Select } from '../ui/select.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { userList, userLists } from '../user-lists/queries.ts'

type BlockFromListProps = {
  listId: string | null
  onPickList: (id: string) => void
  /** Ids of the list's entries. */
  selected: readonly string[]
  onSelect: (ids: string[]) => void
}

const formatPeople = (count: number) => (count === 1 ? '1 person' : `${count} people`)

export function BlockFromList({ listId, onPickList, selected, onSelect }: BlockFromListProps) {
  const { data, error, refetch, isFetching } = useQuery(userLists)
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) {
    return (
      <Loading label="Loading your lists">
        <Skeleton className="h-4 w-28" />
        <Skeleton className="mt-2 h-11.5" />
      </Loading>
    )
  }
  if (data.lists.length === 0) {
    return (
      <div className="grid gap-1.5">
        <p className="text-small font-strong">From a list</p>
        <p className="text-soft">
          You have no lists yet. In{' '}
          <Link to={`/${pages.userList.path}`} className="font-strong text-court underline-offset-3 hover:underline">
            your lists
          </Link>
          , you can group people by name or by email.
        </p>
      </div>
    )
  }
  return (
    <>
      <Select
        label="From a list"
        placeholder="Pick a list"
        options={data.lists.map(({ uid, name, count }) => ({ value: uid, label: name, hint: formatPeople(count) }))}
        value={listId}
        onChange={onPickList}
      />
      {listId !== null && <ListPeople key={listId} listId={listId} selected={selected} onSelect={onSelect} />}
    </>
  )
}

function ListPeople({ listId, selected, onSelect }: { listId: string } & Pick<BlockFromListProps, 'selected' | 'onSelect'>) {
  const { data, error, refetch, isFetching } = useQuery(userList(listId))
  if (error && !data) return <ErrorNotice className="mt-4" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <PersonRowsLoading label="Loading the list" className="mt-2" />
  if (data.userListItems.length === 0) return <p className="mt-3 text-soft">Nobody is on this list yet.</p>
  const selectableItems = data.userListItems.filter(({ isBlocked }) => !isBlocked)
  const areAllSelected = selectableItems.length > 0 && selectableItems.every(({ id }) => selected.includes(id))
  const toggle = ({ id }: UserListItem, isOn: boolean) => onSelect(isOn ? [...selected, id] : selected.filter((other) => other !== id))
  return (
    <fieldset className="mt-2 min-w-0">
      <legend className="sr-only">People on {data.name}</legend>
      {selectableItems.length > 1 && (
        <Checkbox
          label={<span className="font-strong">Everyone on this list</span>}
          checked={areAllSelected}
          onChange={() => onSelect(areAllSelected ? [] : selectableItems.map(({ id }) => id))}
          className="border-b border-line"
        />
      )}
      {data.userListItems.map((item) => (
        <Checkbox
          key={item.id}
          label={<ListPerson item={item} />}
          checked={selected.includes(item.id)}
          disabled={item.isBlocked}
          onChange={(event) => toggle(item, event.target.checked)}
          className="border-b border-line"
        />
      ))}
    </fieldset>
  )
}

function ListPerson({ item }: { item: UserListItem }) {
  const face = { id: item.uid ?? item.id, name: item.displayName, pictureUrl: item.pictureUrl }
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <FaceOrLetter face={face} isAddress={item.email !== null} size={28} />
      <span className="grid min-w-0">
        <span className={joinClasses('wrap-anywhere', item.isBlocked && 'text-soft')}>{item.displayName}</span>
        {item.isBlocked && <span className="text-small text-soft">Already blocked</span>}
      </span>
    </span>
  )
}
