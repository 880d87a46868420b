import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import type { Viewer } from '../../domain/access/contract.ts'
import { isNotFound } from '../api.ts'
import { useTitle } from '../shell/use-title.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ConversationBody } from './conversation-body.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { ConversationLoading, panelClasses } from './conversation-loading.tsx'
import { NextGameLoading } from './next-game-loading.tsx'
import { messagesPath } from './paths.ts'
import { conversationDetail, forgetMessages } from './queries.ts'

const NextGame = lazy(() => import('./next-game.tsx'))

export default function ConversationPanel({ conversationId, viewer }: { conversationId: string; viewer: Viewer }) {
  const query = useQuery(conversationDetail(conversationId))
  const { data: conversation, error } = query
  useTitle(conversation?.name ?? null)
  const queryClient = useQueryClient()
  const isOut = isNotFound(error)
  useEffect(() => {
    // What the viewer may no longer see must not stay on their device.
    if (isOut) forgetMessages(queryClient, conversationId)
  }, [isOut, conversationId, queryClient])
  if (isOut) return <NotHere />
  if (!conversation) {
    return error ? (
      <div className="p-7">
        <ErrorNotice error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      </div>
    ) : (
      <ConversationLoading />
    )
  }
  return (
    <section aria-label={conversation.name} className={panelClasses}>
      <ConversationHeader conversation={conversation} viewerId={viewer.id} />
      {conversation.nextGameId !== null && (
        <Suspense fallback={<NextGameLoading />}>
          <NextGame key={conversation.nextGameId} eventId={conversation.nextGameId} showsTitle={conversation.kind !== 'event'} />
        </Suspense>
      )}
      <ConversationBody conversation={conversation} viewer={viewer} />
    </section>
  )
}

const NotHere = () => (
  <div className="grid h-full place-items-center px-7">
    <EmptyState title="This conversation is not here" action={<LinkButton to={messagesPath}>All messages</LinkButton>}>
      You may have left, or turned its topic off, or the link is wrong. What you have not sent is kept on this device.
    </EmptyState>
  </div>
)
