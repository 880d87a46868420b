import { type KeyboardEvent, useRef, useState } from 'react'
import { formatClock } from '../../domain/team-hours/format-slot.ts'
import { describeCell, getHalfHour, halfHourMinutes, halfHoursPerDay } from '../../domain/team-hours/make-grid.ts'
import { timeText } from '../../domain/time/clock.ts'
import { writeTime } from '../../domain/time/write-time.ts'
import { joinClasses } from '../ui/class-names.ts'
import { formatDatePart } from './format-cell.ts'
import { isOpen, type ReadHours } from './read-hours.ts'

type HeatMapProps = {
  hours: ReadHours
  /** From 0 to 3. */
  week: number
  rows: readonly number[]
  minCount: number
  selected: number | null
  onSelect: (cell: number) => void
  /** Shown beside the zone of the community if it differs; null if it does not. */
  viewerZone: string | null
}

const daysPerWeek = 7
const dayIndexes = [0, 1, 2, 3, 4, 5, 6]

/** Below this share of the people, the cell is light with dark text. From it on, it is dark with light text, so both can be read. */
const darkFrom = 0.6

function getShade(count: number, sharing: number): { color: string; isDark: boolean } {
  const part = sharing === 0 ? 0 : count / sharing
  if (part === 0) return { color: 'var(--wash)', isDark: false }
  const isDark = part >= darkFrom
  const percent = isDark ? 88 + ((part - darkFrom) / (1 - darkFrom)) * 12 : 8 + (part / darkFrom) * 48
  return { color: `color-mix(in oklab, var(--court) ${Math.round(percent)}%, var(--wash))`, isDark }
}

