import { useMutation } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { NotificationSettings } from '../../domain/notifications/contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { Switch } from '../ui/switch.tsx'
import { changingNotification, mutingTeam } from './queries.ts'

type Team = NotificationSettings['teams'][number]
type Topics = NotificationSettings['notificationSettings']

/** The viewer's communities, each with a switch to mute it and one for the emails of each of its topics. */
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
  const { mutate } = useMutation(changingNotification)
  const [isOpen, setOpen] = useState(false)
  const isOn = (id: string) => topics[id]?.email ?? true
  const count = team.topics.filter(({ id }) => isOn(id)).length
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group/topics">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control text-small text-soft [&::-webkit-details-marker]:hidden">
        <ChevronDown size={16} aria-hidden="true" className="flex-none transition-transform group-open/topics:rotate-180" />
        <span className="min-w-0 wrap-anywhere">
          Announcements of {team.name} by email: {count} of {team.topics.length} topics
        </span>
      </summary>
      {isOpen && (
        <ul aria-label={`Topics of ${team.name}`} className="pb-2 pl-6">
          {team.topics.map(({ id, name }) => (
            <li key={id}>
              <Switch
                label={<span className="wrap-anywhere">{name}</span>}
                checked={isOn(id)}
                onChange={(event) => mutate({ topic: id, channel: 'email', isOn: event.target.checked })}
                className="pr-2.5 sm:pr-4.5"
              />
            </li>
          ))}
        </ul>
      )}
    </details>
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
