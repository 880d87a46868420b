import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Conversation } from '../../domain/messages/contract.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { isNotFound } from '../api.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { type ConversationStore, createConversation } from './conversation-store.ts'
import type { SavedConversation, ShownConversation } from './conversation-types.ts'
import {
  conversationDetail,
  conversationsKey,
  fetchMessagesBefore,
  fetchPeople,
  forgetMessages,
  readSavedMessages,
  saveMessages,
  unreadConversations,
} from './queries.ts'
import { listenForSent } from './unsent-messages.ts'

/** Lists and counts are loaded again this long after a change, so that many messages cause one request. */
const refreshDelay = 1500

/** Opens a conversation for as long as it is on the screen. Give the component a key, so that another conversation gets its own. */
export function useConversation(
  { id, last, unread }: Pick<Conversation, 'id' | 'last' | 'unread'>,
  viewer: Face,
): { store: ConversationStore; state: ShownConversation } {
  const queryClient = useQueryClient()
  const [{ store, stopRefreshing }] = useState(() => {
    let refreshTimer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      refreshTimer = undefined
      void queryClient.invalidateQueries({ queryKey: [...conversationsKey, 'list'] })
      void queryClient.invalidateQueries({ queryKey: unreadConversations.queryKey })
    }
    const created = createConversation({
      conversationId: id,
      viewer,
      readSeq: (last?.seq ?? 0) - unread,
      saved: readSavedMessages(queryClient, id),
      save: (conversation: SavedConversation) => saveMessages(queryClient, id, conversation),
      forget: () => forgetMessages(queryClient, id),
      loadOlder: (before, from) => fetchMessagesBefore(id, before, from),
      loadFaces: (ids) => fetchPeople(id, ids),
      isAllowed: async () => {
        const { error } = await queryClient.fetchQuery({ ...conversationDetail(id), retry: false }).then(
          () => ({ error: null }),
          (failure: unknown) => ({ error: failure }),
        )
        return !isNotFound(error)
      },
      onChange: () => {
        refreshTimer ??= setTimeout(refresh, refreshDelay)
      },
      onRefused: (reason) => showSnackbar(reason, { duration: 5000, tone: 'alarm' }),
    })
    return { store: created, stopRefreshing: () => clearTimeout(refreshTimer) }
  })
  useEffect(() => {
    store.start()
    const stopListening = listenForSent((unsent, message) => {
      if (unsent.conversationId === id) store.addSent(message)
    })
    return () => {
      stopListening()
      stopRefreshing()
      store.stop()
    }
  }, [store, stopRefreshing, id])
  return { store, state: useSyncExternalStore(store.subscribe, store.getState) }
}
