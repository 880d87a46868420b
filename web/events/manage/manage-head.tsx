import { Copy, Download, Ellipsis, Pencil, Printer, QrCode, ScanQrCode, Share2, Trash2, UserCog } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { findActivity } from '../../../domain/activities.ts'
import { isScheduled } from '../../../domain/events/states.ts'
import { saveTextFile } from '../../save-text-file.ts'
import { shareLink } from '../../share/share-link.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CourtArt } from '../../ui/court-art.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { Seats } from '../../ui/seats.tsx'
import { Status } from '../../ui/status.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { formatCheckedInCount, UnsentNote } from '../check-in/check-in-controls.tsx'
import { formatClockTime, formatEventTimes, getActivityLabel } from './format-managed-event.ts'
import { getCsvFileName, writeJoinersCsv } from './joiners-csv.ts'
import type { Hosting } from './use-hosting.ts'

type ManageHeadProps = {
  hosting: Hosting
  onCheckIn: () => void
  onCancel: () => void
  onInviteCoHost: () => void
  onPublish: () => void
  isPublishing: boolean
}

const getEventPath = (id: string) => `/discover/events/${id}`

/** The game's title, time and place, with the actions for the whole game. */
export function ManageHead({ hosting, onCheckIn, onCancel, onInviteCoHost, onPublish, isPublishing }: ManageHeadProps) {
  const { event } = hosting.managed
  const { id, title, activity, where } = event
  const when = formatEventTimes(event, hosting.now)
  const isDraft = event.live.state === 'draft'
  const heading = useRef<HTMLHeadingElement>(null)
  // The menu entry that cancels the game has disappeared with it.
  useFocusAfterRemoval(heading, event.live.state === 'cancelled' ? 0 : 1)
  return (
    <header className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 sm:gap-x-5">
        <CourtArt
          activity={findActivity(activity)?.id ?? 'other'}
          seed={id}
          className="mt-1 size-15 overflow-hidden rounded-thumb sm:size-24 sm:rounded-card"
        />
        <div className="grid content-center gap-1">
          <p className="flex flex-wrap gap-x-3 text-small text-soft">
            <span className="font-strong text-court">{getActivityLabel(activity)}</span>
            <StateLabel hosting={hosting} />
          </p>
          <h1 ref={heading} tabIndex={-1} className="wrap-anywhere outline-none sm:text-[2.125rem]">
            <Link to={getEventPath(id)} className="underline-offset-4 hover:underline">
              {title}
            </Link>
          </h1>
          <p className="text-soft wrap-anywhere">
            {when.day}, {when.time} · {where.name}
          </p>
          {when.viewerTime !== null && (
            <p className="text-small text-soft">
              {when.zoneText}: {when.viewerTime}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-2.5 lg:justify-end lg:pt-1">
        {isDraft && (
          <Button variant="primary" isPending={isPublishing} onClick={onPublish}>
            Publish
          </Button>
        )}
        {hosting.isPublished && hosting.list.going.length > 0 && (
          <Button variant="primary" onClick={onCheckIn} className="max-sm:hidden">
            <ScanQrCode size={19} aria-hidden="true" /> Check in
          </Button>
        )}
        {event.live.state !== 'cancelled' && !hosting.hasEnded && (
          <LinkButton to={`/create/event/${id}`}>
            <Pencil size={17} aria-hidden="true" /> Edit
          </LinkButton>
        )}
        {!isDraft && (
          <Button onClick={() => void shareLink({ title, url: new URL(`/evt/${id}`, location.href).href })}>
            <Share2 size={17} aria-hidden="true" /> Share
          </Button>
        )}
        <Menu
          label="More for this game"
          entries={createMenuEntries(hosting, { onCancel, onInviteCoHost })}
          variant="plain"
          className="px-3.5!"
        >
          <Ellipsis size={20} aria-hidden="true" />
        </Menu>
      </div>
    </header>
  )
}

type MenuActions = Pick<ManageHeadProps, 'onCancel' | 'onInviteCoHost'>

function createMenuEntries(hosting: Hosting, { onCancel, onInviteCoHost }: MenuActions): MenuEntry[] {
  const { managed, list, isPublished, hasStarted, hasEnded } = hosting
  const { event } = managed
  const isDraft = event.live.state === 'draft'
  return [
    { id: 'page', label: 'View page', icon: <QrCode size={18} aria-hidden="true" />, to: getEventPath(event.id) },
    { id: 'again', label: 'Host a similar game', icon: <Copy size={18} aria-hidden="true" />, to: `/create/event?from=${event.id}` },
    ...(event.live.state !== 'cancelled' && !hasStarted
      ? [{ id: 'coHost', label: 'Invite a co-host', icon: <UserCog size={18} aria-hidden="true" />, onPress: onInviteCoHost }]
      : []),
    { id: 'print', label: 'Print the list', icon: <Printer size={18} aria-hidden="true" />, to: '?print=1', startsGroup: true },
    {
      id: 'csv',
      label: 'Download list',
      hint: 'CSV file for spreadsheets',
      icon: <Download size={18} aria-hidden="true" />,
      onPress: () => saveTextFile(getCsvFileName(event), 'text/csv;charset=utf-8', writeJoinersCsv(managed, list)),
    },
    ...((isPublished && !hasEnded) || isDraft
      ? [
          {
            id: 'cancel',
            label: isDraft ? 'Delete draft' : 'Cancel game',
            icon: <Trash2 size={18} aria-hidden="true" />,
            isDangerous: true,
            startsGroup: true,
            onPress: onCancel,
          },
        ]
      : []),
  ]
}

function StateLabel({ hosting: { managed, hasStarted, hasEnded } }: { hosting: Hosting }) {
  const { live, startsAt } = managed.event
  if (live.state === 'cancelled') return <Status tone="bad">Cancelled</Status>
  if (live.state === 'draft') {
    return <Status tone="warn">{isScheduled({ ...live, startsAt }) ? 'Scheduled' : 'Draft'}</Status>
  }
  if (hasEnded) return <Status tone="quiet">Over</Status>
  return hasStarted ? <Status tone="live">On now</Status> : null
}

/** The seats as dots and in numbers. */
export function SeatsSummary({ hosting }: { hosting: Hosting }) {
  const { managed, list, isPublished } = hosting
  const { seats, waitlist, requests } = list
  const waiting = waitlist.filter(({ state }) => state === 'waiting').length
  const { cancelReason, live } = managed.event
  const facts = [
    isPublished && (seats.free === 0 ? 'full' : `${seats.free} free`),
    seats.paying > 0 && `${seats.paying} paying`,
    seats.offered > 0 && `${seats.offered} offered`,
    waiting > 0 && `${waiting} waiting`,
    requests.length > 0 && `${requests.length} requested`,
  ].filter(Boolean)
  return (
    <div className="mt-5 grid gap-2.5 border-y border-line py-4 sm:flex sm:items-center sm:justify-between sm:gap-8">
      <div className="grid gap-2 sm:flex sm:items-center sm:gap-6">
        <Seats taken={seats.going} open={seats.free + seats.paying + seats.offered} waiting={waiting} size="large" className="max-w-120" />
        <p className="whitespace-nowrap">
          <span className="font-strong">
            {seats.going} of {live.capacity} going
          </span>
          {facts.length > 0 && <span className="text-soft"> · {facts.join(' · ')}</span>}
        </p>
      </div>
      {live.state === 'cancelled' ? (
        cancelReason !== '' && <p className="text-soft wrap-anywhere">{cancelReason}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-4 text-soft max-sm:hidden">
          <UnsentNote hosting={hosting} />
          {seats.checkedIn > 0 && <span className="font-strong text-good">{formatCheckedInCount(hosting)}</span>}
        </p>
      )}
      <StaleNote hosting={hosting} />
    </div>
  )
}

function StaleNote({ hosting: { staleSince, managed } }: { hosting: Hosting }) {
  if (staleSince === null) return null
  return <p className="text-small text-soft">This list is from {formatClockTime(staleSince, managed.event.timeZone)}.</p>
}

/** On a phone: a bar at the bottom with the check-in button, within reach of the thumb. */
export function CheckInBar({ hosting, onCheckIn }: { hosting: Hosting; onCheckIn: () => void }) {
  const { seats, going } = hosting.list
  if (!hosting.isPublished || going.length === 0) return null
  return (
    <div
      data-bar="save"
      className="fixed inset-x-0 bottom-[calc(4.25rem+max(0.625rem,env(safe-area-inset-bottom))-0.625rem)] z-10 flex items-center gap-4 border-t border-line bg-card px-4.5 py-3 sm:hidden print:hidden"
    >
      <p className="grid min-w-18">
        <span className="font-strong tabular-nums">{seats.checkedIn > 0 ? formatCheckedInCount(hosting) : `${seats.going} going`}</span>
        {hosting.checkIns.isWaiting ? (
          <UnsentNote hosting={hosting} className="leading-tight" />
        ) : (
          <span className="text-small text-soft">
            {seats.checkedIn === 0
              ? 'nobody checked in'
              : seats.checkedIn < seats.going
                ? `${seats.going - seats.checkedIn} not here yet`
                : 'everyone is here'}
          </span>
        )}
      </p>
      <Button variant="primary" onClick={onCheckIn} className="min-h-13 flex-1 text-lead">
        <ScanQrCode size={21} aria-hidden="true" /> Check in
      </Button>
    </div>
  )
}
