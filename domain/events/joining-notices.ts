import { type NoticeWords, noticeOf } from '../notifications/contract.ts'
import { day } from '../time/spans.ts'
import type { Decision, JoinedAs } from './states.ts'
import { fullMomentWords } from './words.ts'

type Event = { eventId: string; title: string }
type Actor = { actorId: string; actorName: string }
type Entry = Event & { joinerId: string }

const pathOf = (eventId: string) => `/evt/${eventId}`
const managePathOf = (eventId: string) => `/discover/events/${eventId}/manage`

const joinWords: Record<JoinedAs, (name: string, title: string) => string> = {
  going: (name, title) => `${name} joined ${title}`,
  waiting: (name, title) => `${name} waits for a seat at ${title}`,
  asked: (name, title) => `${name} would like to join ${title}`,
}

/** To the hosts: who comes, waits or asks. About each person once a day, however often they leave and come back. */
export const joinedNotice = ({ as, actorId, actorName, eventId, title, joinedAt }: Event & Actor & { as: JoinedAs; joinedAt: number }) =>
  noticeOf({
    key: `event-${as === 'going' ? 'joined' : as}:${eventId}:${actorId}:${Math.floor(joinedAt / day)}`,
    topic: 'eventCreatedJoin',
    actorId,
    title: joinWords[as](actorName, title),
    text: as === 'asked' ? 'Say yes or no on its page.' : '',
    path: as === 'asked' ? managePathOf(eventId) : pathOf(eventId),
  })

export const transferredNotice = ({ actorId, actorName, eventId, title, joinerId }: Entry & Actor): NoticeWords =>
  noticeOf({
    key: `event-transferred:${joinerId}`,
    topic: 'eventJoined',
    actorId,
    title: `${actorName} gave you their seat at ${title}`,
    text: 'If you cannot come, leave it to the next.',
    path: pathOf(eventId),
  })

/** The keys of invitations begin with it. */
export const invitedKey = 'event-invited:'

/** Once a person and event, whoever invites; `opens` says when seats can be taken. */
export const invitedNotice = ({ actorId, actorName, eventId, title, opens }: Event & Actor & { opens: string | null }): NoticeWords =>
  noticeOf({
    key: `${invitedKey}${eventId}`,
    topic: 'eventJoined',
    actorId,
    title: `${actorName} invites you to ${title}`,
    text: opens === null ? 'Have a look, and take a seat if you can come.' : `It ${opens}. Have a look already.`,
    path: pathOf(eventId),
  })

/** The keys of what new co-hosts are told begin with it. */
export const coHostKey = 'event-co-host:'

/** Once a person and event. */
export const coHostNotice = ({ actorId, actorName, eventId, title }: Event & Actor): NoticeWords =>
  noticeOf({
    key: `${coHostKey}${eventId}`,
    topic: 'eventJoined',
    actorId,
    title: `${actorName} made you a host of ${title}`,
    text: 'You can change it, seat people and check them in. To step down, change it and take yourself off its hosts.',
    path: managePathOf(eventId),
  })

/** The mail of an offer is one of its own. */
export const offeredNotice = ({
  eventId,
  title,
  joinerId,
  expiresAt,
  timeZone,
}: Entry & { expiresAt: number; timeZone: string }): NoticeWords =>
  noticeOf({
    key: `event-offered:${joinerId}`,
    topic: 'eventJoined',
    title: `It is your turn at ${title}`,
    text: `Your place is held until ${fullMomentWords(expiresAt, timeZone)}. Take it, or leave it to the next in line.`,
    path: pathOf(eventId),
    isMailed: false,
  })

/** Nobody answered the offer. Its mail said until when it stands, so no mail says that it is over. */
export const offerOverNotice = ({ eventId, title, joinerId }: Entry): NoticeWords =>
  noticeOf({
    key: `event-offer-over:${joinerId}`,
    topic: 'eventJoined',
    title: `Your offer ran out: ${title}`,
    text: 'It goes to the next in line. If you can still come, get in line again.',
    path: pathOf(eventId),
    isMailed: false,
  })

const decisionWords: Record<Decision, (title: string) => string> = {
  going: (title) => `You are in: ${title}`,
  waiting: (title) => `You are on the waitlist of ${title}`,
  refused: (title) => `${title} has no place for you this time`,
  removed: (title) => `You are no longer in ${title}`,
}

/** What a host decided about someone who asked, or who was in. */
export const decidedNotice = ({ eventId, title, joinerId, decision }: Entry & { decision: Decision }): NoticeWords =>
  noticeOf({
    key: `event-${decision}:${joinerId}`,
    topic: 'eventJoined',
    title: decisionWords[decision](title),
    path: pathOf(eventId),
  })
