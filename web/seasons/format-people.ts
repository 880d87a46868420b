import type { Face } from '../../domain/profiles/contract.ts'
import type { RegistrationKind, SeasonGroup } from '../../domain/seasons/contract.ts'
import { formatLevelRange } from '../discover/format-event.ts'

export const kindNames: Record<RegistrationKind, string> = {
  player: 'Player',
  captain: 'Captain',
  freeAgent: 'Free agent',
  substitute: 'Substitute',
}

/** "Dana Alvarez and Theo Park". */
export function formatOrganizers(organizers: readonly Face[]): string {
  const names = organizers.map(({ name }) => name)
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ') || 'the owner'
}

/** "3.0 to 3.5 · 4 of 6 places taken". */
export function formatGroup({ levelMin, levelMax, size, people }: SeasonGroup, activity: string | null): string {
  const levels = formatLevelRange({ activity: activity ?? '', levelMin, levelMax })
  const places = size === null ? `${people} ${people === 1 ? 'person' : 'people'}` : `${people} of ${size} places taken`
  return `${levels} · ${places}`
}
