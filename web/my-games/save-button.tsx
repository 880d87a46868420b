import { useMutation, useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { savedIds, savingGame } from './queries.ts'

type SaveButtonProps = { id: string; className: string }

/** Saves a game that the viewer may want to play. It is pressed while the game is saved. */
export function SaveButton({ id, className }: SaveButtonProps) {
  const { data: ids } = useQuery(savedIds)
  const save = useMutation(savingGame(id))
  // Until we know, pressing it could take the game off the list.
  if (!ids) return null
  const isSaved = ids.includes(id)
  const press = () =>
    save.mutate(!isSaved, {
      onSuccess: () => showSnackbar(isSaved ? 'Taken off your saved games.' : 'Saved. You find it in My games.'),
      onError: showFailure,
    })
  return (
    <button type="button" aria-pressed={isSaved} onClick={press} className={className}>
      <Bookmark size={16} aria-hidden="true" fill={isSaved ? 'currentColor' : 'none'} className="mr-1.5" />
      {isSaved ? 'Saved' : 'Save'}
    </button>
  )
}
