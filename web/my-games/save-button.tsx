import { Bookmark } from 'lucide-react'
import { useSavedGame } from './use-saved-game.ts'

type SaveButtonProps = { id: string; className: string }

/** Saves a game that the viewer may want to play. It is pressed while the game is saved. */
export function SaveButton({ id, className }: SaveButtonProps) {
  const saved = useSavedGame(id)
  if (!saved) return null
  return (
    <button type="button" aria-pressed={saved.isSaved} onClick={saved.toggle} className={className}>
      <Bookmark size={16} aria-hidden="true" fill={saved.isSaved ? 'currentColor' : 'none'} className="mr-1.5" />
      {saved.isSaved ? 'Saved' : 'Save'}
    </button>
  )
}
