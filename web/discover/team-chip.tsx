import { RemovableChip } from '../ui/chip.tsx'
import type { Discovering } from './use-discover-state.ts'
import { useTeam } from './use-team.ts'

type TeamChipProps = Pick<Discovering, 'state' | 'change'> & { onRemoved: () => void }

/** Whose games are looked at, one's own community or any other. */
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
