import { useMutation } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { PersonPicker } from '../profiles/person-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { NewGroupForm } from './new-group-form.tsx'
import { conversationPath } from './paths.ts'
import { startingConversation } from './queries.ts'

type NewConversationDialogProps = { viewerId: string; isOpen: boolean; onClose: () => void }

export default function NewConversationDialog({ viewerId, isOpen, onClose }: NewConversationDialogProps) {
  const navigate = useNavigate()
  const start = useMutation(startingConversation)
  const [isGroup, setGroup] = useState(false)
  const open = (conversationId: string) => {
    onClose()
    setGroup(false)
    void navigate(conversationPath(conversationId))
  }
  return (
    <Dialog title={isGroup ? 'New group' : 'New message'} isOpen={isOpen} onClose={onClose}>
      {isGroup ? (
        <NewGroupForm viewerId={viewerId} onCancel={() => setGroup(false)} onMade={open} />
      ) : (
        <div className="grid min-h-72 content-start gap-3">
          <PersonPicker
            label="To"
            placeholder="Search by name"
            excludedIds={[viewerId]}
            onPick={({ id: userId }) => start.mutate(userId, { onSuccess: ({ id }) => open(id) })}
          />
          <p role="status" className="text-small text-soft">
            {start.isPending ? 'Opening the conversation' : 'To write to a whole community, open its page and choose Messages.'}
          </p>
          <Button onClick={() => setGroup(true)} className="justify-self-start">
            <UsersRound size={18} aria-hidden="true" /> New group
          </Button>
        </div>
      )}
    </Dialog>
  )
}
