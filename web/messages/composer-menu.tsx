import { ChartBarBig, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { OpenConversation } from '../../domain/messages/contract.ts'
import type { NewPoll } from '../../domain/messages/polls.ts'
import { Menu } from '../ui/menu.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'

const NewPollDialog = lazy(() => import('./new-poll-dialog.tsx'))

type ComposerMenuProps = { conversation: OpenConversation; onSendPoll: (question: string, poll: NewPoll) => void }

/** What else than a text people can write. */
export default function ComposerMenu({ conversation, onSendPoll }: ComposerMenuProps) {
  const poll = useLazyOpen()
  return (
    <>
      <Menu
        label="More"
        entries={[{ id: 'poll', label: 'Poll', icon: <ChartBarBig size={18} aria-hidden="true" />, onPress: poll.open }]}
        className="text-soft"
      >
        <Plus size={21} aria-hidden="true" />
      </Menu>
      {poll.wasOpened && (
        <Suspense>
          <NewPollDialog conversation={conversation} isOpen={poll.isOpen} onClose={poll.close} onSend={onSendPoll} />
        </Suspense>
      )}
    </>
  )
}
