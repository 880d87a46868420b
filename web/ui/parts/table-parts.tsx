import { useState } from 'react'
import { AppError } from '../../../domain/errors.ts'
import { Avatar, type Face } from '../avatar.tsx'
import { Button } from '../button.tsx'
import { ToggleChip } from '../chip.tsx'
import { DataTable } from '../data-table.tsx'
import { EmptyState } from '../empty-state.tsx'
import { showSnackbar } from '../show-snackbar.ts'
import { Status } from '../status.tsx'
import type { Column } from '../table-columns.ts'
import { PartRow, PartSection } from './part-section.tsx'
import { people } from './sample-people.ts'

type Member = { face: Face; role: string; games: number; paid: number; isLate: boolean }

const roles = ['Owner', 'Captain', 'Member']
const members: Member[] = people.map((face, index) => ({
  face,
  role: roles[Math.min(2, index)] ?? 'Member',
  games: [41, 38, 7, 112, 19, 3, 26, 0][index] ?? 0,
  paid: [0, 18, 18, 240, 36, 0, 1054, 18][index] ?? 0,
  isLate: index === 5,
}))

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

const columns: Column<Member>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: (member) => member.face.name,
    onPhone: 'title',
    cell: (member) => (
      <span className="flex items-center gap-3">
        <Avatar face={member.face} isDecorative />
        <span className="font-strong">{member.face.name}</span>
      </span>
    ),
  },
  { id: 'role', header: 'Role', cell: (member) => member.role },
  { id: 'games', header: 'Games', isNumber: true, sortValue: (member) => member.games, cell: (member) => member.games },
  { id: 'paid', header: 'Paid', isNumber: true, sortValue: (member) => member.paid, cell: (member) => dollars.format(member.paid) },
  {
    id: 'state',
    header: 'Dues',
    cell: (member) => <Status tone={member.isLate ? 'warn' : 'good'}>{member.isLate ? 'Late' : 'Paid'}</Status>,
  },
]

const failure = Object.assign(new AppError('Unavailable'), { requestId: '01JD3F7Q2M8X' })
const states = ['rows', 'loading', 'empty', 'error'] as const

export function TableParts() {
  const [state, setState] = useState<(typeof states)[number]>('rows')
  const [count, setCount] = useState(5)
  const [isLoadingMore, setLoadingMore] = useState(false)
  const loadMore = () => {
    setLoadingMore(true)
    setTimeout(() => {
      setCount(members.length)
      setLoadingMore(false)
    }, 900)
  }
  return (
    <PartSection
      title="Tables"
      intro="Headers sort the rows, numbers line up, and the next page is added below. On a phone, each row is a card."
    >
      <PartRow className="gap-2">
        {states.map((name) => (
          <ToggleChip key={name} isOn={state === name} onToggle={() => setState(name)}>
            {name[0]?.toUpperCase() + name.slice(1)}
          </ToggleChip>
        ))}
      </PartRow>
      <div>
        <DataTable
          label="Members of Sunset Smashers"
          columns={columns}
          rows={state === 'empty' ? [] : members.slice(0, count)}
          getRowId={(member) => member.face.id}
          sort={{ column: 'games', direction: 'descending' }}
          isLoading={state === 'loading'}
          error={state === 'error' ? failure : undefined}
          onRetry={() => setState('rows')}
          hasMore={count < members.length}
          onLoadMore={loadMore}
          isLoadingMore={isLoadingMore}
          empty={
            <EmptyState title="Nobody here yet" action={<Button onClick={() => showSnackbar('Link copied')}>Copy the invite link</Button>}>
              Send the link to the people you play with. They can join with one tap.
            </EmptyState>
          }
        />
      </div>
    </PartSection>
  )
}
