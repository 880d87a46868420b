import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventCard } from '../../../domain/events/contract.ts'
import type { EventLocation } from '../../../domain/events/form-contract.ts'
import { listOwnActivities } from '../../../domain/profiles/own-activities.ts'
import { instantToLocal } from '../../../domain/time/wall-clock.ts'
import { ownProfile } from '../../profiles/queries.ts'
import { ownGames, payees } from './host-queries.ts'
import { getPlaceKey } from './where-field.tsx'

const maxRecentPlaces = 4

/** The places where someone played, the latest first, each once. */
function listRecentPlaces(cards: readonly EventCard[]): EventLocation[] {
  const places = new Map<string, EventLocation>()
  for (const { where } of cards) if (!places.has(getPlaceKey(where))) places.set(getPlaceKey(where), where)
  return [...places.values()].slice(0, maxRecentPlaces)
}

/** What we know about the host, to fill in the form. Null while it loads. */
export function useHostFacts(eventId: string | null = null) {
  const profile = useQuery(ownProfile)
  const games = useQuery(ownGames)
  // Only the price needs it, so the form does not wait for it.
  useQuery(payees(eventId))
  const [viewerZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [now] = useState(() => instantToLocal(Date.now(), viewerZone))
  if (!profile.data || games.isPending) return { facts: null, error: profile.data ? null : profile.error, retry: profile.refetch }
  const { defaultCity } = profile.data
  const cards = games.data ? [...games.data.upcoming, ...games.data.past] : []
  return {
    facts: {
      eventId,
      now,
      viewerZone,
      ownActivities: listOwnActivities(profile.data),
      around: defaultCity && { lat: defaultCity.lat, lng: defaultCity.lng },
      recentPlaces: listRecentPlaces(cards),
      // Most hosts use the same place again.
      lastHostedPlace: cards.find(({ isHost }) => isHost)?.where ?? null,
    },
    error: null,
    retry: profile.refetch,
  }
}
