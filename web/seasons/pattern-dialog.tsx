import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ActivityId, activities, activitiesByName } from '../../domain/activities.ts'
import type { EventLocation } from '../../domain/events/form-contract.ts'
import type { SeasonDetail } from '../../domain/seasons/contract.ts'
import type { Attendance, PlannedSession } from '../../domain/seasons/pattern-contract.ts'
import type { Weekday } from '../../domain/time/clock.ts'
import { plainSpaces, writeDate } from '../../domain/time/write-time.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { PlacePicker } from './place-picker.tsx'
import { makingSessions, planningSessions } from './queries.ts'
import { attendanceOptions, lengthOptions, WeekdayChips } from './session-fields.tsx'

const noGroup = 'none'
const titleLimit = 80
const maxSeats = 1000
const activityOptions = [...activitiesByName(), ...activities.filter(({ id }) => id === 'other')].map(({ id, label }) => ({
  value: id,
  label,
}))
const moment = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** Makes a game of the season on some weekdays. All days are shown before they are made, and each can be left out. */
export function PatternDialog({ season, onClose }: { season: SeasonDetail; onClose: () => void }) {
  const [days, setDays] = useState<readonly Weekday[]>([])
  const [startTime, setStartTime] = useState<string | null>('19:00')
  const [durationMinutes, setDuration] = useState(90)
  const [where, setWhere] = useState<EventLocation | null>(null)
  const [title, setTitle] = useState(`${season.label} game`)
  const [activity, setActivity] = useState<ActivityId>(season.team.activity ?? 'other')
  const [capacity, setCapacity] = useState(12)
  const [home, setHome] = useState(noGroup)
  const [away, setAway] = useState(noGroup)
  const [attendance, setAttendance] = useState<Attendance>('joined')
  const [except, setExcept] = useState<readonly string[]>([])
  // The key stays the same while the dialog is open, so that a request that is sent twice makes nothing twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const plan = useMutation(planningSessions)
  const make = useMutation(makingSessions)
  const isReady = days.length > 0 && startTime !== null && where !== null && title.trim() !== ''
  const preview = async () => {
    if (!isReady) return
    await plan.mutateAsync({ seasonId: season.id, weekdays: [...days], startTime, durationMinutes, except: [], where })
    setExcept([])
  }
  const toId = (group: string) => (group === noGroup ? null : group)
  const send = async () => {
    if (!isReady) return
    await make.mutateAsync({
      ...{ seasonId: season.id, weekdays: [...days], startTime, durationMinutes, except: [...except], where, activity, title, capacity },
      ...{ homeGroupId: toId(home), awayGroupId: toId(away), attendance, idempotencyKey },
    })
    onClose()
  }
  const groups = [{ value: noGroup, label: 'No side (practice)' }, ...season.groups.map(({ id, name }) => ({ value: id, label: name }))]
  const error = plan.isError ? plan.error : make.isError ? make.error : null
  const planned = plan.data
  const count = planned ? planned.sessions.length - except.length : 0
  return (
    <Dialog
      title={planned ? 'Check the days' : 'Games every week'}
      isOpen
      onClose={onClose}
      isDismissable={!make.isPending}
      footer={
        planned ? (
          <>
            <Button onClick={() => plan.reset()} disabled={make.isPending}>
              Back
            </Button>
            <Button variant="primary" disabled={count === 0} isPending={make.isPending} onClick={() => void send().catch(() => undefined)}>
              {count === 1 ? 'Make 1 game' : `Make ${count} games`}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" disabled={!isReady} isPending={plan.isPending} onClick={() => void preview().catch(() => undefined)}>
              Show the days
            </Button>
          </>
        )
      }
    >
      {planned ? (
        <DayList sessions={planned.sessions} timeZone={planned.timeZone} except={except} onChange={setExcept} />
      ) : (
        <div className="grid gap-4">
          <WeekdayChips days={days} onChange={setDays} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TimeField label="Start" value={startTime} onChange={setStartTime} />
            <Select
              label="Length"
              options={lengthOptions}
              value={String(durationMinutes)}
              onChange={(value) => setDuration(Number(value))}
            />
          </div>
          <PlacePicker where={where} onPick={setWhere} />
          <TextField label="Title" value={title} onChange={({ target }) => setTitle(target.value)} autoComplete="off" limit={titleLimit} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Select label="Activity" options={activityOptions} value={activity} onChange={setActivity} />
            <Stepper label="Seats" value={capacity} onChange={setCapacity} min={1} max={maxSeats} />
          </div>
          {season.groups.length > 1 && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Select label="First side" options={groups} value={home} onChange={setHome} />
              <Select label="Second side" options={groups} value={away} onChange={setAway} />
            </div>
          )}
          <Select label="The people of the season" options={attendanceOptions} value={attendance} onChange={setAttendance} />
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

type DayListProps = {
  sessions: readonly PlannedSession[]
  timeZone: string
  except: readonly string[]
  onChange: (except: readonly string[]) => void
}

function DayList({ sessions, timeZone, except, onChange }: DayListProps) {
  const [now] = useState(Date.now)
  return (
    <ul aria-label="Days" className="grid">
      {sessions.map(({ date, startsAt, isMoved }) => {
        const isOut = except.includes(date)
        const text = plainSpaces(writeDate(startsAt, { timeZone, now }, moment))
        return (
          <li key={date} className="flex min-h-12 items-center justify-between gap-3 border-t border-line">
            <span className={isOut ? 'text-soft line-through' : undefined}>
              {text}
              {isMoved && <span className="block text-small text-soft">The clocks change, so it starts later on this day.</span>}
            </span>
            <Button
              size="small"
              variant="quiet"
              aria-label={`${isOut ? 'Put back' : 'Leave out'} ${text}`}
              onClick={() => onChange(isOut ? except.filter((other) => other !== date) : [...except, date])}
            >
              {isOut ? 'Put back' : 'Leave out'}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
