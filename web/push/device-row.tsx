import { useMutation } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import type { PushDevice } from '../../domain/push/contract.ts'
import { registrationLifetime } from '../../domain/push/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { Button } from '../ui/button.tsx'
import { readError } from '../ui/read-error.ts'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Status } from '../ui/status.tsx'
import { Switch } from '../ui/switch.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { DeviceTestSteps } from './device-test.tsx'
import { describeFailure, PushFailure } from './failures.ts'
import { hidingText, isRunning, removingDevice, testingDevice } from './queries.ts'

/** The app refreshes each device after seven days. One that is a day late could not be refreshed. */
const isOutdated = ({ isThis, refreshedAt }: PushDevice, now: number) => isThis && now - refreshedAt > registrationLifetime + day

function findWarning(device: PushDevice, { isLost, now }: { isLost: boolean; now: number }): string | null {
  if (isLost) return 'This browser has lost its subscription. Turn alerts on again.'
  if (isOutdated(device, now)) return `${describeFailure('update').title}. ${describeFailure('update').help}`
  if (device.outcome === 'delayed') return 'Its push service did not answer the last time. We try again.'
  return device.outcome === 'refused' ? 'Its push service refused the last alert. Remove the device and turn its alerts on again.' : null
}

function showRemoveError(error: Error): void {
  const { title, help } =
    error instanceof PushFailure ? describeFailure(error.kind) : { title: 'Not removed', help: readError(error).message }
  showSnackbar(`${title}. ${help}`, { duration: 5000, tone: 'alarm' })
}

type DeviceRowProps = {
  device: PushDevice
  /** This browser, but it is no longer subscribed. */
  isLost: boolean
  now: number
}

export function DeviceRow({ device, isLost, now }: DeviceRowProps) {
  const { id, name, isThis, hidesText } = device
  const test = useMutation({ ...testingDevice, onError: showFailure })
  const hide = useMutation({ ...hidingText, onError: showFailure })
  const remove = useMutation({
    ...removingDevice,
    onSuccess: () => void showSnackbar(`${name} gets no more alerts.`),
    onError: showRemoveError,
  })
  const warning = findWarning(device, { isLost, now })
  const Icon = /iPhone|iPad|Android/.test(name) ? Smartphone : Monitor
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 border-b border-line py-4 last:border-b-0">
      <span className="grid size-10 place-items-center rounded-control bg-wash text-soft">
        <Icon size={20} aria-hidden="true" />
      </span>
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="font-strong">{name}</p>
          {isThis && (
            <Status tone="live" className="text-small">
              This device
            </Status>
          )}
        </div>
        {warning && <p className="text-small text-bad">{warning}</p>}
        <Switch
          label="Hide what happened"
          hint="The alert only says that there is something new. Anybody can read a locked screen."
          checked={hidesText}
          onChange={(event) => hide.mutate({ id, hidesText: event.target.checked })}
        />
        <DeviceTestSteps device={device} now={now} />
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            isPending={test.isPending || isRunning(device, now)}
            pendingLabel="Testing"
            onClick={() => test.mutate(device)}
          >
            Send a test
            <VisuallyHidden> to {name}</VisuallyHidden>
          </Button>
          <Button variant="quiet" size="small" isPending={remove.isPending} onClick={() => remove.mutate(device)}>
            Remove
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </div>
      </div>
    </li>
  )
}
