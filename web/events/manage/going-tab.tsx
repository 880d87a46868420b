import { UserPlus } from 'lucide-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { opensLater } from '../../../domain/events/viewer-state.ts'
import { shareLink } from '../../share/share-link.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { CheckInToggle, GroupStepper } from '../check-in/check-in-controls.tsx'
import { FormsOwed } from '../check-in/form-owed.tsx'
import { formatSignUpOpening } from '../format-event.ts'
import { formatGuests, formatMoment } from './format-managed-event.ts'
import { FormerJoiners } from './former-joiners.tsx'
import { AddDialog } from './joiner-dialogs.tsx'
import { CheckInStatus, formatJoinerNote, getSlotName, JoinerAnswers, JoinerFace, JoinerMenu, JoinerName } from './manage-joiner.tsx'
import type { ShownJoiner } from './managed-list.ts'
import type { Hosting } from './use-hosting.ts'

const minRowsForSearch = 8
const rowsPerPage = 100

const normalizeText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export function GoingTab({ hosting, onInvite }: { hosting: Hosting; onInvite: () => void }) {
  const isPhone = useIsPhone()
  const [typed, setTyped] = useState('')
  const [maxRows, setMaxRows] = useState(rowsPerPage)
  const [addDialogCount, setAddDialogCount] = useState(0)
  const [isAdding, setAdding] = useState(false)
  const { going } = hosting.list
  const searchText = normalizeText(typed.trim())
  const matches =
    searchText === ''
      ? going
      : going.filter(({ name, guests }) => [name, ...guests].some((text) => normalizeText(text).includes(searchText)))
  const rows = matches.slice(0, maxRows)
  const openAddDialog = () => {
    setAddDialogCount(addDialogCount + 1)
    setAdding(true)
  }
  return (
    <div className="grid gap-4">
      <FormsOwed hosting={hosting} />
      {going.length > 0 && (
        <div className="flex items-end justify-between gap-3">
          {going.length >= minRowsForSearch && (
            <TextField
              label="Find a name"
              isLabelHidden
              placeholder="Find a name"
              type="search"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="min-w-0 flex-1 sm:max-w-72"
            />
          )}
          {hosting.isPublished && (
            <Button onClick={openAddDialog} className="ml-auto flex-none">
              <UserPlus size={18} aria-hidden="true" /> Add <span className="-ml-1 max-sm:sr-only">someone</span>
            </Button>
          )}
        </div>
      )}
      {going.length === 0 ? (
        <EmptyList hosting={hosting} onAdd={openAddDialog} onInvite={onInvite} />
      ) : matches.length === 0 ? (
        <p className="py-6 text-soft">Nobody on the list has this name.</p>
      ) : isPhone ? (
        <ul aria-label="Going" className="grid">
          {rows.map((joiner) => (
            <GoingRow key={joiner.id} joiner={joiner} hosting={hosting} />
          ))}
        </ul>
      ) : (
        <GoingTable rows={rows} hosting={hosting} />
      )}
      {matches.length > rows.length && <Button onClick={() => setMaxRows(maxRows + rowsPerPage)}>Show more</Button>}
      <FormerJoiners hosting={hosting} />
      {addDialogCount > 0 && <AddDialog key={addDialogCount} hosting={hosting} isOpen={isAdding} onClose={() => setAdding(false)} />}
    </div>
  )
}

/** One joiner as a row on a phone: name, guests, and the check mark on the right, within reach of the thumb. */
function GoingRow({ joiner, hosting }: { joiner: ShownJoiner; hosting: Hosting }) {
  const note = formatJoinerNote(hosting, joiner)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-2.5 first:border-t">
      <JoinerFace joiner={joiner} />
      <div className="grid">
        <JoinerName joiner={joiner} />
        {note && <span className="text-small text-soft wrap-anywhere">{note}</span>}
        <CheckInStatus joiner={joiner} hosting={hosting} />
      </div>
      <div className="flex items-center">
        <JoinerMenu joiner={joiner} hosting={hosting} />
        {hosting.isPublished && <CheckInToggle joiner={joiner} hosting={hosting} />}
      </div>
      <div className="col-span-2 col-start-2 grid gap-2 not-empty:pt-1.5">
        <JoinerAnswers joiner={joiner} hosting={hosting} />
        {hosting.isPublished && joiner.seats > 1 && joiner.arrived > 0 && (
          <GroupStepper joiner={joiner} hosting={hosting} className="justify-self-start" />
        )}
      </div>
    </li>
  )
}

const HostingContext = createContext<Hosting | null>(null)

/**
 * Gives table cells the current `hosting` by context. So the columns can stay the same objects when the game changes;
 * new columns would close an open menu in a cell.
 */
function WithHosting({ children }: { children: (hosting: Hosting) => ReactNode }) {
  const hosting = use(HostingContext)
  return hosting && children(hosting)
}

