import { useQuery } from '@tanstack/react-query'
import type { TeamCard } from '../../domain/teams/contract.ts'
import { teamById } from '../teams/queries.ts'

/** The community that filters the games: undefined without the filter or while it loads, null if it does not exist. */
export function useTeam(id: string | null): TeamCard | null | undefined {
  const { data } = useQuery({ ...teamById(id ?? ''), enabled: id !== null })
  return id === null ? undefined : data
}
