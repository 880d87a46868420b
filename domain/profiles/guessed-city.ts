import type { OwnProfile } from './contract.ts'

/**
 * Whether the home city is only a guess. A profile that a newcomer got with their first seat has the city nearest to that game, and the
 * same name twice. The first save makes the city the person's own.
 */
export const hasGuessedCity = ({
  version,
  displayName,
  fullName,
  defaultCity,
}: Pick<OwnProfile, 'version' | 'displayName' | 'fullName' | 'defaultCity'>): boolean =>
  version === 1 && defaultCity !== null && fullName !== null && fullName === displayName
