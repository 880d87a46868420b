import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Ellipsis, PencilLine, Plus, Trash2, UserRoundMinus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { can } from '../../domain/access/can.ts'
import type { SeasonDetail, SeasonGroup, SeasonGuest, SeasonPerson } from '../../domain/seasons/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Menu } from '../ui/menu.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { formatGroup, formatOrganizers, kindNames } from './format-people.ts'
import { GroupFormDialog } from './group-form-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { deletingGroup, seasonGuests, seasonPeople, unregistering, unregisteringGuest } from './queries.ts'

type OpenDialog = { kind: 'group'; group?: SeasonGroup } | { kind: 'person'; person?: SeasonPerson; guest?: SeasonGuest } | null

/** The groups of the season with their people, and the people without a group. */
export function PeopleSection({ season }: { season: SeasonDetail }) {
  const query = useInfiniteQuery(seasonPeople(season.id))
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const mayManage = can(season, 'seasons.manage')
  const close = () => setOpenDialog(null)
  const guestQuery = useInfiniteQuery(seasonGuests(season.id))
  const { data, error, refetch, isFetching } = query
  const guests = guestQuery.data?.pages.flatMap((page) => page.guests) ?? []
  const people = data?.pages.flatMap((page) => page.people) ?? []
  const listOf = (shown: readonly SeasonPerson[], shownGuests: readonly SeasonGuest[] = []) => (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {shown.map((each) => (
        <PersonEntry
          key={each.person.id}
          season={season}
          entry={each}
          onEdit={mayManage ? () => setOpenDialog({ kind: 'person', person: each }) : undefined}
        />
      ))}
      {shownGuests.map((guest) => (
        <GuestEntry
          key={guest.id}
          season={season}
          guest={guest}
          onEdit={mayManage ? () => setOpenDialog({ kind: 'person', guest }) : undefined}
        />
      ))}
    </ul>
  )
  const guestsIn = (wanted: string | null) => guests.filter(({ groupId }) => groupId === wanted)
  const withoutGroup = (['player', 'freeAgent', 'substitute'] as const)
    .map((kind) => ({
      kind,
      people: people.filter((each) => each.groupId === null && each.kind === kind),
      guests: kind === 'player' ? guestsIn(null) : [],
    }))
    .filter((list) => list.people.length + list.guests.length > 0)
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-title">Groups and people</h2>
        {mayManage && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => setOpenDialog({ kind: 'group' })}>
              <Plus size={15} aria-hidden="true" /> Group
            </Button>
            <Button size="small" onClick={() => setOpenDialog({ kind: 'person' })}>
              <Plus size={15} aria-hidden="true" /> Person
            </Button>
          </div>
        )}
      </div>
      {!mayManage && (
        <p className="-mt-4 text-small text-soft">
          The owner and organizers assign people to groups: {formatOrganizers(season.organizers)}.
        </p>
      )}
      {!data ? (
        error ? (
          <ErrorNotice title="We could not load the people" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading label="Loading the people">
            <SkeletonRows count={3} className="gap-3 py-2.5" picture="size-8 rounded-full" lines={['w-36', 'w-24']} />
          </Loading>
        )
      ) : (
        <>
          {season.groups.length === 0 && people.length + guests.length === 0 && (
            <p className="text-soft">Nobody is in this season yet. Groups are the sides of its table.</p>
          )}
          {season.groups.map((group) => (
            <GroupPart
              key={group.id}
              season={season}
              group={group}
              onEdit={mayManage ? () => setOpenDialog({ kind: 'group', group }) : undefined}
            >
              {listOf(
                people.filter(({ groupId }) => groupId === group.id),
                guestsIn(group.id),
              )}
            </GroupPart>
          ))}
          {withoutGroup.map(({ kind, people: shown, guests: shownGuests }) => (
            <section key={kind} aria-label={`${kindNames[kind]}s`} className="grid gap-2 border-t border-line pt-4">
              <h3 className="text-body font-strong">
                {kind === 'player' ? 'Players without a group' : `${kindNames[kind]}s`}{' '}
                <span className="font-normal text-soft">{shown.length + shownGuests.length}</span>
              </h3>
              {listOf(shown, shownGuests)}
            </section>
          ))}
          <ShowMore query={query} />
          {!query.hasNextPage && <ShowMore query={guestQuery} />}
        </>
      )}
      {openDialog?.kind === 'group' && (
        <GroupFormDialog season={season} onClose={close} {...(openDialog.group ? { group: openDialog.group } : {})} />
      )}
      {openDialog?.kind === 'person' && <PersonDialog season={season} onClose={close} {...openDialog} />}
    </div>
  )
}

