import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type TouchEvent, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { type HoursFilter, type TeamHours, whoSeesHours } from '../../domain/team-hours/contract.ts'
import { daysShown, describeCell, halfHoursPerDay } from '../../domain/team-hours/make-grid.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { type TeamRole, teamRoles } from '../../domain/teams/roles.ts'
import { offsetAt } from '../../domain/time/wall-clock.ts'
import { isNotFound } from '../api.ts'
import { cityOfZone, getDeviceTimeZone } from '../availability/time-zones.ts'
import { ZoneSelect } from '../availability/zone-select.tsx'
import { useTitle } from '../shell/use-title.ts'
import { TeamTabs } from '../teams/team-tabs.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Chip, ToggleChip } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { PageError, pageFrame } from '../ui/page-frame.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { formatDatePart } from './format-cell.ts'
import { HeatMap, Legend } from './heat-map.tsx'
import { sharingShownHours, teamHours } from './queries.ts'
import { findCell, isOpen, type ReadHours, readHours } from './read-hours.ts'
import { BestSlotList, SlotPanel } from './slot-panel.tsx'

export default function WhenPage() {
  const { id = '' } = useParams()
  return <When key={id} id={id} />
}

function When({ id }: { id: string }) {
  const [zone, setZone] = useState<string | null>(null)
  const { data, error, isFetching, refetch } = useQuery({ ...teamHours(id, zone), placeholderData: (previous) => previous })
  useTitle(data ? `When can ${data.team.name} play?` : null)
  if (isNotFound(error)) {
    return (
      <div className={pageFrame('wide', 'pt-8')}>
        <h1>When can we play?</h1>
        <EmptyState title="Only members see when they can play" action={<LinkButton to={teamPath(id)}>Open the community</LinkButton>}>
          You are not in this community, or it does not exist anymore.
        </EmptyState>
      </div>
    )
  }
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : <WhenLoading />
  return <Hours team={data} onZone={setZone} />
}

const roleLabels: Record<TeamRole, string> = {
  owner: 'Owner',
  organizer: 'Organizers',
  captain: 'Captains',
  coach: 'Coaches',
  treasurer: 'Treasurers',
  scorekeeper: 'Scorekeepers',
  member: 'Members',
}
const minCounts = [1, 2, 4, 6, 8, 10, 12, 16, 20, 30, 50]

