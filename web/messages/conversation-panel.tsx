import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import type { Viewer } from '../../domain/access/contract.ts'
import type { OpenConversation } from '../../domain/messages/contract.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { isNotFound } from '../api.ts'
import { useTitle } from '../shell/use-title.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ConversationBody } from './conversation-body.tsx'
import { ConversationHeader } from './conversation-header.tsx'
import { ConversationLoading, panelClasses } from './conversation-loading.tsx'
import { maxFacesHere } from './conversation-types.ts'
import type { PeopleHere } from './here-now.tsx'
import { NextGameLoading } from './next-game-loading.tsx'
import { messagesPath } from './paths.ts'
import { conversationDetail, forgetMessages } from './queries.ts'
import { useConversation } from './use-conversation.ts'

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
  return <Panel conversation={conversation} viewer={viewer} />
}

function Panel({ conversation, viewer }: { conversation: OpenConversation; viewer: Viewer }) {
  const face: Face = useMemo(
    () => ({ id: viewer.id, name: viewer.name, pictureUrl: viewer.pictureUrl ?? null }),
    [viewer.id, viewer.name, viewer.pictureUrl],
  )
  const { store, state } = useConversation(conversation, face)
  const { here, faces } = state
  const peopleHere: PeopleHere = useMemo(
    () => ({ count: here.count, faces: here.people.slice(0, maxFacesHere).flatMap((id) => faces.get(id) ?? []) }),
    [here, faces],
  )
  return (
    <section aria-label={conversation.name} className={panelClasses}>
      <ConversationHeader conversation={conversation} viewerId={viewer.id} here={peopleHere} />
      {conversation.nextGameId !== null && (
        <Suspense fallback={<NextGameLoading />}>
          <NextGame key={conversation.nextGameId} eventId={conversation.nextGameId} showsTitle={conversation.kind !== 'event'} />
        </Suspense>
      )}
      <ConversationBody conversation={conversation} face={face} store={store} state={state} />
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
