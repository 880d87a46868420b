import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { type ClientFrame, type News, ServerFrame } from '../../domain/presence/frames.ts'
import { eventLive } from '../events/queries.ts'
import { conversationsKey, unreadConversations } from '../messages/queries.ts'
import { unreadCount } from '../notifications/queries.ts'
import { setSocket } from './live-state.ts'
import { presenceKey } from './queries.ts'
import { connectPresence } from './socket.ts'
import { hearWatched, startWatching, stopWatching } from './watching.ts'

/** Many people hear of the same news, so each tab waits a random time up to this before it asks for it. */
const maxDelayMs = 1000
/** After a deploy all tabs lose their sockets, and most have a new one before that. */
const lostDelayMs = 10_000

/** The first one is the number, if there is one. */
const keysAbout = (news: News): QueryKey[] => {
  switch (news.about) {
    case 'messages':
      return [unreadConversations.queryKey, [...conversationsKey, 'list']]
    case 'notices':
      return [unreadCount.queryKey]
    case 'seats':
      return [eventLive(news.eventId).queryKey]
  }
}

const everything: QueryKey[] = [...keysAbout({ about: 'messages' }), ...keysAbout({ about: 'notices' })]

/** Keeps the socket of this tab open, and shows what it says. */
export function goLive(queryClient: QueryClient): void {
  const due = new Map<string, ReturnType<typeof setTimeout>>()
  let wasLost = false
  let lostTimer: ReturnType<typeof setTimeout> | undefined

  const refreshSoon = (queryKey: QueryKey) => {
    const name = JSON.stringify(queryKey)
    if (due.has(name)) return
    const refresh = () => {
      due.delete(name)
      void queryClient.invalidateQueries({ queryKey })
    }
    due.set(name, setTimeout(refresh, Math.random() * maxDelayMs))
  }
  const hearNews = (news: News) => {
    const [first, ...others] = keysAbout(news)
    const isToldNumber = news.about !== 'seats' && news.unread !== undefined
    if (first && isToldNumber) {
      // An answer that is on its way is older than the news.
      void queryClient.cancelQueries({ queryKey: first, exact: true }, { revert: false })
      queryClient.setQueryData<unknown>(first, news.unread)
    }
    for (const key of isToldNumber ? others : keysAbout(news)) refreshSoon(key)
  }
  const refreshAll = () => everything.forEach(refreshSoon)

  connectPresence({
    onOpen: (send) => {
      const sendFrame = (frame: ClientFrame) => send(JSON.stringify(frame))
      clearTimeout(lostTimer)
      startWatching((userIds) => sendFrame({ type: 'watch', userIds: [...userIds] }))
      setSocket((eventId) => sendFrame({ type: 'show', eventId }))
      // News of the time without a socket.
      if (wasLost) refreshAll()
    },
    onLost: () => {
      stopWatching()
      setSocket(null)
      clearTimeout(lostTimer)
      // From now on they are asked for more often.
      lostTimer = setTimeout(refreshAll, lostDelayMs)
      wasLost = true
    },
    onText: (text) => {
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), ServerFrame), text)
      // A newer server may send kinds of frames that this page does not know.
      if (!parsed.success) return
      const frame = parsed.output
      if (frame.type === 'news') hearNews(frame.news)
      else if (frame.type === 'watched')
        for (const { userId, presence } of hearWatched(frame.people)) queryClient.setQueryData(presenceKey(userId), presence)
    },
  })
}
