import { useSearchParams } from 'react-router'
import { placeFlags } from '../../domain/discover/state.ts'
import { ToggleChip } from '../ui/chip.tsx'
import { FilterBar, filterRowClasses } from './filter-bar.tsx'
import type { DiscoverControls } from './use-discover-state.ts'

const flagLabels = { lights: 'Lights', indoor: 'Indoors', free: 'Free' } as const

/** The filters of a search for places: activities, location and equipment. */
export function PlaceFilters(props: Pick<DiscoverControls, 'state' | 'city' | 'change'>) {
  const [params, setParams] = useSearchParams()
  return (
    <div className={filterRowClasses}>
      <FilterBar {...props} only={['activities', 'where']} />
      {placeFlags.map((flag) => {
        const isOn = params.get(flag) === '1'
        return (
          <ToggleChip
            key={flag}
            isOn={isOn}
            onToggle={() => {
              const next = new URLSearchParams(params)
              if (isOn) next.delete(flag)
              else next.set(flag, '1')
              setParams(next, { preventScrollReset: true })
            }}
          >
            {flagLabels[flag]}
          </ToggleChip>
        )
      })}
    </div>
  )
}
