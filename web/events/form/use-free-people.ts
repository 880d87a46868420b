import { useQuery } from '@tanstack/react-query'
import type { Face } from '../../../domain/profiles/contract.ts'
import { useViewer } from '../../app-state.ts'
import { teamHours } from '../../team-hours/queries.ts'
import { findCell, listFreePeople, readHours } from '../../team-hours/read-hours.ts'
import { countHalfHours, type GivenStart } from './given-start.ts'

/** The members who share their hours and can play at the given start. Null while they load. Nobody if the viewer may not see who. */
export function useFreePeople(start: GivenStart | null): readonly Face[] | null {
  const viewer = useViewer()
  const team = start?.invite ? start.team : null
  const { data, isPending } = useQuery({ ...teamHours(team?.id ?? '', team?.zone ?? null), enabled: team !== null })
  if (!start || team === null) return []
  // The form works without these people, so an error only means that nobody is invited.
  if (!data) return isPending ? null : []
  const hours = readHours(data, start.invite === 'everyone' ? null : start.invite)
  const cell = hours && findCell(hours.grid, start.date, start.time)
  if (!hours || cell === null) return []
  return listFreePeople(hours, cell, countHalfHours(start)).filter(({ id }) => id !== viewer?.id)
}
