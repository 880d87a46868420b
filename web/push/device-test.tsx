import type { PushDevice } from '../../domain/push/contract.ts'
import { Status, type StatusTone } from '../ui/status.tsx'
import { isRunning } from './queries.ts'

type Step = { name: string; tone: StatusTone }

/** What to do when a test stopped after this step. */
const advice = {
  asked: 'The push service of this browser did not take it. It may be busy, so try again later.',
  taken: 'The device did not show it. Check that it is online and not in a quiet mode, and that its system lets this browser notify you.',
}

/** Says how far the last test of a device got: asked, taken by the push service, shown. */
export function DeviceTestSteps({ device, now }: { device: PushDevice; now: number }) {
  const { test } = device
  if (!test) return null
  const isWaiting = isRunning(device, now)
  const toneOf = (at: number | null): StatusTone => (at !== null ? 'good' : isWaiting ? 'quiet' : 'bad')
  const steps: Step[] = [
    { name: 'Asked', tone: 'good' },
    { name: test.takenAt === null ? 'Not taken by the push service yet' : 'Taken by the push service', tone: toneOf(test.takenAt) },
    { name: test.shownAt === null ? 'Not shown yet' : 'Shown on the device', tone: toneOf(test.shownAt) },
  ]
  const stoppedAt = isWaiting || test.shownAt !== null ? null : test.takenAt === null ? 'asked' : 'taken'
  return (
    <div role="status" className="text-small">
      <ol aria-label="The last test" className="flex flex-wrap gap-x-5 gap-y-1">
        {steps.map(({ name, tone }) => (
          <li key={name}>
            <Status tone={tone}>{name}</Status>
          </li>
        ))}
      </ol>
      {stoppedAt && <p className="mt-1 text-soft">{advice[stoppedAt]}</p>}
    </div>
  )
}
