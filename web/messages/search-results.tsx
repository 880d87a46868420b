import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listMessageWords } from '../../domain/messages/search.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useNow } from '../ui/use-now.ts'
import { ConversationPicture } from './conversation-picture.tsx'
import { FoundMessage } from './found-message.tsx'
import { conversationPath } from './paths.ts'
import { foundConversations } from './queries.ts'

/** Each search asks many conversations, so it waits until the user pauses. */
const searchDelay = 400

/** The messages that the search has found in all conversations of the viewer. */
export default function SearchResults({ q, viewerId }: { q: string; viewerId: string }) {
  const typed = useDebounced(q.trim(), searchDelay)
  const hasWords = listMessageWords(typed).length > 0
  const query = useInfiniteQuery({ ...foundConversations(typed), enabled: hasWords })
  const now = useNow(60_000)
  const found = query.data?.pages.flatMap((page) => page.found) ?? []
  const spaced = 'px-4.5 sm:px-7 lg:px-5'
  if (!hasWords)
    return (
      <EmptyState title="Search your messages" hasBeans={false} className={spaced}>
        Type a word that somebody wrote.
      </EmptyState>
    )
  if (query.isPending)
    return (
      <Loading>
        <SkeletonRows count={4} className="gap-3 px-4.5 py-3.5 sm:px-7 lg:px-5" picture="size-8 rounded-full" lines={['w-2/5', 'w-4/5']} />
      </Loading>
    )
  if (query.isLoadingError)
    return <ErrorNotice className={spaced} error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
  return (
    <div className="pb-5">
      <p role="status" className={found.length > 0 ? 'sr-only' : `${spaced} py-4 text-soft`}>
        {found.length > 0
          ? `Found in ${found.length} ${found.length === 1 ? 'conversation' : 'conversations'}`
          : query.hasNextPage
            ? 'Nothing found in your latest conversations.'
            : 'No message has these words.'}
      </p>
      {found.map(({ conversation, messages, people, next }) => (
        <section key={conversation.id} aria-label={conversation.name} className="border-t border-line py-3">
          <h2 className={`flex items-center gap-2.5 text-body! font-strong ${spaced}`}>
            <ConversationPicture conversation={conversation} size={40} />
            <span className="min-w-0 truncate">{conversation.name}</span>
          </h2>
          <ul className="px-1.5 pt-1 sm:px-4 lg:px-2">
            {messages.map((message) => (
              <FoundMessage
                key={message.seq}
                message={message}
                people={people}
                conversationId={conversation.id}
                viewerId={viewerId}
                q={typed}
                now={now}
              />
            ))}
          </ul>
          {next !== null && (
            <Link
              to={`${conversationPath(conversation.id)}?find=${encodeURIComponent(typed)}`}
              className={`inline-flex min-h-9 items-center text-small font-medium text-court underline underline-offset-3 ${spaced}`}
            >
              More in this conversation
            </Link>
          )}
        </section>
      ))}
      <div className={spaced}>
        <ShowMore query={query} />
      </div>
    </div>
  )
}
