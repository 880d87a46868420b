import { useInfiniteQuery, useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { ClipboardPen, Download, ListPlus, PencilLine, Upload } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { can } from '../../domain/access/can.ts'
import { maxSearchLength, type RosterPerson } from '../../domain/roster/contract.ts'
import { teamRoleNames } from '../../domain/teams/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { type TeamRole, teamRoles } from '../../domain/teams/roles.ts'
import { useViewer } from '../app-state.ts'
import { PeopleLoading } from '../connections/person-row.tsx'
import { isAskedToTakeOver, listMemberActions } from '../teams/manage/list-member-actions.tsx'
import type { MemberAction } from '../teams/manage/member-dialog.tsx'
import { takingBackTeam } from '../teams/own-team-queries.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FilterField } from '../ui/filter-field.tsx'
import type { MenuEntry } from '../ui/menu.tsx'
import { Select } from '../ui/select.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { MemberRow } from './member-row.tsx'
import { attendance, onlinePeople, rosterExportPath, rosterPeople } from './queries.ts'

const ChooseFormDialog = lazy(() => import('../forms/team-add/choose-form-dialog.tsx'))
const DetailsDialog = lazy(() => import('./details-dialog.tsx'))
const FieldsDialog = lazy(() => import('./fields-dialog.tsx'))
const MemberDialog = lazy(() => import('../teams/manage/member-dialog.tsx'))
const PositionDialog = lazy(() => import('./position-dialog.tsx'))

const roleOptions = [
  { value: 'any', label: 'Any role' },
  ...teamRoles.map((role) => ({ value: role, label: teamRoleNames[role] })),
] as const
const linkClasses = 'inline-flex min-h-11 items-center gap-2 font-strong text-court hover:underline'

type OpenDialog = { kind: 'details' | 'position' | 'form' | MemberAction; userId: string } | { kind: 'fields' }

export function PeopleList({ team }: { team: TeamDetail }) {
  const { id: teamId } = team
  const viewerId = useViewer()?.id
  const [onlyRole, setOnlyRole] = useState<TeamRole | null>(null)
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim().slice(0, maxSearchLength), 250)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const isManager = can(team, 'roster.manage')
  const filter = { role: onlyRole, q }
  const query = useInfiniteQuery({ ...rosterPeople(teamId, filter), placeholderData: (previous) => previous })
  const pages = query.data?.pages ?? []
  const rows = pages.flatMap(({ people }) => people)
  const fields = pages[0]?.fields ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusAfterRemoval(heading, rows.length)
  const online = useOnline(teamId, filter, [null, ...pages.slice(0, -1).map(({ next }) => next)])
  const { data: came } = useQuery({ ...attendance(teamId), enabled: isManager })
  const takeBack = useMutation({ ...takingBackTeam, onError: showFailure })
  const entriesOf = (row: RosterPerson): MenuEntry[] => {
    const userId = row.person.id
    const open = (kind: 'details' | 'position' | 'form' | MemberAction) => setDialog({ kind, userId })
    const icon = <PencilLine size={17} aria-hidden="true" />
    const actions = listMemberActions({ team, row, viewerId, onAction: open, onTakeBack: () => takeBack.mutate(teamId) })
    const fill: MenuEntry = {
      id: 'form',
      label: 'Fill a form',
      icon: <ClipboardPen size={17} aria-hidden="true" />,
      onPress: () => open('form'),
    }
    const forms = can(team, 'forms.manage') ? [fill] : []
    if (isManager) return [{ id: 'details', label: 'Edit details', icon, onPress: () => open('details') }, ...forms, ...actions]
    return userId === viewerId ? [{ id: 'position', label: 'Change my position', icon, onPress: () => open('position') }] : actions
  }
  const countsOf = (userId: string) => {
    if (!came) return undefined
    const one = came.people.find((person) => person.userId === userId)
    return { games: came.games, joined: one?.joined ?? 0, checkedIn: one?.checkedIn ?? 0 }
  }
  const opened = dialog && dialog.kind !== 'fields' ? rows.find(({ person }) => person.id === dialog.userId) : undefined
  const close = () => setDialog(null)
  return (
    <section aria-labelledby="team-people" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        {/* On a phone, the open tab says the same. */}
        <h2 ref={heading} tabIndex={-1} id="team-people" className="text-title outline-none max-sm:sr-only">
          People
        </h2>
        {isManager && (
          <div className="flex flex-wrap gap-x-5">
            <Link to={`${teamPath(teamId)}/people/import`} className={linkClasses}>
              <Upload size={17} aria-hidden="true" /> Import
            </Link>
            <a href={rosterExportPath(teamId)} download className={linkClasses}>
              <Download size={17} aria-hidden="true" /> Export
            </a>
            <button type="button" onClick={() => setDialog({ kind: 'fields' })} className={linkClasses}>
              <ListPlus size={17} aria-hidden="true" /> Custom fields
            </button>
          </div>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_8.5rem] gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <FilterField
          label="Search people by name"
          placeholder="Search by name"
          value={typed}
          onChange={setTyped}
          onEnter={() => undefined}
        />
        <Select
          label="Role"
          isLabelHidden
          options={roleOptions}
          value={onlyRole ?? 'any'}
          onChange={(picked) => setOnlyRole(picked === 'any' ? null : picked)}
        />
      </div>
      {query.isPending ? (
        <PeopleLoading />
      ) : query.isLoadingError ? (
        <ErrorNotice
          title="The people could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : rows.length === 0 ? (
        <EmptyState title="Nobody found" hasBeans={false} className="py-4">
          Nobody in this community matches. Try another name or role.
        </EmptyState>
      ) : (
        <div>
          <ul aria-label="People">
            {rows.map((row) => (
              <MemberRow
                key={row.person.id}
                row={row}
                fields={fields}
                isOnline={online.has(row.person.id)}
                counts={countsOf(row.person.id)}
                isAsked={isAskedToTakeOver(team, row.person.id)}
                entries={entriesOf(row)}
              />
            ))}
          </ul>
          <ShowMore query={query} />
        </div>
      )}
      <Suspense>
        {dialog?.kind === 'fields' && <FieldsDialog teamId={teamId} fields={fields} onClose={close} />}
        {opened && dialog?.kind === 'details' && (
          <DetailsDialog
            teamId={teamId}
            of={{ userId: opened.person.id }}
            name={opened.person.name}
            row={opened}
            fields={fields}
            onClose={close}
          />
        )}
        {opened && dialog?.kind === 'position' && <PositionDialog teamId={teamId} row={opened} onClose={close} />}
        {opened && dialog?.kind === 'form' && <ChooseFormDialog teamId={teamId} person={opened.person} onClose={close} />}
        {opened &&
          dialog &&
          dialog.kind !== 'fields' &&
          dialog.kind !== 'details' &&
          dialog.kind !== 'position' &&
          dialog.kind !== 'form' && <MemberDialog team={team} row={opened} action={dialog.kind} onClose={close} />}
      </Suspense>
    </section>
  )
}

/** Who is online, of the pages that are loaded. */
function useOnline(teamId: string, filter: { role: TeamRole | null; q: string }, cursors: readonly (string | null)[]): ReadonlySet<string> {
  return useQueries({
    queries: cursors.map((cursor) => onlinePeople(teamId, filter, cursor)),
    combine: (results) => new Set(results.flatMap(({ data }) => data ?? [])),
  })
}
