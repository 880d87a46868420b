import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useSearchParams } from 'react-router'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import { hasLocation, removeLocation } from '../../domain/discover/state.ts'
import { useViewer } from '../app-state.ts'
import { ToggleChip } from '../ui/chip.tsx'
import { followsSomebody } from './queries.ts'
import type { DiscoverControls } from './use-discover-state.ts'

type HostsChipProps = Pick<DiscoverControls, 'state' | 'change'> & { ref: Ref<HTMLButtonElement> }

/** A filter for users who follow someone. If the URL has no location, it searches everywhere, not only near home. */
export function HostsChip({ state, change, ref }: HostsChipProps) {
  const viewer = useViewer()
  const [params] = useSearchParams()
  const { data: followsAnyone = false } = useQuery({ ...followsSomebody, enabled: viewer !== null })
  if (!state.isFollowed && !followsAnyone) return null
  const isLocationSet = hasLocation(readDiscoverState(params))
  return (
    <ToggleChip
      ref={ref}
      isOn={state.isFollowed}
      onToggle={() => change({ ...(isLocationSet ? state : removeLocation(state)), isFollowed: !state.isFollowed })}
    >
      Hosts I follow
    </ToggleChip>
  )
}