function Hours({ team, onZone }: { team: TeamHours; onZone: (zone: string) => void }) {
  const [filter, setFilter] = useState<HoursFilter | null>(null)
  const [minCount, setMinCount] = useState(1)
  const hours = readHours(team, filter)
  const roles = teamRoles.filter((one) => team.people?.some((person) => person.role === one))
  const sharing = team.sharing
  // Who does not share yet is asked first. The switch stays where it is when it changes.
  const [isAskedFirst] = useState(!team.mine.isSharing)
  const sharingSwitch = team.mine.isMember && <OwnSharing team={team} />
  return (
    <div className={pageFrame('wide', 'grid grid-cols-[minmax(0,1fr)] gap-5 max-sm:gap-3 sm:pt-8')}>
      {/* On a phone, the choices stand in one row below the tabs, so that the map begins high on the screen. */}
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 max-sm:contents">
        <div className="min-w-0 max-sm:-order-3">
          <p className="text-small text-soft wrap-anywhere">
            <Link to={teamPath(team.team.id)} className="font-strong text-court hover:underline">
              {team.team.name}
            </Link>
            {sharing !== null && ` · ${sharing === 1 ? '1 member shares' : `${sharing} members share`} their hours`}
          </p>
          <h1 className="max-sm:text-title">When can we play?</h1>
        </div>
        {hours && (
          <div className="flex flex-wrap gap-2 max-sm:-order-1 max-sm:-mx-4.5 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4.5 max-sm:py-1.5 max-sm:*:flex-none max-sm:[scrollbar-width:none]">
            {roles.length + team.groups.length > 1 && (
              <fieldset className="flex flex-wrap gap-2 max-sm:flex-nowrap">
                <legend className="sr-only">Show the hours of</legend>
                <ToggleChip isOn={filter === null} onToggle={() => setFilter(null)}>
                  Everyone
                </ToggleChip>
                {[
                  ...(roles.length > 1 ? roles.map((one) => ({ value: one, label: roleLabels[one] })) : []),
                  ...team.groups.map(({ id, name }) => ({ value: `group:${id}` as const, label: name })),
                ].map(({ value, label }) => (
                  <ToggleChip key={value} isOn={filter === value} onToggle={() => setFilter(filter === value ? null : value)}>
                    {label}
                  </ToggleChip>
                ))}
              </fieldset>
            )}
            <SearchSelect
              label="Fewest people"
              look="pill"
              value={String(minCount)}
              valueText={minCount === 1 ? 'Any number' : `At least ${minCount}`}
              getOptions={(typed) =>
                minCounts
                  .filter((one) => one === 1 || one <= hours.sharing)
                  .map((one) => ({ value: String(one), label: one === 1 ? 'Any number' : `At least ${one}` }))
                  .filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
              }
              onChange={(value) => setMinCount(Number(value))}
              placeholder="Search a number"
              emptyText="Choose a number from the list."
            />
            {team.hasOwnZone ? (
              <Chip className="min-h-9">{team.cityName ?? cityOfZone(team.timeZone)} time</Chip>
            ) : (
              <ZoneSelect label="Show times for" value={team.timeZone} onChange={onZone} isPill />
            )}
          </div>
        )}
      </header>
      <div className="min-w-0 max-sm:-order-2">
        <TeamTabs team={{ id: team.team.id, role: team.mine.isMember ? 'member' : null }} />
      </div>
      {isAskedFirst && sharingSwitch}
      {!hours ? (
        <EmptyState title="Not enough people share yet">
          You see when the others can play as soon as four members share their free hours. With fewer, you would see whose hours these are.
          Changes count from the next day.
        </EmptyState>
      ) : team.sharing === 0 ? (
        <EmptyState title="Nobody shares their hours yet">Share yours, and ask the others to open this page and share theirs.</EmptyState>
      ) : (
        <HoursMap key={filter} team={team} hours={hours} filter={filter} minCount={minCount} />
      )}
      {!isAskedFirst && sharingSwitch}
    </div>
  )
}

function OwnSharing({ team: { team, mine } }: { team: TeamHours }) {
  const share = useMutation(sharingShownHours)
  const isSharing = share.isPending ? share.variables.isSharing : mine.isSharing
  return (
    <div className="border-y border-line py-1">
      <Switch
        label="Share my hours with this community"
        hint={
          <>
            {whoSeesHours} {mine.free === null && 'You have not entered any hours yet.'}
          </>
        }
        checked={isSharing}
        disabled={share.isPending}
        onChange={({ target }) => share.mutate({ id: team.id, isSharing: target.checked })}
      />
      <Link
        to="/settings?tab=availability"
        className="-mt-2 inline-flex min-h-11 items-center text-small font-strong text-court hover:underline"
      >
        {mine.free === null ? 'Enter your hours' : 'Change your hours'}
      </Link>
    </div>
  )
}

const weeks = daysShown / 7
/** The hours that are always shown, from 7 AM to 10 PM. Earlier and later ones are shown if somebody is free then. */
const firstRow = 14
const lastRow = 43
const swipePixels = 60

type HoursMapProps = { team: TeamHours; hours: ReadHours; filter: HoursFilter | null; minCount: number }

