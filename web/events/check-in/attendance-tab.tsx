import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ToggleChip } from '../../ui/chip.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Progress } from '../../ui/progress.tsx'
import { JoinerFace, JoinerName, partyNote } from '../manage/manage-joiner.tsx'
import { countWords } from '../manage/manage-words.ts'
import type { ShownJoiner } from '../manage/managed-list.ts'
import type { Hosting } from '../manage/use-hosting.ts'
import { PartyStepper } from './check-in-controls.tsx'

/** Once the game is on: who came, and who let the others down. */
export function AttendanceTab({ hosting }: { hosting: Hosting }) {
  const { list, checkIns } = hosting
  const [isAsking, setAsking] = useState(false)
  const { going, seats } = list
  if (going.length === 0) return <EmptyState title="Nobody was on the list">There is no attendance to record.</EmptyState>
  const noShows = going.filter(({ isNoShow }) => isNoShow)
  const open = going.filter(({ arrived, isNoShow }) => arrived === 0 && !isNoShow)
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-10 gap-y-4">
        <Progress
          label={`${seats.came} of ${countWords(seats.going, 'seat')} came`}
          value={seats.came}
          max={Math.max(1, seats.going)}
          valueText={[noShows.length > 0 && countWords(noShows.length, 'no-show'), open.length > 0 && `${open.length} not recorded`]
            .filter(Boolean)
            .join(', ')}
          className="w-full sm:w-96"
        />
        {open.length > 0 && hosting.isOn && (
          <Button size="small" onClick={() => setAsking(true)}>
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
        title={`${countWords(open.length, 'person', 'people')} did not come?`}
        confirmLabel="Mark as no-shows"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          for (const joiner of open) checkIns.report(joiner, { arrived: 0, isNoShow: true })
        }}
      >
        <p>
          {new Intl.ListFormat('en-US').format(open.slice(0, 12).map(({ name }) => name))}{' '}
          {open.length > 12 && `and ${open.length - 12} more`}
        </p>
        <p>You can change this later for each person.</p>
      </ConfirmDialog>
    </div>
  )
}

function AttendanceRow({ joiner, hosting }: { joiner: ShownJoiner; hosting: Hosting }) {
  const { arrived, isNoShow, seats } = joiner
  const { report } = hosting.checkIns
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2.5 first:border-t">
      <JoinerFace joiner={joiner} size={40} />
      <div className="grid min-w-32 flex-1">
        <JoinerName joiner={joiner} />
        <span className="text-small text-soft wrap-anywhere">{partyNote(hosting, joiner)}</span>
      </div>
      {seats > 1 && arrived > 0 && hosting.isOn && <PartyStepper joiner={joiner} hosting={hosting} />}
      <fieldset className="flex gap-2" disabled={!hosting.isOn}>
        <legend className="sr-only">{joiner.name}</legend>
        <ToggleChip isOn={arrived > 0} onToggle={() => report(joiner, { arrived: arrived > 0 ? 0 : seats })}>
          Came
        </ToggleChip>
        <ToggleChip isOn={isNoShow} onToggle={() => report(joiner, { arrived: 0, isNoShow: !isNoShow })}>
          No-show
        </ToggleChip>
      </fieldset>
    </li>
  )
}