function GoingTable({ rows, hosting }: { rows: ShownJoiner[]; hosting: Hosting }) {
  const { event } = hosting.managed
  const hasSlots = event.live.slots.length > 0
  const hasQuestions = event.questions.length > 0
  const { isPublished } = hosting
  const columns = useMemo(() => createColumns({ hasSlots, hasQuestions, isPublished }), [hasSlots, hasQuestions, isPublished])
  return (
    <HostingContext value={hosting}>
      <DataTable label="Going" columns={columns} rows={rows} getRowId={({ id }) => id} />
    </HostingContext>
  )
}

type ColumnOptions = { hasSlots: boolean; hasQuestions: boolean; isPublished: boolean }

function createColumns({ hasSlots, hasQuestions, isPublished }: ColumnOptions): Column<ShownJoiner>[] {
  const columns: (Column<ShownJoiner> | false)[] = [
    {
      id: 'name',
      header: 'Name',
      sortValue: ({ name }) => name,
      cell: (joiner) => (
        <span className="flex items-center gap-3.5">
          <JoinerFace joiner={joiner} size={40} />
          <span className="grid">
            <JoinerName joiner={joiner} />
            {joiner.guests.length > 0 && <span className="text-small text-soft">{formatGuests(joiner)}</span>}
            <WithHosting>{(hosting) => <CheckInStatus joiner={joiner} hosting={hosting} />}</WithHosting>
          </span>
        </span>
      ),
    },
    { id: 'seats', header: 'Seats', isNumber: true, cell: ({ seats }) => seats, sortValue: ({ seats }) => seats },
    hasSlots && {
      id: 'slot',
      header: 'Slot',
      sortValue: ({ slotId }) => slotId,
      cell: (joiner) => <WithHosting>{(hosting) => getSlotName(hosting, joiner)}</WithHosting>,
    },
    hasQuestions && {
      id: 'answers',
      header: 'Answers',
      cell: (joiner) => <WithHosting>{(hosting) => <JoinerAnswers joiner={joiner} hosting={hosting} className="max-w-80" />}</WithHosting>,
    },
    {
      id: 'joined',
      header: 'Joined',
      cell: ({ joinedAt }) => (
        <span className="whitespace-nowrap text-soft">
          <WithHosting>{({ managed, now }) => formatMoment(joinedAt, managed.event.timeZone, now)}</WithHosting>
        </span>
      ),
      sortValue: ({ joinedAt }) => joinedAt,
    },
    isPublished && {
      id: 'here',
      header: 'Here',
      isNumber: true,
      cell: (joiner) => (
        <span className="flex items-center justify-end gap-2.5">
          <WithHosting>
            {(hosting) => (
              <>
                {joiner.seats > 1 && joiner.arrived > 0 && <GroupStepper joiner={joiner} hosting={hosting} />}
                <CheckInToggle joiner={joiner} hosting={hosting} />
              </>
            )}
          </WithHosting>
        </span>
      ),
    },
    {
      id: 'more',
      header: '',
      isNumber: true,
      cell: (joiner) => <WithHosting>{(hosting) => <JoinerMenu joiner={joiner} hosting={hosting} />}</WithHosting>,
    },
  ]
  return columns.filter((column) => column !== false)
}

type EmptyListProps = { hosting: Hosting; onAdd: () => void; onInvite: () => void }

function EmptyList({ hosting: { managed, isPublished, now }, onAdd, onInvite }: EmptyListProps) {
  const { event } = managed
  const share = () => void shareLink({ title: event.title, url: new URL(`/evt/${event.id}`, location.href).href })
  if (opensLater(event, now)) {
    return (
      <EmptyState
        title="Nobody can join yet"
        action={
          <>
            <Button onClick={onInvite} aria-haspopup="dialog">
              <UserPlus size={18} aria-hidden="true" /> Invite people
            </Button>
            <Button onClick={share}>Share the link</Button>
          </>
        }
      >
        {formatSignUpOpening(event, now)}.{' '}
        {event.visibility === 'team' ? `Members of ${event.team?.name ?? 'the community'} with` : 'Anyone with'} the link can already see
        it.
      </EmptyState>
    )
  }
  if (event.live.state === 'draft') return <EmptyState title="This is a draft">Publish it so that people can join.</EmptyState>
  if (!isPublished) return <EmptyState title="Nobody was on the list" />
  return (
    <EmptyState
      title="Nobody has joined yet"
      action={
        <>
          <Button variant="primary" onClick={share}>
            Share the link
          </Button>
          <Button onClick={onAdd}>
            <UserPlus size={18} aria-hidden="true" /> Add someone
          </Button>
        </>
      }
    >
      Share the link, or add people who told you that they are coming.
    </EmptyState>
  )
}
