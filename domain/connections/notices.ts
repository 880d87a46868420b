import { type NoticeWords, noticeOf } from '../notifications/contract.ts'

type Pair = { actorId: string; actorName: string; personId: string }

// The keys have no time in them: someone who follows, unfollows and follows again is told of once.

export const followedNotice = ({ actorId, actorName, personId }: Pair): NoticeWords =>
  noticeOf({
    key: `follow:${actorId}:${personId}`,
    topic: 'connections',
    actorId,
    title: `${actorName} follows you`,
    text: 'They find the games you put up under Hosts You Follow.',
    path: `/profile/${actorId}`,
  })

export const connectionRequestedNotice = ({ actorId, actorName, personId }: Pair): NoticeWords =>
  noticeOf({
    key: `connect:${actorId}:${personId}`,
    topic: 'connections',
    actorId,
    title: `${actorName} wants to connect`,
    text: 'Accept, and you can message and invite each other.',
    path: '/connect?tab=requests',
  })

export const connectedNotice = ({ actorId, actorName, personId }: Pair): NoticeWords =>
  noticeOf({
    key: `connected:${actorId}:${personId}`,
    topic: 'connections',
    actorId,
    title: `${actorName} and you are connected`,
    text: 'You can message and invite each other now.',
    path: `/profile/${actorId}`,
  })
