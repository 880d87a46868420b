import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { SeasonDetail } from '../../domain/seasons/contract.ts'
import type { UndoneCopy } from '../../domain/seasons/copy-contract.ts'
import { formatIn, plainSpaces } from '../../domain/time/write-time.ts'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { seasonsPath } from './format-season.ts'
import { undoingCopy } from './queries.ts'

const moment = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const
const shownNames = 4

/** "We kept what was changed since: Light blue, Max Park and 2 more." */
function formatKept(kept: UndoneCopy['kept']): string {
  const names = kept.slice(0, shownNames).map(({ name }) => name)
  const more = kept.length - names.length
  return `We kept what was changed since: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** For the person who copied a season, for a day. */
export function UndoCopy({ season, undoUntil }: { season: SeasonDetail; undoUntil: number }) {
  const undo = useMutation({ ...undoingCopy, onError: showFailure })
  const navigate = useNavigate()
  const press = async () => {
    const { kept } = await undo.mutateAsync(season.id)
    if (kept.length > 0) {
      showSnackbar(formatKept(kept), { duration: 5000 })
      return
    }
    await navigate(seasonsPath(season.teamId), { replace: true })
    showSnackbar('The copy is gone.')
  }
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-soft">
      You made this copy. You can undo it until {plainSpaces(formatIn(undefined, undefined, moment).format(undoUntil))}.
      <Button size="small" isPending={undo.isPending} onClick={() => void press().catch(() => undefined)}>
        Undo the copy
      </Button>
    </p>
  )
}
