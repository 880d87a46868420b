import { useQuery } from '@tanstack/react-query'
import type { TeamCard } from '../../domain/teams/contract.ts'
import { teamById } from '../teams/queries.ts'

/** The community whose games are looked at: undefined until it is known, null where there is none, or no longer. */
export function useTeam(id: string | null): TeamCard | null | undefined {
  const { data } = useQuery({ ...teamById(id ?? ''), enabled: id !== null })
  return id === null ? undefined : data
}
