import { hasHostFilter, isAnywhere, moveToCity } from '../../domain/discover/state.ts'
import { CityField } from '../cities/city-field.tsx'
import { rememberCity } from '../cities/recent-cities.ts'
import type { DiscoverControls } from './use-discover-state.ts'

/** Asks for a city if the search has no location and the device has no recent city. */
export function FirstCity({ state, isReady, change }: Pick<DiscoverControls, 'state' | 'isReady' | 'change'>) {
  if (!isReady || !isAnywhere(state) || hasHostFilter(state)) return null
  return (
    <CityField
      label="Where do you play?"
      onPick={(picked) => {
        if (!picked) return
        rememberCity(picked)
        change(moveToCity(state, picked))
      }}
    />
  )
}
