import { useMutation, useQuery } from '@tanstack/react-query'
import type { PushState } from '../../domain/push/contract.ts'
import { useViewer } from '../app-state.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { DeviceRow } from './device-row.tsx'
import { describeFailure, PushFailure, type PushFailureKind } from './failures.ts'
import { pushBrowser, pushState, testTimeout, turningOnAlerts } from './queries.ts'

/** Turns alerts on for this device, and lists the devices that get them. */
export default function PushSection() {
  const { data: state, error, isFetching, refetch } = useQuery(pushState)
  const { data: browser } = useQuery(pushBrowser)
  const now = useNow(testTimeout / 12)
  if (!state || !browser)
    return error ? (
      <ErrorNotice title="We could not load your devices" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Loading label="Loading your devices">
        <Skeleton className="h-11.5 w-56 rounded-control" />
      </Loading>
    )
  // The browser may have lost its subscription, for example when the permission was taken back.
  const isOnHere = browser.isSubscribed && state.devices.some(({ isThis }) => isThis)
  return (
    <>
      {!isOnHere && <ThisDevice state={state} obstacle={state.publicKey === null ? 'config' : browser.obstacle} />}
      {state.devices.length > 0 && (
        <ul aria-label="Devices with alerts" className="grid border-y border-line">
          {state.devices.map((device) => (
            <DeviceRow key={device.id} device={device} isLost={device.isThis && !browser.isSubscribed} now={now} />
          ))}
        </ul>
      )}
    </>
  )
}

function ThisDevice({ state: { publicKey }, obstacle }: { state: PushState; obstacle: PushFailureKind | null }) {
  const viewer = useViewer()
  const turnOn = useMutation(turningOnAlerts)
  const { error } = turnOn
  if (obstacle !== null) return <Obstacle kind={obstacle} />
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        isPending={turnOn.isPending}
        pendingLabel="Turning on"
        onClick={() => viewer && publicKey !== null && turnOn.mutate({ userId: viewer.id, publicKey })}
      >
        Get alerts on this device
      </Button>
      {error instanceof PushFailure ? <Obstacle kind={error.kind} isNew /> : error && <ErrorNotice error={error} />}
    </div>
  )
}

/** What stands in the way, and what to do. It is read aloud only if the user has just tried. */
function Obstacle({ kind, isNew = false }: { kind: PushFailureKind; isNew?: boolean }) {
  const { title, help } = describeFailure(kind)
  if (isNew) return <ErrorNotice title={title} message={help} />
  return (
    <div className="max-w-[60ch]">
      <p className="font-medium">{title}</p>
      <p className="text-small text-soft">{help}</p>
    </div>
  )
}