function HoursMap({ team, hours, filter, minCount }: HoursMapProps) {
  const { grid, best } = hours
  const [viewerZone] = useState(getDeviceTimeZone)
  const [selected, setSelected] = useState<number | null>(() => {
    const [first] = best
    return first ? findCell(grid, first.date, first.startTime) : null
  })
  const weekOf = (cell: number) => Math.floor(cell / halfHoursPerDay / 7)
  const [week, setWeek] = useState(() => (selected === null ? 0 : weekOf(selected)))
  const [showsAll, setShowsAll] = useState(false)
  const touchStart = useRef<{ x: number; y: number } | null>(null)
  const usedRows = listUsedRows(hours)
  const rows = Array.from({ length: halfHoursPerDay }, (_, row) => row).filter(
    (row) => showsAll || (row >= Math.min(firstRow, usedRows.first) && row <= Math.max(lastRow, usedRows.last)),
  )
  const isElsewhere = offsetAt(team.now, viewerZone) !== offsetAt(team.now, team.timeZone)
  const goTo = (next: number) => setWeek(Math.min(weeks - 1, Math.max(0, next)))
  const select = (cell: number | null) => {
    if (cell === null) return
    setSelected(cell)
    setWeek(weekOf(cell))
  }
  const endSwipe = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0]
    const start = touchStart.current
    touchStart.current = null
    if (!start || !touch) return
    const [x, y] = [touch.clientX - start.x, touch.clientY - start.y]
    if (Math.abs(x) > swipePixels && Math.abs(x) > 2 * Math.abs(y)) goTo(week + (x < 0 ? 1 : -1))
  }
  const shownSelected = selected !== null && isOpen(hours, selected) ? selected : null
  const first = describeCell(grid, week * 7 * halfHoursPerDay).date
  const last = describeCell(grid, (week * 7 + 6) * halfHoursPerDay).date
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex items-center justify-between gap-2">
          <IconButton label="Week before" disabled={week === 0} onClick={() => goTo(week - 1)}>
            <ChevronLeft size={20} aria-hidden="true" />
          </IconButton>
          <p role="status" className="font-strong">
            {formatDatePart(first, 'shortMonthDay')} – {formatDatePart(last, 'shortMonthDay')}
          </p>
          <IconButton label="Week after" disabled={week === weeks - 1} onClick={() => goTo(week + 1)}>
            <ChevronRight size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <div
          onTouchStart={({ touches }) => {
            const touch = touches[0]
            touchStart.current = touch ? { x: touch.clientX, y: touch.clientY } : null
          }}
          onTouchEnd={endSwipe}
        >
          <HeatMap
            hours={hours}
            week={week}
            rows={rows}
            minCount={minCount}
            selected={shownSelected}
            onSelect={select}
            viewerZone={isElsewhere ? viewerZone : null}
          />
        </div>
        <Footer>
          <Legend sharing={hours.sharing} hasOwn={hours.own !== null} />
          {rows.length < halfHoursPerDay || showsAll ? (
            <ToggleChip isOn={showsAll} onToggle={() => setShowsAll(!showsAll)}>
              All hours
            </ToggleChip>
          ) : null}
        </Footer>
      </div>
      <aside className="grid gap-6 max-lg:contents lg:sticky lg:top-24">
        {shownSelected !== null && (
          <div className="max-lg:sticky max-lg:bottom-20 max-lg:z-10 sm:max-lg:bottom-4">
            <SlotPanel team={team} hours={hours} cell={shownSelected} filter={filter} viewerZone={viewerZone} />
          </div>
        )}
        <BestSlotList hours={hours} minCount={minCount} onSelect={(slot) => select(findCell(grid, slot.date, slot.startTime))} />
      </aside>
    </div>
  )
}

const Footer = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-1">{children}</div>
)

/** The first and the last half hour of the day in which somebody is free on any day. */
function listUsedRows({ grid, counts, own }: ReadHours): { first: number; last: number } {
  let [first, last] = [firstRow, lastRow]
  for (const [cell, index] of grid.cells.entries()) {
    if (index === null || ((counts[index] ?? 0) === 0 && own?.[index] !== 1)) continue
    const row = cell % halfHoursPerDay
    first = Math.min(first, row - (row % 2))
    last = Math.max(last, row)
  }
  return { first, last }
}

function WhenLoading() {
  return (
    <Loading label="Loading when you can play" className={pageFrame('wide', 'grid gap-5 pt-3 sm:pt-8')}>
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="h-16" />
      <Skeleton className="h-[32rem]" />
    </Loading>
  )
}
