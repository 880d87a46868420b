import { useMutation } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { NotificationChannel, NotificationSettings } from '../../domain/notifications/contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { Switch } from '../ui/switch.tsx'
import { changingNotification, mutingTeam } from './queries.ts'

type Team = NotificationSettings['teams'][number]
type Topics = NotificationSettings['notificationSettings']

const columns: readonly { channel: NotificationChannel; title: string; how: string }[] = [
  { channel: 'email', title: 'Email', how: 'by email' },
  { channel: 'push', title: 'Alert', how: 'as an alert' },
]

/** The viewer's communities, each with a switch to mute it, and two for each of its topics: emails and alerts. */
export function TeamSwitches({ settings: { teams, notificationSettings: topics } }: { settings: NotificationSettings }) {
  const { mutate } = useMutation(mutingTeam)
  useFocusOnArrival()
  if (teams.length === 0) return null
  return (
    <ul aria-label="Muted communities">
      {teams.map((team) => (
        <li key={team.id} className="border-b border-line">
          <Switch
            id={`mute-${team.id}`}
            label={<span className="font-medium wrap-anywhere">Mute {team.name}</span>}
            hint={team.isMuted ? 'You get no notifications from this community.' : 'You get the notifications that you chose above.'}
            checked={team.isMuted}
            onChange={(event) => mutate({ teamId: team.id, isMuted: event.target.checked })}
            className="pr-2.5 sm:pr-4.5"
          />
          {!team.isMuted && team.topics.length > 0 && <TopicSwitches team={team} topics={topics} />}
          <Link to={teamPath(team.id)} className="inline-flex min-h-11 items-center text-small font-strong text-court hover:underline">
            <span className="wrap-anywhere">Open {team.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A community can have many topics, so they are shown once the person opens them. */
function TopicSwitches({ team, topics }: { team: Team; topics: Topics }) {
  const [isOpen, setOpen] = useState(false)
  const counts = columns.map(({ channel, how }) => `${team.topics.filter(({ id }) => isOn(topics, id, channel)).length} ${how}`)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group/topics">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control text-small text-soft [&::-webkit-details-marker]:hidden">
        <ChevronDown size={16} aria-hidden="true" className="flex-none transition-transform group-open/topics:rotate-180" />
        <span className="min-w-0 wrap-anywhere">
          Announcements of {team.name}, {team.topics.length} topics: {counts.join(', ')}
        </span>
      </summary>
      {isOpen && <TopicTable team={team} topics={topics} />}
    </details>
  )
}

const isOn = (topics: Topics, id: string, channel: NotificationChannel) => topics[id]?.[channel] ?? true

function TopicTable({ team, topics }: { team: Team; topics: Topics }) {
  const { mutate } = useMutation(changingNotification)
  return (
    <table aria-label={`Topics of ${team.name}`} className="mb-2 w-full">
      <thead>
        <tr>
          <th scope="col" className="pb-2 pl-6 text-left text-small font-medium text-soft">
            Topic
          </th>
          {columns.map(({ channel, title }) => (
            <th key={channel} scope="col" className="w-16 pb-2 text-center text-small font-medium text-soft sm:w-20">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {team.topics.map(({ id, name }) => (
          <tr key={id} className="border-t border-line">
            <th scope="row" className="py-2.5 pr-3 pl-6 text-left font-medium wrap-anywhere">
              {name}
            </th>
            {columns.map(({ channel, how }) => (
              <td key={channel} className="py-2.5">
                <Switch
                  label={`${name} ${how}`}
                  isLabelHidden
                  checked={isOn(topics, id, channel)}
                  onChange={(event) => mutate({ topic: id, channel, isOn: event.target.checked })}
                  className="mx-auto w-11"
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Moves the focus to the switch that the address names. A new page first sets its own focus, so we wait one frame. */
function useFocusOnArrival() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '') return
    const frame = requestAnimationFrame(() => {
      const target = document.getElementById(hash.slice(1))
      target?.scrollIntoView({ block: 'center' })
      target?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [hash])
}
