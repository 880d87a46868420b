import { useMutation, useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { Device } from '../../domain/accounts/contract.ts'
import { formatDevicePlace, formatLastSeen } from '../../domain/accounts/rules.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { readError } from '../ui/read-error.ts'
import { Section } from '../ui/section.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading } from '../ui/skeleton.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { Status } from '../ui/status.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { deviceList, signingOutDevice, signingOutOthers } from './own-account-queries.ts'

/** At this point the device is shown in the list again. */
const showSignOutError = (name: string) => (error: unknown) =>
  void showSnackbar(`${name} could not be signed out. ${readError(error).message}`, { duration: 5000, tone: 'alarm' })

/** Lists the devices where the user is signed in, with buttons to sign them out. */
export function DevicesSection() {
  const devices = useQuery(deviceList)
  return (
    <Section
      title="Devices"
      intro="These devices are signed in to your account. If you do not recognize one, sign it out and set a new password."
    >
      {devices.data ? (
        <DeviceRows devices={devices.data} />
      ) : devices.error ? (
        <ErrorNotice error={devices.error} onRetry={() => void devices.refetch()} isRetrying={devices.isFetching} />
      ) : (
        <DevicesLoading />
      )}
    </Section>
  )
}

function DeviceRows({ devices }: { devices: Device[] }) {
  const [selected, setSelected] = useState<Device | 'others' | null>(null)
  const signOutOne = useMutation({ ...signingOutDevice, onSuccess: (_, { name }) => void showSnackbar(`${name} is signed out.`) })
  const signOutOthers = useMutation({ ...signingOutOthers, onSuccess: () => void showSnackbar('All other devices are signed out.') })
  const sortedDevices = devices.toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || b.lastSeenAt - a.lastSeenAt)
  return (
    <>
      <ul className="grid">
        {sortedDevices.map((device) => (
          <DeviceRow key={device.id} device={device} onSignOut={() => setSelected(device)} />
        ))}
      </ul>
      {devices.length > 1 && (
        <Button size="small" className="mt-1 justify-self-start" onClick={() => setSelected('others')}>
          Sign out all other devices
        </Button>
      )}
      <ConfirmDialog
        title={selected === 'others' ? 'Sign out everywhere else?' : `Sign out ${selected?.name ?? ''}?`}
        confirmLabel="Sign out"
        isOpen={selected !== null}
        onClose={() => setSelected(null)}
        // The device disappears from the list at once. If the server refuses, it comes back and a message tells why.
        onConfirm={() => {
          if (selected === 'others') signOutOthers.mutate(undefined, { onError: showSignOutError('Your other devices') })
          else if (selected) signOutOne.mutate(selected, { onError: showSignOutError(selected.name) })
        }}
      >
        {selected === 'others' ? (
          <p>You stay signed in on this device. On all other devices you will need to log in again.</p>
        ) : (
          selected && (
            <>
              <p>{describeDevice(selected)}</p>
              <p>You will need to log in again on that device.</p>
            </>
          )
        )}
      </ConfirmDialog>
    </>
  )
}

const writeSignIn = ({ signedInAt }: Device) =>
  writeDate(signedInAt, { now: Date.now() }, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** What tells two devices of one kind apart. */
const describeDevice = (device: Device) =>
  [formatDevicePlace(device), `signed in since ${writeSignIn(device)}`].filter((part) => part !== null).join(', ')

function DeviceRow({ device, onSignOut }: { device: Device; onSignOut: () => void }) {
  const { name, isThis, lastSeenAt } = device
  const facts = [formatDevicePlace(device), isThis ? null : formatLastSeen(lastSeenAt, Date.now())].filter((fact) => fact !== null)
  const Icon = /iPhone|iPad|Android/.test(name) ? Smartphone : Monitor
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3.5 border-b border-line py-3.5 first:pt-0 last:border-b-0 last:pb-0">
      <span className="grid size-10 place-items-center rounded-control bg-wash text-soft">
        <Icon size={20} aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <p className="font-strong">{name}</p>
        {facts.length > 0 && <p className="text-small text-soft">{facts.join(' · ')}</p>}
        <p className="text-small text-soft">Signed in since {writeSignIn(device)}</p>
      </div>
      {isThis ? (
        <Status tone="live" className="text-small">
          This device
        </Status>
      ) : (
        <Button variant="quiet" size="small" className="-mr-3.5" onClick={onSignOut}>
          Sign out
          <VisuallyHidden>
            {' '}
            {name}, {describeDevice(device)}
          </VisuallyHidden>
        </Button>
      )}
    </li>
  )
}

function DevicesLoading() {
  return (
    <Loading label="Loading your devices">
      <SkeletonRows
        count={2}
        className="gap-3.5 border-b border-line py-3.5 first:pt-0 last:border-b-0"
        picture="size-10 rounded-control"
        lines={['w-40', 'w-56']}
      />
    </Loading>
  )
}
