import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ToggleChip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Progress } from '../../ui/progress.tsx'
import { formatCount } from '../manage/format-managed-event.ts'
import { formatJoinerNote, JoinerFace, JoinerName } from '../manage/manage-joiner.tsx'
import type { ShownJoiner } from '../manage/managed-list.ts'
import type { Hosting } from '../manage/use-hosting.ts'
import { GroupStepper } from './check-in-controls.tsx'

/** Shown once the game has started: which players came, and which did not. */
export function AttendanceTab({ hosting }: { hosting: Hosting }) {
  const { list, checkIns } = hosting
  const [isConfirming, setConfirming] = useState(false)
  const { going, seats } = list
  if (going.length === 0) return <EmptyState title="Nobody was on the list">There is no attendance to record.</EmptyState>
  const noShows = going.filter(({ isNoShow }) => isNoShow)
  const unrecorded = going.filter(({ arrived, isNoShow }) => arrived === 0 && !isNoShow)
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-10 gap-y-4">
        <Progress
          label={`${seats.checkedIn} of ${formatCount(seats.going, 'person', 'people')} came`}
          value={seats.checkedIn}
          max={Math.max(1, seats.going)}
          valueText={[
            noShows.length > 0 && formatCount(noShows.length, 'no-show'),
            unrecorded.length > 0 && `${unrecorded.length} not recorded`,
          ]
            .filter(Boolean)
            .join(', ')}
          className="w-full sm:w-96"
        />
        {unrecorded.length > 0 && hosting.isPublished && (
          <Button size="small" onClick={() => setConfirming(true)}>
            Mark the others as no-shows
          </Button>
        )}
      </div>
      <ul aria-label="Attendance" className="grid">
        {going.map((joiner) => (
          <AttendanceRow key={joiner.id} joiner={joiner} hosting={hosting} />
        ))}
      </ul>
      <ConfirmDialog
        title={`Mark ${formatCount(unrecorded.length, 'person', 'people')} as no-shows?`}
        confirmLabel="Mark as no-shows"
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          for (const joiner of unrecorded) checkIns.record(joiner, { arrived: 0, isNoShow: true })
        }}
      >
        <p>
          {new Intl.ListFormat('en-US').format(unrecorded.slice(0, 12).map(({ name }) => name))}{' '}
          {unrecorded.length > 12 && `and ${unrecorded.length - 12} more`}
        </p>
        <p>You can change this later for each person.</p>
      </ConfirmDialog>
    </div>
  )
}

function AttendanceRow({ joiner, hosting }: { joiner: ShownJoiner; hosting: Hosting }) {
  const { arrived, isNoShow, seats } = joiner
  const { record } = hosting.checkIns
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5 first:border-t">
      <JoinerFace joiner={joiner} size={40} />
      <div className="grid min-w-32 flex-1">
        <JoinerName joiner={joiner} />
        <span className="text-small text-soft wrap-anywhere">{formatJoinerNote(hosting, joiner)}</span>
      </div>
      {seats > 1 && arrived > 0 && hosting.isPublished && <GroupStepper joiner={joiner} hosting={hosting} />}
      <fieldset className="flex gap-2" disabled={!hosting.isPublished}>
        <legend className="sr-only">{joiner.name}</legend>
        <ToggleChip isOn={arrived > 0} onToggle={() => record(joiner, { arrived: arrived > 0 ? 0 : seats })}>
          Came
        </ToggleChip>
        <ToggleChip isOn={isNoShow} onToggle={() => record(joiner, { arrived: 0, isNoShow: !isNoShow })}>
          No-show
        </ToggleChip>
      </fieldset>
    </li>
  )
}
