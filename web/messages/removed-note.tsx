import { useMutation } from '@tanstack/react-query'
import type { Conversation } from '../../domain/messages/contract.ts'
import { Button } from '../ui/button.tsx'
import { ComposerNote } from './composer.tsx'
import { removingConversation } from './queries.ts'

type RemovedNoteProps = { conversation: Conversation; viewerId: string }

export function RemovedNote({ conversation, viewerId }: RemovedNoteProps) {
  const { mutate, isPending } = useMutation(removingConversation)
  return (
    <ComposerNote>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>You removed this conversation. It is silent until you bring it back.</p>
        <Button isPending={isPending} onClick={() => mutate({ viewerId, conversation, blocked: false })}>
          Bring back
        </Button>
      </div>
    </ComposerNote>
  )
}
