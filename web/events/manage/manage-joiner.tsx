import { ArrowLeftRight, Ellipsis, UserMinus, UserRound, UserX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { FormOwed } from '../check-in/form-owed.tsx'
import { formatClockTime, formatGuests } from './format-managed-event.ts'
import { JoinerDialog, type JoinerDialogKind } from './joiner-dialogs.tsx'
import { listAnswers, type ShownJoiner } from './managed-list.ts'
import type { Hosting } from './use-hosting.ts'

type JoinerProps = { joiner: ShownJoiner; hosting: Hosting }

export const JoinerFace = ({ joiner, size = 44 }: { joiner: ShownJoiner; size?: number }) => (
  <Avatar face={joiner.person ?? { id: joiner.id, name: joiner.name }} size={size} isDecorative />
)

/** The joiner's name. It links to their profile if they have an account. */
export function JoinerName({ joiner }: { joiner: ShownJoiner }) {
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 font-strong wrap-anywhere">
      {joiner.userId === null ? (
        joiner.name
      ) : (
        <Link to={`/profile/${joiner.userId}`} className="underline-offset-3 hover:underline">
          {joiner.name}
        </Link>
      )}
      {joiner.isUnregisteredUser && <span className="text-small font-normal text-soft">no account</span>}
    </span>
  )
}

export function JoinerAnswers({ joiner, hosting, className }: JoinerProps & { className?: string }) {
  const answers = listAnswers(hosting.managed, joiner)
  if (answers.length === 0) return null
  return (
    <dl className={joinClasses('grid gap-0.5 text-small wrap-anywhere', className)}>
      {answers.map(({ id, question, answer }) => (
        <div key={id}>
          <dt className="inline text-soft">{question} </dt>
          <dd className="inline font-medium">{answer}</dd>
        </div>
      ))}
    </dl>
  )
}

export const getSlotName = ({ managed }: Hosting, { slotId }: ShownJoiner) =>
  managed.event.live.slots.find(({ id }) => id === slotId)?.name ?? ''

/** The kind of ticket of the joiner, if the game has several. */
const getTierName = ({ managed }: Hosting, { tierId }: ShownJoiner) =>
  managed.event.price?.tiers?.find(({ id }) => id === tierId)?.name ?? ''

/** The joiner's guests, slot and ticket: "with Zoe and Max · Court 1 · Student". */
export const formatJoinerNote = (hosting: Hosting, joiner: ShownJoiner) =>
  [formatGuests(joiner), getSlotName(hosting, joiner), getTierName(hosting, joiner)].filter(Boolean).join(' · ')

/** Whether a joiner has arrived and has filled the form of the game. Shows nothing while the hosts have not recorded it. */
export const CheckInStatus = (props: JoinerProps) => (
  <>
    <Arrival {...props} />
    <FormOwed {...props} />
  </>
)

function Arrival({ joiner, hosting }: JoinerProps) {
  const { arrived, checkedInAt, isNoShow } = joiner
  if (arrived > 0 && checkedInAt !== null) {
    return (
      <span className="text-small font-medium text-good">
        Checked in at {formatClockTime(checkedInAt, hosting.managed.event.timeZone)}
        {joiner.isUnsent && hosting.checkIns.isWaiting && <span className="text-warn"> · not sent yet</span>}
      </span>
    )
  }
  return isNoShow ? <span className="text-small font-medium text-bad">Did not come</span> : null
}

/** Everything else that a host can do with one joiner. */
export function JoinerMenu({ joiner, hosting }: JoinerProps) {
  const [dialog, setDialog] = useState<{ kind: JoinerDialogKind; isOpen: boolean } | null>(null)
  const { hasStarted, isPublished, managed, checkIns } = hosting
  const isGoing = joiner.state === 'going'
  const open = (kind: JoinerDialogKind) => setDialog({ kind, isOpen: true })
  const entries: MenuEntry[] = [
    ...(joiner.userId === null
      ? []
      : [{ id: 'profile', label: 'Profile', icon: <UserRound size={18} aria-hidden="true" />, to: `/profile/${joiner.userId}` }]),
    ...(managed.event.live.slots.length > 1 && isPublished
      ? [
          {
            id: 'move',
            label: 'Move to another slot',
            icon: <ArrowLeftRight size={18} aria-hidden="true" />,
            onPress: () => open('move'),
          },
        ]
      : []),
    ...(isGoing && hasStarted && joiner.arrived === 0
      ? [
          {
            id: 'no-show',
            label: joiner.isNoShow ? 'Undo no-show' : 'Did not come',
            icon: <UserX size={18} aria-hidden="true" />,
            onPress: () => checkIns.record(joiner, { arrived: 0, isNoShow: !joiner.isNoShow }),
          },
        ]
      : []),
    ...(isPublished
      ? [
          {
            id: 'remove',
            label: 'Remove',
            icon: <UserMinus size={18} aria-hidden="true" />,
            isDangerous: true,
            startsGroup: true,
            onPress: () => open('remove'),
          },
        ]
      : []),
  ]
  if (entries.length === 0) return null
  return (
    <>
      <Menu label={`More for ${joiner.name}`} entries={entries} className="text-soft">
        <Ellipsis size={20} aria-hidden="true" />
      </Menu>
      {dialog && (
        <JoinerDialog
          kind={dialog.kind}
          joiner={joiner}
          hosting={hosting}
          isOpen={dialog.isOpen}
          onClose={() => setDialog({ ...dialog, isOpen: false })}
        />
      )}
    </>
  )
}
