import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { isWaitingTopic, mailTopicKeys } from '../../domain/mail/topics.ts'
import type { NotificationSettings } from '../../domain/notifications/contract.ts'
import { type QuietHours, suggestedQuietHours } from '../../domain/notifications/quiet-hours.ts'
import { type Weekday, weekdayNames, weekdays } from '../../domain/time/clock.ts'
import { ToggleChip } from '../ui/chip.tsx'
import { Section } from '../ui/section.tsx'
import { type Option, Select } from '../ui/select.tsx'
import { Switch } from '../ui/switch.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { changingTimes } from './queries.ts'

const ReachNowDialog = lazy(async () => ({ default: (await import('./reach-now-dialog.tsx')).ReachNowDialog }))

/** When emails and pushes may come: quiet hours, and the day of weekly emails. */
export function Times({ settings }: { settings: NotificationSettings }) {
  const { mutate } = useMutation(changingTimes)
  const { quietHours, timeZone } = settings
  const reach = useLazyOpen()
  const isWeekly = mailTopicKeys.some((topic) => isWaitingTopic(topic) && settings.frequencies[topic] === 'weekly')
  return (
    <Section title="When they come">
      <Switch
        label={<span className="font-medium">Quiet hours</span>}
        hint="Nothing rings, and emails wait until they are over. The app still shows everything."
        checked={quietHours !== null}
        onChange={(event) => mutate({ quietHours: event.target.checked ? suggestedQuietHours : null })}
        className="pr-2.5 sm:pr-4.5"
      />
      {quietHours && <QuietHoursFields key={JSON.stringify(quietHours)} quietHours={quietHours} timeZone={timeZone} />}
      {isWeekly && <WeekdayField weekday={settings.weekday} />}
      <p>
        <TextButton onClick={reach.open}>What would reach you now?</TextButton>
      </p>
      <Suspense>{reach.wasOpened && <ReachNowDialog settings={settings} isOpen={reach.isOpen} onClose={reach.close} />}</Suspense>
    </Section>
  )
}

/** Each part is saved at once, as soon as the whole is valid. */
function QuietHoursFields({ quietHours, timeZone }: { quietHours: QuietHours; timeZone: string }) {
  const { mutate } = useMutation(changingTimes)
  const [times, setTimes] = useState<Record<'from' | 'to', string | null>>(quietHours)
  const isSame = times.from !== null && times.from === times.to
  const save = (change: Partial<QuietHours>) => mutate({ quietHours: { ...quietHours, ...change } })
  const saveTimes = () => {
    const { from, to } = times
    if (from === null || to === null || isSame) return
    if (from !== quietHours.from || to !== quietHours.to) save({ from, to })
  }
  const toggleDay = (day: Weekday) => {
    const days = weekdays.filter((other) => quietHours.days.includes(other) !== (other === day))
    if (days.length > 0) save({ days })
  }
  return (
    <div className="grid gap-4 border-b border-line pb-4">
      <div className="grid max-w-96 grid-cols-2 gap-3">
        <TimeField label="From" value={times.from} onChange={(from) => setTimes({ ...times, from })} onBlur={saveTimes} />
        <TimeField
          label="To"
          value={times.to}
          onChange={(to) => setTimes({ ...times, to })}
          onBlur={saveTimes}
          error={isSame ? 'The end must differ from the start.' : undefined}
        />
      </div>
      <fieldset>
        <legend className="mb-2.5 text-small font-strong">Beginning on</legend>
        <div className="flex flex-wrap gap-2.5">
          {weekdays.map((day) => (
            <ToggleChip key={day} isOn={quietHours.days.includes(day)} onToggle={() => toggleDay(day)}>
              {weekdayNames[day]}
            </ToggleChip>
          ))}
        </div>
      </fieldset>
      <Switch
        label="An offer of a seat may ring"
        hint="A free seat is reserved for you for a short time only."
        checked={quietHours.letsOffersThrough}
        onChange={(event) => save({ letsOffersThrough: event.target.checked })}
        className="pr-2.5 sm:pr-4.5"
      />
      <p className="text-small text-soft">
        These hours count in your time zone, {timeZone.replaceAll('_', ' ')}. It follows the city of your profile.
      </p>
    </div>
  )
}

const weekdayOptions: Option<Weekday>[] = weekdays.map((value) => ({ value, label: weekdayNames[value] }))

function WeekdayField({ weekday }: { weekday: Weekday }) {
  const { mutate } = useMutation(changingTimes)
  return (
    <Select
      label="Weekly emails come on"
      hint="At 8 AM."
      options={weekdayOptions}
      value={weekday}
      onChange={(chosen) => mutate({ weekday: chosen })}
      className="max-w-60"
    />
  )
}
