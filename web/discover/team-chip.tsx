import { RemovableChip } from '../ui/chip.tsx'
import type { DiscoverControls } from './use-discover-state.ts'
import { useTeam } from './use-team.ts'

type TeamChipProps = Pick<DiscoverControls, 'state' | 'change'> & { onRemoved: () => void }

/** The community whose games are shown. Its chip can be removed. */
export function TeamChip({ state, change, onRemoved }: TeamChipProps) {
  const team = useTeam(state.teamId)
  if (state.teamId === null) return null
  const name = team === null ? 'Deleted community' : (team?.name ?? 'One community')
  return (
    <RemovableChip
      removeLabel={`Remove ${name}`}
      onRemove={() => {
        change({ ...state, teamId: null })
        onRemoved()
      }}
    >
      <span className="max-w-56 truncate py-0.5">{name}</span>
    </RemovableChip>
  )
}
