import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Conversation } from '../../domain/messages/contract.ts'
import { listMessageWords } from '../../domain/messages/search.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FilterField } from '../ui/filter-field.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useNow } from '../ui/use-now.ts'
import { FoundMessage } from './found-message.tsx'
import { foundMessages } from './queries.ts'

type ConversationSearchDialogProps = {
  conversation: Conversation
  viewerId: string
  /** What the user has searched already, in all conversations. */
  defaultQuery?: string
  isOpen: boolean
  onClose: () => void
}

const searchDelay = 250

/** Searches the messages of one conversation. */
export default function ConversationSearchDialog({
  conversation,
  viewerId,
  defaultQuery = '',
  isOpen,
  onClose,
}: ConversationSearchDialogProps) {
  const [q, setQ] = useState(defaultQuery)
  const typed = useDebounced(q.trim(), searchDelay)
  const hasWords = listMessageWords(typed).length > 0
  const query = useInfiniteQuery({ ...foundMessages(conversation.id, typed), enabled: hasWords && isOpen })
  const now = useNow(60_000)
  const pages = query.data?.pages ?? []
  const isEmpty = query.isSuccess && pages.every(({ messages }) => messages.length === 0)
  return (
    <Dialog title={`Search in ${conversation.name}`} isOpen={isOpen} onClose={onClose} width={560} height={640}>
      <div className="grid min-h-80 content-start gap-3">
        <FilterField label="Search messages" placeholder="Search messages" value={q} onChange={setQ} />
        <p role="status" className={isEmpty ? 'text-soft' : 'sr-only'}>
          {isEmpty ? 'No message has these words.' : hasWords && query.isPending ? 'Searching' : ''}
        </p>
        {query.isLoadingError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />}
        <ul aria-label="Messages found" className="-mx-3 grid gap-0.5">
          {pages.flatMap(({ messages, people }) =>
            messages.map((message) => (
              <FoundMessage
                key={message.seq}
                message={message}
                people={people}
                conversationId={conversation.id}
                viewerId={viewerId}
                q={typed}
                now={now}
                onOpen={onClose}
              />
            )),
          )}
        </ul>
        <ShowMore query={query} />
      </div>
    </Dialog>
  )
}
