import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { PersonPicker } from '../profiles/person-picker.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { conversationPath } from './paths.ts'
import { startingConversation } from './queries.ts'

type NewConversationDialogProps = { viewerId: string; isOpen: boolean; onClose: () => void }

export default function NewConversationDialog({ viewerId, isOpen, onClose }: NewConversationDialogProps) {
  const navigate = useNavigate()
  const start = useMutation(startingConversation)
  const open = (userId: string) =>
    start.mutate(userId, {
      onSuccess: ({ id }) => {
        onClose()
        void navigate(conversationPath(id))
      },
    })
  return (
    <Dialog title="New message" isOpen={isOpen} onClose={onClose}>
      <div className="grid min-h-72 content-start gap-3">
        <PersonPicker label="To" placeholder="Search by name" excludedIds={[viewerId]} onPick={({ id }) => open(id)} />
        <p role="status" className="text-small text-soft">
          {start.isPending ? 'Opening the conversation' : 'To write to a whole community, open its page and choose Messages.'}
        </p>
      </div>
    </Dialog>
  )
}
