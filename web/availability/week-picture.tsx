import { today as todayIn } from '@internationalized/date'
import { useState } from 'react'
import type { Availability, DayHours } from '../../domain/availability/contract.ts'
import { inZone, weekPicture } from '../../domain/availability/show-week.ts'
import { dateText, dayNumberOf, eachWeekday, minutesOf, type Weekday, weekdayOf, weekdays } from '../../domain/time/clock.ts'
import { joinClasses } from '../ui/class-names.ts'
import { TextButton } from '../ui/text-button.tsx'
import { hourWords, rangeWords } from './time-words.ts'
import { cityOfZone, offsetOfZone } from './time-zones.ts'
import { shortWeekdays, weekdayWords } from './weekday-words.ts'
import { ZoneSelect } from './zone-select.tsx'

/** Nights are drawn only where someone plays then: the hours people do play get more room. */
const morning = 6
const ticks = [0, 6, 12, 18]
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

/** When someone can play in a usual week, an hour a square, on their own clocks or on those of somewhere else. */
export function WeekPicture({ availability }: { availability: Availability }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const own = availability.timeZone
  const zone = chosen ?? own
  const week = zone === own ? availability.weeklyAvailability : usualWeekIn(availability, zone)
  const picture = weekPicture({ weeklyAvailability: week })
  const hours = sumHours(weekPicture(availability))
  const hasNights = weekdays.some((weekday) => picture[weekday].slice(0, morning).some((minutes) => minutes > 0))
  const from = hasNights ? 0 : morning
  const now = nowIn(zone)
  return (
    <section aria-labelledby="week-picture" className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 id="week-picture">Your week</h2>
          <p className="text-small text-soft">{hours === 0 ? 'No hours yet' : `${hours} ${hours === 1 ? 'hour' : 'hours'} to play`}</p>
        </div>
        <ZoneSelect
          label="See it on the clocks of"
          value={zone}
          also={[own]}
          onChange={(picked) => setChosen(picked === own ? null : picked)}
          isPill
        />
      </div>
      <ol className="grid gap-1">
        {weekdays.map((weekday) => (
          <li key={weekday} className="grid grid-cols-[2.25rem_1fr] items-center gap-x-1.5">
            <span className={joinClasses('text-tiny', weekday === now.weekday ? 'font-bold' : 'text-soft')}>
              <span aria-hidden="true">{shortWeekdays[weekday]}</span>
              <span className="sr-only">
                {weekdayWords[weekday]}: {wordsOf(week[weekday]) || 'Unavailable'}
              </span>
            </span>
            <span aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-[3px]">
              {hoursOfDay.slice(from).map((hour) => (
                <span
                  key={hour}
                  style={{ backgroundColor: shadeOf(picture[weekday][hour] ?? 0) }}
                  className={joinClasses(
                    'h-4.5 rounded-[4px] transition-[background-color] duration-150',
                    weekday === now.weekday && hour === now.hour && 'outline-2 outline-ball',
                  )}
                />
              ))}
            </span>
            {zone !== own && (
              <span aria-hidden="true" className="col-start-2 text-tiny text-soft">
                {wordsOf(week[weekday])}
              </span>
            )}
          </li>
        ))}
      </ol>
      <div aria-hidden="true" className="relative ml-10.5 h-4 text-tiny text-soft">
        {ticks
          .filter((hour) => hour >= from)
          .map((hour) => (
            <span key={hour} className="absolute" style={{ left: `${((hour - from) / (24 - from)) * 100}%` }}>
              {hourWords(hour)}
            </span>
          ))}
      </div>
      {zone !== own && (
        <p role="status" className="text-small text-soft">
          Your week as clocks in {cityOfZone(zone)} show it now, {offsetOfZone(zone, Date.now())}.{' '}
          <TextButton onClick={() => setChosen(null)}>Back to {cityOfZone(own)} time</TextButton>
        </p>
      )}
    </section>
  )
}

const shadeOf = (minutes: number) =>
  minutes === 0 ? 'var(--wash)' : `color-mix(in oklab, var(--court) ${Math.round((minutes / 60) * 92)}%, var(--wash))`

const wordsOf = ({ timeRanges }: DayHours) => timeRanges.map(rangeWords).join(', ')

const sumHours = (picture: Record<Weekday, number[]>) =>
  Math.round(
    (Object.values(picture)
      .flat()
      .reduce((sum, minutes) => sum + minutes, 0) /
      60) *
      10,
  ) / 10

/** The usual week as this week's clocks of another zone show it; single dates would make it unusual. */
function usualWeekIn(availability: Availability, zone: string): Availability['weeklyAvailability'] {
  const today = dayNumberOf(todayIn(zone).toString()) ?? 0
  const monday = dateText(today - weekdays.indexOf(weekdayOf(today)))
  const shown = new Map(inZone({ ...availability, dateSpecificAvailability: [] }, zone, monday).map((day) => [day.weekday, day.timeRanges]))
  return eachWeekday((weekday) => {
    const timeRanges = shown.get(weekday) ?? []
    return { isAvailable: timeRanges.length > 0, timeRanges }
  })
}

function nowIn(zone: string): { weekday: Weekday; hour: number } {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format()
  return { weekday: weekdayOf(dayNumberOf(todayIn(zone).toString()) ?? 0), hour: Math.floor((minutesOf(time) ?? 0) / 60) }
}
