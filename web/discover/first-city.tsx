import { Suspense } from 'react'
import { hasHostFilter, isAnywhere, moveToCity } from '../../domain/discover/state.ts'
import { rememberCity } from '../cities/recent-cities.ts'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import type { DiscoverControls } from './use-discover-state.ts'

const CityField = lazyAfterPaint(async () => (await import('../cities/city-field.tsx')).CityField)

const label = 'Where do you play?'

/** Asks for a city if the search has no location and the device has no recent city. */
export function FirstCity({ state, isReady, change }: Pick<DiscoverControls, 'state' | 'isReady' | 'change'>) {
  if (!isReady || !isAnywhere(state) || hasHostFilter(state)) return null
  return (
    <Suspense fallback={<FieldLoading />}>
      <CityField
        label={label}
        onPick={(picked) => {
          if (!picked) return
          rememberCity(picked)
          change(moveToCity(state, picked))
        }}
      />
    </Suspense>
  )
}

/** As high as the field. */
function FieldLoading() {
  return (
    <div className="grid gap-1.5">
      <span className="text-small font-strong">{label}</span>
      <Skeleton className="h-11.5 rounded-control" />
    </div>
  )
}
