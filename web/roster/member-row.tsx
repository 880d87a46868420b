import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RosterGuest, RosterPerson, TeamField } from '../../domain/roster/contract.ts'
import { teamRoleNames } from '../../domain/teams/contract.ts'
import { formatSince } from '../connections/person-row.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Menu, type MenuEntry } from '../ui/menu.tsx'

export type Counts = { joined: number; checkedIn: number; games: number }

type Details = Pick<RosterPerson, 'jersey' | 'position' | 'notes' | 'values'>

/** What the team wrote down, in one line: "Setter · Shirt: M". The number of the jersey stands beside it. */
function DetailsLine({
  details: { position, values },
  fields,
  counts,
}: {
  details: Details
  fields: readonly TeamField[]
  counts?: Counts | undefined
}) {
  const parts = [
    position,
    ...fields.flatMap(({ id, name }) => {
      const value = values.find(({ fieldId }) => fieldId === id)?.value
      return value === undefined ? [] : [`${name}: ${value}`]
    }),
    counts && counts.games > 0 ? `Joined ${counts.joined} of ${counts.games} games, came to ${counts.checkedIn}` : '',
  ].filter(Boolean)
  return parts.length === 0 ? null : <span className="text-small text-soft wrap-anywhere">{parts.join(' · ')}</span>
}

const Notes = ({ text }: { text: string | null }) =>
  text ? <span className="whitespace-pre-line text-small wrap-anywhere">Notes: {text}</span> : null

function Jersey({ jersey }: { jersey: string }) {
  if (jersey === '') return null
  return (
    <span className="grid min-w-9 flex-none place-items-center rounded-control bg-wash px-2 py-1.5 font-strong leading-none">
      <span className="sr-only">Jersey </span>
      {jersey}
    </span>
  )
}

function RowMenu({ name, entries }: { name: string; entries: readonly MenuEntry[] }) {
  if (entries.length === 0) return null
  return (
    <Menu label={`Options for ${name}`} entries={entries}>
      <Ellipsis size={20} aria-hidden="true" />
    </Menu>
  )
}

const rowClasses = 'flex items-start gap-3.5 border-b border-line py-3'

type MemberRowProps = {
  row: RosterPerson
  fields: readonly TeamField[]
  isOnline: boolean
  counts?: Counts | undefined
  /** The owner asked them to take over the community. */
  isAsked?: boolean
  entries: readonly MenuEntry[]
}

export function MemberRow({ row, fields, isOnline, counts, isAsked = false, entries }: MemberRowProps) {
  const { person, role, customRole, title, joinedAt } = row
  const roleName = customRole?.name ?? (title && role === 'member' ? null : teamRoleNames[role])
  return (
    <li className={rowClasses}>
      <Link to={`/profile/${person.id}`} className="group flex min-h-13 min-w-0 flex-1 items-start gap-3.5">
        <Avatar face={person} size={48} isOnline={isOnline} isDecorative />
        <span className="grid min-w-0">
          <span className="font-strong wrap-anywhere group-hover:text-court">{person.name}</span>
          <span className="text-small text-soft wrap-anywhere">
            {[title, roleName, isOnline ? 'Online' : null, `since ${formatSince(joinedAt)}`].filter(Boolean).join(' · ')}
          </span>
          {isAsked && <span className="text-small font-strong text-court">Asked to take over</span>}
          <DetailsLine details={row} fields={fields} counts={counts} />
          <Notes text={row.notes} />
        </span>
      </Link>
      <Jersey jersey={row.jersey} />
      <RowMenu name={person.name} entries={entries} />
    </li>
  )
}

type GuestRowProps = { guest: RosterGuest; fields: readonly TeamField[]; entries: readonly MenuEntry[]; children?: ReactNode }

export function GuestRow({ guest, fields, entries }: GuestRowProps) {
  const about = guest.isMyChild
    ? 'Your child'
    : guest.isChild
      ? guest.guardian
        ? `Child of ${guest.guardian.name}`
        : 'Child of a member'
      : guest.email
  return (
    <li className={rowClasses}>
      <Avatar face={guest} size={48} isDecorative />
      <span className="grid min-w-0 flex-1">
        <span className="font-strong wrap-anywhere">{guest.name}</span>
        {about && <span className="text-small text-soft wrap-anywhere">{about}</span>}
        {guest.hasDeclined && <span className="text-small text-soft">Does not want to become a member</span>}
        <DetailsLine details={guest} fields={fields} />
        <Notes text={guest.notes} />
      </span>
      <Jersey jersey={guest.jersey} />
      <RowMenu name={guest.name} entries={entries} />
    </li>
  )
}
