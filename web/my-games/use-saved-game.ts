import { useMutation, useQuery } from '@tanstack/react-query'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { savedIds, savingGame } from './queries.ts'

/** Whether a game is saved, and a function to change it. Null until we know, because pressing could take the game off the list. */
export function useSavedGame(id: string): { isSaved: boolean; toggle: () => void } | null {
  const { data: ids } = useQuery(savedIds)
  const save = useMutation(savingGame(id))
  if (!ids) return null
  const isSaved = ids.includes(id)
  const toggle = () =>
    save.mutate(!isSaved, {
      onSuccess: () => showSnackbar(isSaved ? 'Taken off your saved games.' : 'Saved. You find it in My games.'),
      onError: showFailure,
    })
  return { isSaved, toggle }
}
