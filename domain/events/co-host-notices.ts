import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { formatFullMoment } from './format-when.ts'

type Game = { eventId: string; title: string; whenAndWhere: string }
type Actor = { actorId: string; actorName: string }

/** For the person who is asked. They are nobody's co-host until they accept. */
export const coHostAskedNotice = ({
  actorId,
  actorName,
  eventId,
  title,
  whenAndWhere,
  at,
  expiresAt,
  timeZone,
  now,
}: Game & Actor & { at: number; expiresAt: number; timeZone: string; now: number }): NoticeContent =>
  makeNotice({
    key: `event-co-host:${eventId}:${at}`,
    topic: 'eventJoined',
    actorId,
    title: `${actorName} asks you to co-host ${title}`,
    text: `${whenAndWhere}. Co-hosts can edit the game, manage players and check them in. Accept or decline until ${formatFullMoment(expiresAt, { timeZone, now })}. You are not a co-host until you accept.`,
    path: `/discover/events/${eventId}/co-host`,
  })

/** For the host who asked. */
export const coHostAcceptedNotice = ({ actorId, actorName, eventId, title, whenAndWhere }: Game & Actor): NoticeContent =>
  makeNotice({
    key: `event-co-host-accepted:${eventId}:${actorId}`,
    topic: 'eventCreatedJoin',
    actorId,
    title: `${actorName} is now a co-host of ${title}`,
    text: `${whenAndWhere}.`,
    path: `/discover/events/${eventId}/manage`,
  })

/** For the host who asked. It names nobody and gives no reason: a block must look like any other invitation that was not accepted. */
export const coHostInviteOverNotice = ({ eventId, title, whenAndWhere, at }: Game & { at: number }): NoticeContent =>
  makeNotice({
    key: `event-co-host-over:${eventId}:${at}`,
    topic: 'eventCreatedJoin',
    title: `Your co-host invitation was not accepted: ${title}`,
    text: `${whenAndWhere}. Edit the game to see its co-hosts, or to ask someone else.`,
    path: `/discover/events/${eventId}/manage`,
  })
