import { useMutation, useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { CalendarAddress } from '../../domain/calendar-addresses/contract.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextField } from '../ui/field.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { useFocusInPlace } from '../ui/use-focus-in-place.ts'
import { calendarAddress, makingCalendarAddress, removingCalendarAddress } from './queries.ts'

/** Shows the address of a calendar and how to add it to an app, or offers to make one. Without a community, it is about the viewer's games. */
export function CalendarAddressPart({ teamId }: { teamId: string | null }) {
  const { data: address, error, isFetching, refetch } = useQuery(calendarAddress(teamId))
  const make = useMutation(makingCalendarAddress(teamId))
  const box = useFocusInPlace<HTMLInputElement>(make.isSuccess && Boolean(address))
  const first = useRef<HTMLButtonElement>(null)
  useFocusAfterRemoval(first, address ? 1 : 0)
  if (address === undefined) {
    return error ? (
      <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Loading label="Loading your calendar address" className="grid gap-3">
        <Skeleton className="h-11.5 rounded-control" />
        <Skeleton className="h-11.5 w-48 rounded-control" />
      </Loading>
    )
  }
  if (address) return <AddressActions box={box} address={address} teamId={teamId} />
  return (
    <>
      <Button ref={first} className="justify-self-start" isPending={make.isPending} pendingLabel="Making" onClick={() => make.mutate()}>
        Make a calendar address
      </Button>
      {make.error && <ErrorNotice error={make.error} />}
    </>
  )
}

async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    showSnackbar('Address copied')
  } catch {
    showSnackbar('We could not copy the address. Please select it and copy it.', { duration: 5000, tone: 'alarm' })
  }
}

type AddressActionsProps = { box: RefObject<HTMLInputElement | null>; address: CalendarAddress; teamId: string | null }

function AddressActions({ box, address: { url }, teamId }: AddressActionsProps) {
  const [dialog, setDialog] = useState<'renew' | 'remove' | null>(null)
  const make = useMutation(makingCalendarAddress(teamId))
  const remove = useMutation(removingCalendarAddress(teamId))
  // This scheme opens the calendar app of the device.
  const appUrl = url.replace(/^https?:/, 'webcal:')
  const close = () => setDialog(null)
  return (
    <>
      <TextField
        ref={box}
        label="Address of your calendar"
        hint="Keep it to yourself. Whoever has it can read this calendar."
        value={url}
        readOnly
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={() => void copy(url)}>
          <Copy size={17} aria-hidden="true" /> Copy address
        </Button>
        <a href={appUrl} className={buttonClasses('plain')}>
          Add to Apple Calendar
        </a>
        <a
          href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(appUrl)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('plain')}
        >
          Add to Google Calendar
        </a>
        <a
          href={`https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(url)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('plain')}
        >
          Add to Outlook
        </a>
      </div>
      <p className="flex flex-wrap gap-x-6 text-small">
        <TextButton aria-haspopup="dialog" onClick={() => setDialog('renew')}>
          Make a new address
        </TextButton>
        <TextButton aria-haspopup="dialog" onClick={() => setDialog('remove')}>
          Remove the address
        </TextButton>
      </p>
      <ConfirmDialog
        title="Make a new address?"
        confirmLabel="Make a new address"
        isOpen={dialog === 'renew'}
        onClose={close}
        onConfirm={async () => {
          await make.mutateAsync()
          showSnackbar('Your calendar has a new address')
        }}
      >
        <p>The old address stops working at once. Calendars that use it show no more changes until you add the new one.</p>
      </ConfirmDialog>
      <ConfirmDialog
        title="Remove the address?"
        confirmLabel="Remove"
        isDangerous
        isOpen={dialog === 'remove'}
        onClose={close}
        onConfirm={() => remove.mutateAsync()}
      >
        <p>Calendars that use it show no more changes. You can make a new address at any time.</p>
      </ConfirmDialog>
    </>
  )
}
