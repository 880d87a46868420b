import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Conversation } from '../../domain/messages/contract.ts'
import { BlockButton } from '../profiles/block-person.tsx'
import { ReportTextButton } from '../reports/report-button.tsx'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { ComposerNote } from './composer.tsx'
import { leavingGroup } from './group-queries.ts'
import { messagesPath } from './paths.ts'
import { acceptingRequest, removingConversation } from './queries.ts'

type RequestBarProps = { conversation: Conversation; viewerId: string }

const textButtonClasses = 'inline-flex min-h-11 items-center gap-1.75 text-small font-strong hover:text-court'

/** Somebody whom the viewer does not know wrote first, or added them to a group. The viewer decides whether to answer. */
export function RequestBar({ conversation, viewerId }: RequestBarProps) {
  const { id, name, person, kind } = conversation
  const isGroup = kind === 'group'
  const accept = useMutation(acceptingRequest)
  const remove = useMutation(removingConversation)
  const leave = useMutation({ ...leavingGroup, onError: showFailure })
  const navigate = useNavigate()
  const goBack = { onSuccess: () => void navigate(messagesPath, { replace: true }) }
  const refuse = () =>
    isGroup
      ? leave.mutate({ conversationId: id, userId: viewerId }, goBack)
      : remove.mutate({ viewerId, conversation, blocked: true }, goBack)
  return (
    <ComposerNote>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="font-strong wrap-anywhere">
            {isGroup ? `Somebody you do not know added you to ${name}` : `${name} wants to message you`}
          </p>
          <p className="text-small text-soft">
            {isGroup
              ? 'Nobody sees that you have read this until you accept.'
              : 'They do not see that you have read this until you accept.'}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
          {person && (
            <>
              <BlockButton userId={person.id} name={name} className={textButtonClasses} />
              <ReportTextButton kind="person" subjectId={person.id} title={`Report ${name}`} className={textButtonClasses} />
            </>
          )}
          <span className="flex gap-2.5 max-sm:w-full max-sm:*:flex-1">
            <Button isPending={remove.isPending || leave.isPending} onClick={refuse}>
              {isGroup ? 'Leave' : 'Remove'}
            </Button>
            <Button variant="primary" isPending={accept.isPending} onClick={() => accept.mutate(id)}>
              Accept
            </Button>
          </span>
        </div>
      </div>
    </ComposerNote>
  )
}