/** One week in half hours. The arrow keys move between the cells, and Enter chooses one. */
export function HeatMap({ hours, week, rows, minCount, selected, onSelect, viewerZone }: HeatMapProps) {
  const { grid, counts, sharing, own } = hours
  const table = useRef<HTMLTableElement>(null)
  const cellAt = (column: number, row: number) => (week * daysPerWeek + column) * halfHoursPerDay + row
  const isShown = (cell: number | null) => {
    if (cell === null || Math.floor(cell / halfHoursPerDay / daysPerWeek) !== week) return false
    return rows.includes(cell % halfHoursPerDay) && isOpen(hours, cell)
  }
  const [focused, setFocused] = useState<number | null>(null)
  const firstOpen = rows.flatMap((row) => dayIndexes.map((column) => cellAt(column, row))).find((cell) => isOpen(hours, cell)) ?? null
  const reachable = isShown(focused) ? focused : isShown(selected) ? selected : firstOpen
  const moveFocus = (event: KeyboardEvent, column: number, row: number) => {
    const steps: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    let [nextColumn, nextRow] = [column + step[0], rows.indexOf(row) + step[1]]
    // Cells that are over are passed over.
    while (nextColumn >= 0 && nextColumn < daysPerWeek && nextRow >= 0 && nextRow < rows.length) {
      const cell = cellAt(nextColumn, rows[nextRow] ?? 0)
      if (isOpen(hours, cell)) {
        setFocused(cell)
        table.current?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus()
        return
      }
      nextColumn += step[0]
      nextRow += step[1]
    }
  }
  return (
    <table ref={table} className="w-full table-fixed border-separate border-spacing-x-[3px] border-spacing-y-0 sm:border-spacing-x-1.5">
      <caption className="sr-only">How many can play, by day and half hour. The arrow keys move between the half hours.</caption>
      <thead>
        <tr>
          <td className={viewerZone ? 'w-13 sm:w-28' : 'w-12 sm:w-18'}>
            {viewerZone && <span className="block text-right text-tiny leading-tight text-soft">You</span>}
          </td>
          {dayIndexes.map((column) => {
            const { date } = describeCell(grid, cellAt(column, 0))
            return (
              <th key={date} scope="col" className="pb-2 text-center text-tiny font-strong sm:text-small">
                <span aria-hidden="true" className="block text-soft">
                  {formatDatePart(date, 'shortWeekday')}
                </span>
                <span aria-hidden="true">{formatDatePart(date, 'dayOfMonth')}</span>
                <span className="sr-only">
                  {formatDatePart(date, 'weekday')}, {formatDatePart(date, 'monthDay')}
                </span>
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const time = timeText(row * halfHourMinutes)
          const isHour = row % 2 === 0
          const start = viewerZone && getHalfHour(grid, cellAt(0, row))?.start
          return (
            <tr key={row}>
              <th scope="row" className={joinClasses('pr-1.5 text-right align-middle font-normal sm:pr-2.5', isHour ? 'pt-1.5' : 'pt-0.5')}>
                <span
                  className={
                    isHour
                      ? 'flex items-end justify-end gap-x-2 gap-y-1 whitespace-nowrap max-sm:flex-col sm:items-baseline text-tiny leading-none sm:text-small'
                      : 'sr-only'
                  }
                >
                  <span className="text-soft">{formatClock(time)}</span>
                  {start ? (
                    <span className="font-medium">{writeTime(start, viewerZone, { hour: 'numeric' }).replace(':00', '')}</span>
                  ) : null}
                </span>
              </th>
              {dayIndexes.map((column) => {
                const cell = cellAt(column, row)
                const index = grid.cells[cell]
                const count = typeof index === 'number' ? (counts[index] ?? 0) : 0
                const isFree = typeof index === 'number' && own?.[index] === 1
                if (!isOpen(hours, cell)) {
                  return (
                    <td key={cell} className={isHour ? 'pt-1.5' : 'pt-0.5'}>
                      <span className="block h-7.5 rounded-[7px] bg-wash opacity-45" />
                    </td>
                  )
                }
                const isEnough = count >= minCount
                const { color, isDark } = getShade(isEnough ? count : 0, sharing)
                const { date } = describeCell(grid, cell)
                const words = `${formatDatePart(date, 'weekday')}, ${formatDatePart(date, 'monthDay')}, ${formatClock(time)}: ${count} of ${sharing} can play${isFree ? ', you too' : ''}`
                return (
                  <td key={cell} className={isHour ? 'pt-1.5' : 'pt-0.5'}>
                    <button
                      type="button"
                      data-cell={cell}
                      tabIndex={cell === reachable ? 0 : -1}
                      aria-label={words}
                      aria-pressed={cell === selected}
                      onClick={() => onSelect(cell)}
                      onFocus={() => setFocused(cell)}
                      onKeyDown={(event) => moveFocus(event, column, row)}
                      style={{ backgroundColor: color }}
                      className={joinClasses(
                        'relative block h-7.5 w-full rounded-[7px] text-small leading-none font-strong focus-visible:z-1',
                        isDark ? 'text-on-court' : isEnough ? 'text-ink' : 'font-normal text-soft',
                        isFree && 'ring-[1.5px] ring-ink/55 ring-inset',
                        cell === selected && 'outline-3 outline-ball',
                      )}
                    >
                      {count > 0 ? count : ''}
                    </button>
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

export function Legend({ sharing, hasOwn }: { sharing: number; hasOwn: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-tiny text-soft">
      <span className="inline-flex items-center gap-2">
        Nobody
        <span aria-hidden="true" className="inline-flex gap-0.5">
          {[0, 0.2, 0.4, 0.59, 0.6, 1].map((part) => (
            <span key={part} style={{ backgroundColor: getShade(part, 1).color }} className="size-4 rounded-[4px]" />
          ))}
        </span>
        {sharing === 1 ? 'One person' : `All ${sharing}`}
      </span>
      {hasOwn && (
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-4 rounded-[4px] bg-wash ring-[1.5px] ring-ink/55 ring-inset" />
          Your hours
        </span>
      )}
    </div>
  )
}
