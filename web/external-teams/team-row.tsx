import { useMutation } from '@tanstack/react-query'
import { Ellipsis, PencilLine, RotateCw, Trash2 } from 'lucide-react'
import { type ExternalTeam, maxExternalGames } from '../../domain/external-teams/contract.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { Menu } from '../ui/menu.tsx'
import { formatFetchState } from './format-state.ts'
import { removingExternalTeam, tryingExternalTeam } from './queries.ts'

type ExternalTeamRowProps = { team: ExternalTeam; now: number; onEdit: () => void }

export function ExternalTeamRow({ team, now, onEdit }: ExternalTeamRowProps) {
  const { id, name, address, feedHost, skippedEntries, isCut } = team
  const tryNow = useMutation(tryingExternalTeam)
  const remove = useMutation(removingExternalTeam)
  const { text, failure } = formatFetchState(team, now)
  return (
    <li className="flex items-start gap-3 border-t border-line py-3.5">
      <div className="grid min-w-0 flex-1 justify-items-start gap-0.5">
        <h2 className="text-lead! font-strong tracking-tight wrap-anywhere">{name}</h2>
        <p className="text-small text-soft wrap-anywhere">{[address, feedHost].filter(Boolean).join(' · ')}</p>
        <p className="text-small text-soft">{text}</p>
        {skippedEntries > 0 && (
          <p className="text-small text-soft">
            {skippedEntries === 1 ? 'We could not read 1 entry.' : `We could not read ${skippedEntries} entries.`}
          </p>
        )}
        {isCut && <p className="text-small text-soft">The calendar is long. We show its next {maxExternalGames} games.</p>}
        {failure && (
          <div className="mt-1 grid justify-items-start gap-2">
            <FieldError>{failure}</FieldError>
            <Button
              size="small"
              aria-label={`Try now: ${name}`}
              isPending={tryNow.isPending || team.isFetching}
              onClick={() => tryNow.mutate(id)}
            >
              <RotateCw size={15} aria-hidden="true" /> Try now
            </Button>
          </div>
        )}
      </div>
      <div className="-mr-2 flex-none">
        <Menu
          label={`More for ${name}`}
          entries={[
            { id: 'edit', label: 'Edit', icon: <PencilLine size={18} aria-hidden="true" />, onPress: onEdit },
            {
              id: 'remove',
              label: 'Remove',
              icon: <Trash2 size={18} aria-hidden="true" />,
              isDangerous: true,
              startsGroup: true,
              onPress: () => remove.mutate({ id, name }),
            },
          ]}
        >
          <Ellipsis size={20} aria-hidden="true" />
        </Menu>
      </div>
    </li>
  )
}
