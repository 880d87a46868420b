import { useQuery } from '@tanstack/react-query'
import type { Activity, ActivityId } from '../../domain/activities.ts'
import { listOwnActivities } from '../../domain/profiles/own-activities.ts'
import { useViewer } from '../app-state.ts'
import { ownProfile } from './queries.ts'

const none: readonly ActivityId[] = []

/** What the viewer plays; empty for visitors, and until their profile has loaded. */
export function useOwnActivities(): readonly ActivityId[] {
  const viewer = useViewer()
  const { data } = useQuery({ ...ownProfile, staleTime: 300_000, enabled: viewer?.profileComplete === true })
  return data ? listOwnActivities(data) : none
}

/** People choose what they play more often than anything else, so it comes first. */
export const withOwnFirst = (all: readonly Activity[], own: readonly ActivityId[]): Activity[] => [
  ...all.filter(({ id }) => own.includes(id)),
  ...all.filter(({ id }) => !own.includes(id)),
]
