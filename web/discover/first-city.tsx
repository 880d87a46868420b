import { aroundCity, isAnywhere, isOfSome } from '../../domain/discover/state.ts'
import { CityField } from '../cities/city-field.tsx'
import { rememberCity } from '../cities/recent-cities.ts'
import type { Discovering } from './use-discover-state.ts'

/** Asks whoever comes without any place, and without one from last time. */
export function FirstCity({ state, isReady, change }: Pick<Discovering, 'state' | 'isReady' | 'change'>) {
  if (!isReady || !isAnywhere(state) || isOfSome(state)) return null
  return (
    <CityField
      label="Where do you play?"
      onPick={(picked) => {
        if (!picked) return
        rememberCity(picked)
        change(aroundCity(state, picked))
      }}
    />
  )
}