type GroupPartProps = { season: SeasonDetail; group: SeasonGroup; onEdit: (() => void) | undefined; children: ReactNode }

function GroupPart({ season, group, onEdit, children }: GroupPartProps) {
  const remove = useMutation({ ...deletingGroup, onError: showFailure })
  const captain = season.captains.find(({ groupId }) => groupId === group.id)
  return (
    <section aria-label={group.name} className="grid gap-2 border-t border-line pt-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-body font-strong wrap-anywhere">{group.name}</h3>
          <p className="text-small text-soft wrap-anywhere">
            {formatGroup(group, season.team.activity)}
            {captain ? ` · Captain: ${captain.person.name}` : ' · No captain yet'}
          </p>
        </div>
        {onEdit && (
          <div className="-mr-2 flex-none">
            <Menu
              label={`More for ${group.name}`}
              entries={[
                { id: 'edit', label: 'Edit', icon: <PencilLine size={18} aria-hidden="true" />, onPress: onEdit },
                {
                  id: 'delete',
                  label: 'Delete',
                  hint: 'Its people stay in the season.',
                  icon: <Trash2 size={18} aria-hidden="true" />,
                  isDangerous: true,
                  onPress: () => remove.mutate({ seasonId: season.id, groupId: group.id }),
                },
              ]}
            >
              <Ellipsis size={20} aria-hidden="true" />
            </Menu>
          </div>
        )}
      </div>
      {children}
    </section>
  )
}

type PersonEntryProps = { season: SeasonDetail; entry: SeasonPerson; onEdit: (() => void) | undefined }

function PersonEntry({ season, entry: { person, kind }, onEdit }: PersonEntryProps) {
  const remove = useMutation({ ...unregistering, onError: showFailure })
  return (
    <li className="flex min-w-0 items-center gap-1">
      <Link to={`/profile/${person.id}`} className="flex min-h-11 min-w-0 items-center gap-2.5 hover:text-court">
        <Avatar face={person} size={30} isDecorative />
        <span className="min-w-0 wrap-anywhere">
          {person.name}
          {kind === 'captain' && <span className="text-small text-soft"> · Captain</span>}
        </span>
      </Link>
      {onEdit && (
        <PlaceMenu name={person.name} onEdit={onEdit} onRemove={() => remove.mutate({ seasonId: season.id, userId: person.id })} />
      )}
    </li>
  )
}

type GuestEntryProps = { season: SeasonDetail; guest: SeasonGuest; onEdit: (() => void) | undefined }

/** A guest has no profile to go to. */
function GuestEntry({ season, guest: { id, name, isChild }, onEdit }: GuestEntryProps) {
  const remove = useMutation({ ...unregisteringGuest, onError: showFailure })
  return (
    <li className="flex min-w-0 items-center gap-1">
      <span className="flex min-h-11 min-w-0 items-center gap-2.5">
        <Avatar face={{ id, name }} size={30} isDecorative />
        <span className="min-w-0 wrap-anywhere">
          {name}
          <span className="text-small text-soft"> · {isChild ? 'Child' : 'Guest'}</span>
        </span>
      </span>
      {onEdit && <PlaceMenu name={name} onEdit={onEdit} onRemove={() => remove.mutate({ seasonId: season.id, guestId: id })} />}
    </li>
  )
}

function PlaceMenu({ name, onEdit, onRemove }: { name: string; onEdit: () => void; onRemove: () => void }) {
  return (
    <Menu
      label={`More for ${name}`}
      entries={[
        { id: 'edit', label: 'Change the place', icon: <PencilLine size={18} aria-hidden="true" />, onPress: onEdit },
        {
          id: 'remove',
          label: 'Remove from the season',
          icon: <UserRoundMinus size={18} aria-hidden="true" />,
          isDangerous: true,
          onPress: onRemove,
        },
      ]}
    >
      <Ellipsis size={18} aria-hidden="true" />
    </Menu>
  )
}
