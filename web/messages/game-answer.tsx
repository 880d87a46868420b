import type { EventDetail } from '../../domain/events/contract.ts'
import type { ViewerState } from '../../domain/events/viewer-state.ts'
import { usePrimaryAction } from '../events/page/use-primary-action.ts'
import type { DialogName } from '../events/use-dialogs.ts'
import { Button, LinkButton } from '../ui/button.tsx'

const stateWords: Partial<Record<ViewerState, string>> = {
  going: 'You are in',
  waiting: 'You are on the waitlist',
  offered: 'A seat is held for you',
  paying: 'Your seat is held while you pay',
  asked: 'You asked to join',
  draft: 'Draft',
  refused: 'You cannot join',
  begun: 'It has started',
  over: 'It is over',
  cancelled: 'Cancelled',
}

/** Where the viewer stands with a game. Null if there is nothing to say. */
export const writeOwnState = ({ isHost }: Pick<EventDetail, 'isHost'>, viewerState: ViewerState): string | null =>
  stateWords[viewerState] ?? (isHost ? 'You host it' : null)

type GameAnswerProps = { event: EventDetail; viewerState: ViewerState; now: number; onOpenDialog: (name: DialogName) => void }

/** The main button of the game's page, in a conversation: to join, to wait, to take a seat, or to see the ticket. */
export function useGameAnswer({ event, viewerState, now, onOpenDialog }: GameAnswerProps) {
  const primary = usePrimaryAction({ event, viewerState, now, open: onOpenDialog })
  if (!primary) return null
  // Whoever pays reads the price first, on the page of the game.
  const isOnPage = event.price !== null && !event.isHost && viewerState !== 'going'
  if ('to' in primary || isOnPage)
    return (
      <LinkButton to={'to' in primary ? primary.to : `/evt/${event.id}`} size="small" className="flex-none">
        {primary.label}
      </LinkButton>
    )
  const { label, press, isPending, opensDialog, isDisabled } = primary
  return (
    <Button
      size="small"
      onClick={press}
      isPending={isPending}
      disabled={isDisabled}
      {...(opensDialog && { 'aria-haspopup': 'dialog' })}
      className="flex-none"
    >
      {label}
    </Button>
  )
}
