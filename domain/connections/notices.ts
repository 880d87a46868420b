import { makeNotice, type NoticeContent } from '../notifications/contract.ts'

type NoticePeople = { actorId: string; actorName: string; personId: string }

// The keys contain no time, so following, unfollowing and following again sends only one notification.

export const followedNotice = ({ actorId, actorName, personId }: NoticePeople): NoticeContent =>
  makeNotice({
    key: `follow:${actorId}:${personId}`,
    topic: 'connections',
    actorId,
    title: `${actorName} follows you`,
    text: 'They now see your games under Hosts You Follow.',
    path: `/profile/${actorId}`,
  })

export const connectionRequestedNotice = ({ actorId, actorName, personId, note }: NoticePeople & { note: string }): NoticeContent =>
  makeNotice({
    key: `connect:${actorId}:${personId}`,
    topic: 'connections',
    actorId,
    title: `${actorName} wants to connect`,
    text: note ? `They wrote: “${note}”` : 'Accept to message and invite each other.',
    path: '/connect?tab=requests',
  })

export const connectedNotice = ({ actorId, actorName, personId }: NoticePeople): NoticeContent =>
  makeNotice({
    key: `connected:${actorId}:${personId}`,
    topic: 'connections',
    actorId,
    title: `${actorName} and you are connected`,
    text: 'You can now message and invite each other.',
    path: `/profile/${actorId}`,
  })
