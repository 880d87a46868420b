import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventCard } from '../../../domain/events/contract.ts'
import type { Whereabouts } from '../../../domain/events/form-contract.ts'
import { instantToLocal } from '../../../domain/time/wall-clock.ts'
import { ownProfile } from '../../profiles/queries.ts'
import { gamesAroundMe } from './host-queries.ts'
import { keyOf } from './where-field.tsx'

const maxRecent = 4

/** Where someone played, the last place first, each once. */
function recentPlaces(cards: readonly EventCard[]): Whereabouts[] {
  const places = new Map<string, Whereabouts>()
  for (const { where } of cards) if (!places.has(keyOf(where))) places.set(keyOf(where), where)
  return [...places.values()].slice(0, maxRecent)
}

/** What a form can begin with, of who fills it in. Null while it is on its way. */
export function useHostFacts() {
  const profile = useQuery(ownProfile)
  const games = useQuery(gamesAroundMe)
  const [viewerZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [now] = useState(() => instantToLocal(Date.now(), viewerZone))
  if (!profile.data || games.isPending) return { facts: null, error: profile.data ? null : profile.error, retry: profile.refetch }
  const { sportAvailability, defaultCity } = profile.data
  const cards = games.data ? [...games.data.upcoming, ...games.data.past] : []
  const own = sportAvailability.filter(({ isOn }) => isOn).map(({ activity }) => activity)
  return {
    facts: {
      now,
      viewerZone,
      own,
      around: defaultCity && { lat: defaultCity.lat, lng: defaultCity.lng },
      recent: recentPlaces(cards),
      // Whoever puts up games mostly does where they did before.
      lastHosted: cards.find(({ isHost }) => isHost)?.where ?? null,
    },
    error: null,
    retry: profile.refetch,
  }
}
