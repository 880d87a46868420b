import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventLocation } from '../../domain/events/form-contract.ts'
import type { SeasonDetail } from '../../domain/seasons/contract.ts'
import type { Attendance } from '../../domain/seasons/pattern-contract.ts'
import type { Weekday } from '../../domain/time/clock.ts'
import { Button } from '../ui/button.tsx'
import { ToggleChip } from '../ui/chip.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { PlacePicker } from './place-picker.tsx'
import { PlanPreview } from './plan-preview.tsx'
import { makingMatches, planningMatches } from './queries.ts'
import { attendanceOptions, lengthOptions, WeekdayChips } from './session-fields.tsx'

const titleLimit = 80
const maxSeats = 1000
const maxStarts = 6
const maxCourts = 8
const maxRestDays = 6
const maxSides = 12
/** Starts are numbered from 1. Only the last one can be removed. */
type Start = { id: number; time: string | null }

const meetingOptions = [
  { value: '1', label: 'Once' },
  { value: '2', label: 'Twice' },
  { value: '3', label: '3 times' },
  { value: '4', label: '4 times' },
]

/** Plans who plays whom and when. The plan is shown with numbers that say how fair it is, before its games are made. */
export function PlanDialog({ season, onClose }: { season: SeasonDetail; onClose: () => void }) {
  const [groupIds, setGroupIds] = useState<readonly string[]>(season.groups.slice(0, maxSides).map(({ id }) => id))
  const [meetings, setMeetings] = useState(1)
  const [days, setDays] = useState<readonly Weekday[]>([])
  const [starts, setStarts] = useState<readonly Start[]>([{ id: 1, time: '19:00' }])
  const [durationMinutes, setDuration] = useState(90)
  const [courts, setCourts] = useState(1)
  const [restDays, setRestDays] = useState(2)
  const [where, setWhere] = useState<EventLocation | null>(null)
  const [title, setTitle] = useState(`${season.label} game`)
  const [capacity, setCapacity] = useState(12)
  const [attendance, setAttendance] = useState<Attendance>('joined')
  // The key stays the same while the dialog is open, so that a request that is sent twice makes nothing twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const plan = useMutation(planningMatches)
  const make = useMutation(makingMatches)
  const startTimes = [...new Set(starts.flatMap(({ time }) => time ?? []))]
  const isReady = groupIds.length > 1 && days.length > 0 && startTimes.length > 0 && where !== null && title.trim() !== ''
  const preview = async () => {
    if (!isReady) return
    await plan.mutateAsync({
      ...{ seasonId: season.id, groupIds: [...groupIds], meetings, weekdays: [...days], startTimes, durationMinutes },
      ...{ courts, restDays, where },
    })
  }
  const send = async () => {
    if (!where || !plan.data) return
    const games = plan.data.games.map(({ date, time, homeGroupId, awayGroupId }) => ({ date, time, homeGroupId, awayGroupId }))
    await make.mutateAsync({
      ...{ seasonId: season.id, games, durationMinutes, where, activity: season.team.activity ?? 'other', title, capacity },
      ...{ attendance, idempotencyKey },
    })
    onClose()
  }
  const error = plan.isError ? plan.error : make.isError ? make.error : null
  const count = plan.data?.games.length ?? 0
  return (
    <Dialog
      title={plan.data ? 'Check the plan' : 'Plan games'}
      isOpen
      onClose={onClose}
      isDismissable={!make.isPending}
      footer={
        plan.data ? (
          <>
            <Button onClick={() => plan.reset()} disabled={make.isPending}>
              Back
            </Button>
            <Button variant="primary" isPending={make.isPending} onClick={() => void send().catch(() => undefined)}>
              {count === 1 ? 'Make 1 game' : `Make ${count} games`}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" disabled={!isReady} isPending={plan.isPending} onClick={() => void preview().catch(() => undefined)}>
              Show the plan
            </Button>
          </>
        )
      }
    >
      {plan.data ? (
        <PlanPreview plan={plan.data} groups={season.groups} restDays={restDays} />
      ) : (
        <div className="grid gap-4">
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-small font-strong">Groups</legend>
            <div className="flex flex-wrap gap-2">
              {season.groups.map(({ id, name }) => (
                <ToggleChip
                  key={id}
                  isOn={groupIds.includes(id)}
                  onToggle={() => setGroupIds(groupIds.includes(id) ? groupIds.filter((other) => other !== id) : [...groupIds, id])}
                >
                  {name}
                </ToggleChip>
              ))}
            </div>
          </fieldset>
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label="Each two groups meet"
              options={meetingOptions}
              value={String(meetings)}
              onChange={(value) => setMeetings(Number(value))}
            />
            <Stepper label="Rest days between two games" value={restDays} onChange={setRestDays} min={0} max={maxRestDays} />
          </div>
          <WeekdayChips days={days} onChange={setDays} />
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-small font-strong">Starts on each of these days</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              {starts.map(({ id, time }) => (
                <TimeField
                  key={id}
                  label={`Start ${id}`}
                  value={time}
                  onChange={(changed) => setStarts(starts.map((start) => (start.id === id ? { id, time: changed } : start)))}
                />
              ))}
            </div>
            <div className="flex flex-wrap gap-2">
              {starts.length < maxStarts && (
                <Button size="small" variant="quiet" onClick={() => setStarts([...starts, { id: starts.length + 1, time: null }])}>
                  Add a start
                </Button>
              )}
              {starts.length > 1 && (
                <Button size="small" variant="quiet" onClick={() => setStarts(starts.slice(0, -1))}>
                  Remove the last start
                </Button>
              )}
            </div>
          </fieldset>
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label="Length"
              options={lengthOptions}
              value={String(durationMinutes)}
              onChange={(value) => setDuration(Number(value))}
            />
            <Stepper label="Games at the same time" value={courts} onChange={setCourts} min={1} max={maxCourts} />
          </div>
          <PlacePicker where={where} onPick={setWhere} />
          <TextField label="Title" value={title} onChange={({ target }) => setTitle(target.value)} autoComplete="off" limit={titleLimit} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Stepper label="Seats" value={capacity} onChange={setCapacity} min={1} max={maxSeats} />
            <Select label="The people of both sides" options={attendanceOptions} value={attendance} onChange={setAttendance} />
          </div>
        </div>
      )}
      {error !== null && (
        <div className="mt-4">
          <ErrorNotice error={error} />
        </div>
      )}
    </Dialog>
  )
}
