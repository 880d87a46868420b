import { UserPlus } from 'lucide-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { opensLater } from '../../../domain/events/standing.ts'
import { shareLink } from '../../share-link.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { CheckInTick, PartyStepper } from '../check-in/check-in-controls.tsx'
import { openingWords } from '../event-words.ts'
import { AddDialog } from './joiner-dialogs.tsx'
import { ArrivalWords, JoinerAnswers, JoinerFace, JoinerMenu, JoinerName, partyNote, slotName } from './manage-joiner.tsx'
import { guestWords, momentWords } from './manage-words.ts'
import type { ShownJoiner } from './managed-list.ts'
import { OverList } from './over-list.tsx'
import type { Hosting } from './use-hosting.ts'

const searchedFrom = 8
const shownAtOnce = 100

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export function GoingTab({ hosting, onInvite }: { hosting: Hosting; onInvite: () => void }) {
  const isPhone = useIsPhone()
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(shownAtOnce)
  const [addings, setAddings] = useState(0)
  const [isAdding, setAdding] = useState(false)
  const { going } = hosting.list
  const sought = plain(typed.trim())
  const found = sought === '' ? going : going.filter(({ name, guests }) => [name, ...guests].some((one) => plain(one).includes(sought)))
  const rows = found.slice(0, shown)
  const add = () => {
    setAddings(addings + 1)
    setAdding(true)
  }
  return (
    <div className="grid gap-4">
      {going.length > 0 && (
        <div className="flex items-end justify-between gap-3">
          {going.length >= searchedFrom && (
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
          {hosting.isOn && (
            <Button onClick={add} className="ml-auto flex-none">
              <UserPlus size={18} aria-hidden="true" /> Add <span className="-ml-1 max-sm:sr-only">someone</span>
            </Button>
          )}
        </div>
      )}
      {going.length === 0 ? (
        <NobodyYet hosting={hosting} onAdd={add} onInvite={onInvite} />
      ) : found.length === 0 ? (
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
      {found.length > rows.length && <Button onClick={() => setShown(shown + shownAtOnce)}>Show more</Button>}
      <OverList hosting={hosting} />
      {addings > 0 && <AddDialog key={addings} hosting={hosting} isOpen={isAdding} onClose={() => setAdding(false)} />}
    </div>
  )
}

/** One line at the gate: who, with whom, and a tick where the thumb is. */
function GoingRow({ joiner, hosting }: { joiner: ShownJoiner; hosting: Hosting }) {
  const note = partyNote(hosting, joiner)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-2.5 first:border-t">
      <JoinerFace joiner={joiner} />
      <div className="grid">
        <JoinerName joiner={joiner} />
        {note && <span className="text-small text-soft wrap-anywhere">{note}</span>}
        <ArrivalWords joiner={joiner} hosting={hosting} />
      </div>
      <div className="flex items-center">
        <JoinerMenu joiner={joiner} hosting={hosting} />
        {hosting.isOn && <CheckInTick joiner={joiner} hosting={hosting} />}
      </div>
      <div className="col-span-2 col-start-2 grid gap-2 not-empty:pt-1.5">
        <JoinerAnswers joiner={joiner} hosting={hosting} />
        {hosting.isOn && joiner.seats > 1 && joiner.arrived > 0 && (
          <PartyStepper joiner={joiner} hosting={hosting} className="justify-self-start" />
        )}
      </div>
    </li>
  )
}

const HostingContext = createContext<Hosting | null>(null)

/** Columns must stay the same while the game changes: a new one would close the menu that is open in its cell. */
function WithHosting({ children }: { children: (hosting: Hosting) => ReactNode }) {
  const hosting = use(HostingContext)
  return hosting && children(hosting)
}

function GoingTable({ rows, hosting }: { rows: ShownJoiner[]; hosting: Hosting }) {
  const { event } = hosting.managed
  const hasSlots = event.live.slots.length > 0
  const hasQuestions = event.questions.length > 0
  const { isOn } = hosting
  const columns = useMemo(() => columnsOf({ hasSlots, hasQuestions, isOn }), [hasSlots, hasQuestions, isOn])
  return (
    <HostingContext value={hosting}>
      <DataTable label="Going" columns={columns} rows={rows} getRowId={({ id }) => id} />
    </HostingContext>
  )
}

type Shape = { hasSlots: boolean; hasQuestions: boolean; isOn: boolean }

function columnsOf({ hasSlots, hasQuestions, isOn }: Shape): Column<ShownJoiner>[] {
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
            {joiner.guests.length > 0 && <span className="text-small text-soft">{guestWords(joiner)}</span>}
            <WithHosting>{(hosting) => <ArrivalWords joiner={joiner} hosting={hosting} />}</WithHosting>
          </span>
        </span>
      ),
    },
    { id: 'seats', header: 'Seats', isNumber: true, cell: ({ seats }) => seats, sortValue: ({ seats }) => seats },
    hasSlots && {
      id: 'slot',
      header: 'Slot',
      sortValue: ({ slotId }) => slotId,
      cell: (joiner) => <WithHosting>{(hosting) => slotName(hosting, joiner)}</WithHosting>,
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
          <WithHosting>{({ managed, now }) => momentWords(joinedAt, managed.event.timeZone, now)}</WithHosting>
        </span>
      ),
      sortValue: ({ joinedAt }) => joinedAt,
    },
    isOn && {
      id: 'here',
      header: 'Here',
      isNumber: true,
      cell: (joiner) => (
        <span className="flex items-center justify-end gap-2.5">
          <WithHosting>
            {(hosting) => (
              <>
                {joiner.seats > 1 && joiner.arrived > 0 && <PartyStepper joiner={joiner} hosting={hosting} />}
                <CheckInTick joiner={joiner} hosting={hosting} />
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

type NobodyProps = { hosting: Hosting; onAdd: () => void; onInvite: () => void }

function NobodyYet({ hosting: { managed, isOn, now }, onAdd, onInvite }: NobodyProps) {
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
        {openingWords(event, now)}. {event.visibility === 'team' ? `Members of ${event.team?.name ?? 'the community'} with` : 'Anyone with'}{' '}
        the link can already see it.
      </EmptyState>
    )
  }
  if (event.live.state === 'draft') return <EmptyState title="This is a draft">Publish it so that people can join.</EmptyState>
  if (!isOn) return <EmptyState title="Nobody was on the list" />
  return (
    <EmptyState
      title="Nobody has joined yet"
      action={
        <>
          <Button variant="go" onClick={share}>
            Share the link
          </Button>
          <Button onClick={onAdd}>
            <UserPlus size={18} aria-hidden="true" /> Add someone
          </Button>
        </>
      }
    >
      Share the link, or add people who told you they are coming.
    </EmptyState>
  )
}
