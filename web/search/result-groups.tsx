import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import { EventRow } from '../discover/event-row.tsx'
import { PlaceRow } from '../discover/place-row.tsx'
import { TeamRow } from '../discover/team-row.tsx'
import { Avatar } from '../ui/avatar.tsx'

/** The results of the search, grouped by kind. */
export function ResultGroups({ answer: { events, teams, people, places } }: { answer: SearchAnswer }) {
  const [now] = useState(() => Date.now())
  return (
    <div data-found="" className="grid gap-9">
      {events.length > 0 && (
        <Group title="Games">
          {events.map((event) => (
            <EventRow key={event.id} event={{ ...event, miles: null, reasons: [] }} now={now} />
          ))}
        </Group>
      )}
      {teams.length > 0 && (
        <Group title="Communities">
          {teams.map((team) => (
            <TeamRow key={team.id} team={team} />
          ))}
        </Group>
      )}
      {people.length > 0 && (
        <Group title="People">
          {people.map((person) => (
            <li key={person.id} className="border-t border-line">
              <Link to={`/profile/${person.id}`} className="flex min-h-15 items-center gap-3.5 py-2 font-strong hover:text-court">
                <Avatar face={person} isDecorative />
                <span className="min-w-0 wrap-anywhere">{person.name}</span>
              </Link>
            </li>
          ))}
        </Group>
      )}
      {places.length > 0 && (
        <Group title="Places">
          {places.map((place) => (
            <PlaceRow key={place.id} place={place} />
          ))}
        </Group>
      )}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2.5 text-title">
        {title}
      </h2>
      <ul className="border-b border-line">{children}</ul>
    </section>
  )
}
