import { CalendarDays, ChartBarBig, Plus, Timer } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { OpenConversation } from '../../domain/messages/contract.ts'
import type { NewPoll } from '../../domain/messages/polls.ts'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import type { SlowState } from './slow-state.ts'

const ChooseGameDialog = lazy(() => import('./choose-game-dialog.tsx'))
const NewPollDialog = lazy(() => import('./new-poll-dialog.tsx'))
const SlowModeDialog = lazy(() => import('./slow-mode-dialog.tsx'))

type ComposerMenuProps = {
  conversation: OpenConversation
  slow: SlowState
  /** In slow mode, the person has to wait before they send the next message. */
  isPaused: boolean
  onSendPoll: (question: string, poll: NewPoll) => void
  /** Writes these words into the field. */
  onAddWords: (words: string) => void
}

/** People open it to write a poll or to show a game. Who keeps order also sets slow mode here. */
export default function ComposerMenu({ conversation, slow, isPaused, onSendPoll, onAddWords }: ComposerMenuProps) {
  const poll = useLazyOpen()
  const game = useLazyOpen()
  const slowMode = useLazyOpen()
  const entries: MenuEntry[] = [
    {
      ...{ id: 'poll', label: 'Poll', icon: <ChartBarBig size={18} aria-hidden="true" />, onPress: poll.open },
      ...(isPaused && { refusal: 'Slow mode is on. You can write again in a moment.' }),
    },
    { id: 'game', label: 'Game', icon: <CalendarDays size={18} aria-hidden="true" />, onPress: game.open },
    ...(conversation.mayModerate
      ? [{ id: 'slow', label: 'Slow mode', icon: <Timer size={18} aria-hidden="true" />, startsGroup: true, onPress: slowMode.open }]
      : []),
  ]
  return (
    <>
      <Menu label="More" entries={entries} className="text-soft">
        <Plus size={21} aria-hidden="true" />
      </Menu>
      {poll.wasOpened && (
        <Suspense>
          <NewPollDialog conversation={conversation} isOpen={poll.isOpen} onClose={poll.close} onSend={onSendPoll} />
        </Suspense>
      )}
      {game.wasOpened && (
        <Suspense>
          <ChooseGameDialog nextGameId={conversation.nextGameId} isOpen={game.isOpen} onClose={game.close} onChoose={onAddWords} />
        </Suspense>
      )}
      {slowMode.wasOpened && (
        <Suspense>
          <SlowModeDialog conversationId={conversation.id} pause={slow.pause} isOpen={slowMode.isOpen} onClose={slowMode.close} />
        </Suspense>
      )}
    </>
  )
}
