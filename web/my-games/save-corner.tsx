import { Bookmark } from 'lucide-react'
import { useSavedGame } from './use-saved-game.ts'

/** The same button on the picture of a game in a list. */
export function SaveCorner({ id, title }: { id: string; title: string }) {
  const saved = useSavedGame(id)
  if (!saved) return null
  return (
    <button
      type="button"
      aria-pressed={saved.isSaved}
      aria-label={`Save ${title}`}
      onClick={saved.toggle}
      className="grid size-11 place-items-center"
    >
      <span className="grid size-7 place-items-center rounded-full bg-card text-ink shadow-card">
        <Bookmark size={15} aria-hidden="true" fill={saved.isSaved ? 'currentColor' : 'none'} />
      </span>
    </button>
  )
}
