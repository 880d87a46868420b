import { joinClasses } from '../ui/class-names.ts'
import type { ShownMessage } from './rows.ts'

type ReactionLineProps = { message: ShownMessage; mayReact: boolean; onReact: (emoji: string, isOn: boolean) => void }

/** How many people reacted in which way. A press adds the viewer or takes them out. */
export function ReactionLine({ message: { reactions }, mayReact, onReact }: ReactionLineProps) {
  if (reactions.length === 0) return null
  return (
    <ul aria-label="Reactions" className="flex flex-wrap gap-1.5 py-1">
      {reactions.map(({ emoji, count, isMine }) => (
        <li key={emoji}>
          <button
            type="button"
            aria-pressed={isMine}
            aria-label={`${emoji} from ${count} ${count === 1 ? 'person' : 'people'}`}
            disabled={!mayReact}
            onClick={() => onReact(emoji, !isMine)}
            className={joinClasses(
              'inline-flex min-h-8 min-w-11 items-center justify-center gap-1.5 rounded-full border px-2.5 text-small',
              isMine ? 'border-court bg-court-wash font-strong text-court' : 'border-line text-soft enabled:hover:bg-wash',
            )}
          >
            <span aria-hidden="true">{emoji}</span> {count}
          </button>
        </li>
      ))}
    </ul>
  )
}
