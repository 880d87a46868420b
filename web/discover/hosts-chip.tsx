import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { useSearchParams } from 'react-router'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import { anywhere, hasPlace } from '../../domain/discover/state.ts'
import { useViewer } from '../app-state.ts'
import { ToggleChip } from '../ui/chip.tsx'
import { followsSomebody } from './queries.ts'
import type { Discovering } from './use-discover-state.ts'

type HostsChipProps = Pick<Discovering, 'state' | 'change'> & { ref: Ref<HTMLButtonElement> }

/** For who follows somebody. Where nobody said where, their games are looked for everywhere and not only at home. */
export function HostsChip({ state, change, ref }: HostsChipProps) {
  const viewer = useViewer()
  const [params] = useSearchParams()
  const { data: follows = false } = useQuery({ ...followsSomebody, enabled: viewer !== null })
  if (!state.isFollowed && !follows) return null
  const isPlaced = hasPlace(readDiscoverState(params))
  return (
    <ToggleChip
      ref={ref}
      isOn={state.isFollowed}
      onToggle={() => change({ ...(isPlaced ? state : anywhere(state)), isFollowed: !state.isFollowed })}
    >
      Hosts I follow
    </ToggleChip>
  )
}
