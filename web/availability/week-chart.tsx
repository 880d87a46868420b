import { today as todayIn } from '@internationalized/date'
import { useState } from 'react'
import type { Availability, DayHours } from '../../domain/availability/contract.ts'
import { makeWeekChart, showWeekInZone } from '../../domain/availability/show-week.ts'
import { dateText, dayNumberOf, eachWeekday, minutesOf, type Weekday, weekdayOf, weekdays } from '../../domain/time/clock.ts'
import { joinClasses } from '../ui/class-names.ts'
import { TextButton } from '../ui/text-button.tsx'
import { formatHour, formatRange } from './format-time.ts'
import { cityOfZone, offsetOfZone } from './time-zones.ts'
import { shortWeekdayLabels, weekdayLabels } from './weekday-labels.ts'
import { ZoneSelect } from './zone-select.tsx'

/** The first hour of the chart. Earlier hours are only drawn if the user plays then, so that the other hours get more room. */
const morningHour = 6
const tickHours = [0, 6, 12, 18]
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

/** A chart of the weekly hours, one square per hour, in the time zone of the user or in another one. */
export function WeekChart({ availability }: { availability: Availability }) {
  const [chosenZone, setChosenZone] = useState<string | null>(null)
  const ownZone = availability.timeZone
  const zone = chosenZone ?? ownZone
  const week = zone === ownZone ? availability.weeklyAvailability : convertWeekToZone(availability, zone)
  const chart = makeWeekChart({ weeklyAvailability: week })
  const hours = sumHours(makeWeekChart(availability))
  const hasNights = weekdays.some((weekday) => chart[weekday].slice(0, morningHour).some((minutes) => minutes > 0))
  const firstHour = hasNights ? 0 : morningHour
  const now = getCurrentHour(zone)
  return (
    <section aria-labelledby="week-chart" className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 id="week-chart">Your week</h2>
          <p className="text-small text-soft">{hours === 0 ? 'No hours yet' : `${hours} ${hours === 1 ? 'hour' : 'hours'} a week`}</p>
        </div>
        <ZoneSelect
          label="Show times for"
          value={zone}
          extraZones={[ownZone]}
          onChange={(picked) => setChosenZone(picked === ownZone ? null : picked)}
          isPill
        />
      </div>
      <ol className="grid gap-1">
        {weekdays.map((weekday) => (
          <li key={weekday} className="grid grid-cols-[2.25rem_1fr] items-center gap-x-1.5">
            <span className={joinClasses('text-tiny', weekday === now.weekday ? 'font-bold' : 'text-soft')}>
              <span aria-hidden="true">{shortWeekdayLabels[weekday]}</span>
              <span className="sr-only">
                {weekdayLabels[weekday]}: {formatDayHours(week[weekday]) || 'Unavailable'}
              </span>
            </span>
            <span aria-hidden="true" className="grid auto-cols-fr grid-flow-col gap-[3px]">
              {hoursOfDay.slice(firstHour).map((hour) => (
                <span
                  key={hour}
                  style={{ backgroundColor: getShade(chart[weekday][hour] ?? 0) }}
                  className={joinClasses(
                    'h-4.5 rounded-[4px] transition-[background-color] duration-150',
                    weekday === now.weekday && hour === now.hour && 'outline-2 outline-ball',
                  )}
                />
              ))}
            </span>
            {zone !== ownZone && (
              <span aria-hidden="true" className="col-start-2 text-tiny text-soft">
                {formatDayHours(week[weekday])}
              </span>
            )}
          </li>
        ))}
      </ol>
      <div aria-hidden="true" className="relative ml-10.5 h-4 text-tiny text-soft">
        {tickHours
          .filter((hour) => hour >= firstHour)
          .map((hour) => (
            <span key={hour} className="absolute" style={{ left: `${((hour - firstHour) / (24 - firstHour)) * 100}%` }}>
              {formatHour(hour)}
            </span>
          ))}
      </div>
      {zone !== ownZone && (
        <p role="status" className="text-small text-soft">
          Your week in {cityOfZone(zone)} time, {offsetOfZone(zone, Date.now())}.{' '}
          <TextButton onClick={() => setChosenZone(null)}>Back to {cityOfZone(ownZone)} time</TextButton>
        </p>
      )}
    </section>
  )
}

const getShade = (minutes: number) =>
  minutes === 0 ? 'var(--wash)' : `color-mix(in oklab, var(--court) ${Math.round((minutes / 60) * 92)}%, var(--wash))`

const formatDayHours = ({ timeRanges }: DayHours) => timeRanges.map(formatRange).join(', ')

const sumHours = (chart: Record<Weekday, number[]>) =>
  Math.round(
    (Object.values(chart)
      .flat()
      .reduce((sum, minutes) => sum + minutes, 0) /
      60) *
      10,
  ) / 10

/** The weekly hours in another time zone, by the clocks of this week. We leave out date-specific hours. */
function convertWeekToZone(availability: Availability, zone: string): Availability['weeklyAvailability'] {
  const today = dayNumberOf(todayIn(zone).toString()) ?? 0
  const monday = dateText(today - weekdays.indexOf(weekdayOf(today)))
  const rangesByWeekday = new Map(
    showWeekInZone({ ...availability, dateSpecificAvailability: [] }, zone, monday).map((day) => [day.weekday, day.timeRanges]),
  )
  return eachWeekday((weekday) => {
    const timeRanges = rangesByWeekday.get(weekday) ?? []
    return { isAvailable: timeRanges.length > 0, timeRanges }
  })
}

function getCurrentHour(zone: string): { weekday: Weekday; hour: number } {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format()
  return { weekday: weekdayOf(dayNumberOf(todayIn(zone).toString()) ?? 0), hour: Math.floor((minutesOf(time) ?? 0) / 60) }
}
