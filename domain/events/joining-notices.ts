import { makeNotice, type NoticeContent } from '../notifications/contract.ts'
import { day } from '../time/spans.ts'
import { formatFullMoment } from './format-when.ts'
import type { Decision, JoinOutcome } from './states.ts'

/** Every notice names the game, its date and its place (`formatWhenAndWhere`). */
type Event = { eventId: string; title: string; whenAndWhere: string }
type Actor = { actorId: string; actorName: string }
type Entry = Event & { joinerId: string }

const pathOf = (eventId: string) => `/evt/${eventId}`
const managePathOf = (eventId: string) => `/discover/events/${eventId}/manage`

const joinTitles: Record<JoinOutcome, (name: string, title: string) => string> = {
  going: (name, title) => `${name} joined ${title}`,
  waiting: (name, title) => `${name} joined the waitlist for ${title}`,
  asked: (name, title) => `${name} would like to join ${title}`,
}

const formatMoreDates = (count: number) =>
  count === 0 ? '' : `, and ${count === 1 ? 'one more date' : `${count} more dates`} of the series`

/** For the hosts: somebody joined, joined the waitlist or asked to join. Each person causes one notice a day, however often they leave and return. */
export const joinedNotice = ({
  as,
  actorId,
  actorName,
  eventId,
  title,
  whenAndWhere,
  joinedAt,
  moreDates = 0,
}: Event & Actor & { as: JoinOutcome; joinedAt: number; moreDates?: number | undefined }) =>
  makeNotice({
    key: `event-${as === 'going' ? 'joined' : as}:${eventId}:${actorId}:${Math.floor(joinedAt / day)}`,
    topic: 'eventCreatedJoin',
    actorId,
    title: joinTitles[as](actorName, title),
    text: `${whenAndWhere}${formatMoreDates(moreDates)}.${as === 'asked' ? ' Approve or decline the request on the game’s host page.' : ''}`,
    path: as === 'asked' ? managePathOf(eventId) : pathOf(eventId),
  })

/** For the hosts. It opens a copy of the game, a week later. */
export const rematchAskedNotice = ({ actorId, actorName, eventId, title, whenAndWhere }: Event & Actor): NoticeContent =>
  makeNotice({
    key: `rematch-asked:${eventId}:${actorId}`,
    topic: 'eventCreatedJoin',
    actorId,
    title: `${actorName} asks: ${title}, same time next week?`,
    text: `You hosted it ${whenAndWhere}. Open this to host it again, with everything filled in.`,
    path: `/create/event?from=${eventId}`,
  })

/** For the person who is asked. They accept or decline on the page of the game. */
export const transferOfferedNotice = ({
  actorId,
  actorName,
  eventId,
  title,
  whenAndWhere,
  transferId,
  expiresAt,
  timeZone,
  now,
}: Event & Actor & { transferId: string; expiresAt: number; timeZone: string; now: number }): NoticeContent =>
  makeNotice({
    key: `event-transfer:${transferId}`,
    topic: 'eventJoined',
    actorId,
    title: `${actorName} offers you their seat at ${title}`,
    text: `${whenAndWhere}. Accept or decline on the page of the game until ${formatFullMoment(expiresAt, { timeZone, now })}. You are not on the list until you accept.`,
    path: pathOf(eventId),
  })

/** For the player who gave the seat away. */
export const transferredNotice = ({ actorId, actorName, eventId, title, whenAndWhere, joinerId }: Entry & Actor): NoticeContent =>
  makeNotice({
    key: `event-transferred:${joinerId}`,
    topic: 'eventJoined',
    actorId,
    title: `${actorName} took your seat at ${title}`,
    text: `${whenAndWhere}. You are no longer on the list.`,
    path: pathOf(eventId),
  })

/** For the player who still has the seat. It names nobody: a block must look like any other offer that was not accepted. */
export const transferOverNotice = ({ eventId, title, whenAndWhere, transferId }: Event & { transferId: string }): NoticeContent =>
  makeNotice({
    key: `event-transfer-over:${transferId}`,
    topic: 'eventJoined',
    title: `Nobody took your seat at ${title}`,
    text: `${whenAndWhere}. Your offer was not accepted, so you still have your seat. You can offer it to someone else, or leave the game.`,
    path: pathOf(eventId),
  })

/** The keys of all invitations begin with this text. */
export const invitedKey = 'event-invited:'

/** A person gets one invitation for each event, no matter how many people invite them. `opens` says when sign-up starts. */
export const invitedNotice = ({
  actorId,
  actorName,
  eventId,
  title,
  whenAndWhere,
  opens,
}: Event & Actor & { opens: string | null }): NoticeContent =>
  makeNotice({
    key: `${invitedKey}${eventId}`,
    topic: 'eventJoined',
    actorId,
    title: `${actorName} invited you to ${title}`,
    text: `${whenAndWhere}. ${opens === null ? 'Take a look and join if you can come.' : `It ${opens}. You can take a look now.`}`,
    path: pathOf(eventId),
  })

/** For the people of a season, about its first new game. They are on the list without having been asked. One email has all their seats. */
export const seatsGivenNotice = ({ actorId, actorName, eventId, title, whenAndWhere }: Event & Actor): NoticeContent =>
  makeNotice({
    key: `season-seats-given:${eventId}`,
    topic: 'eventJoined',
    actorId,
    title: `${actorName} gave you a seat at ${title}`,
    text: `${whenAndWhere}. You have a seat in the games of this season. If you cannot come to one, leave it.`,
    path: pathOf(eventId),
    isMailed: false,
  })

/** The time to pay for a seat is over. `hasDeposit`: a part of it was paid. */
export const unpaidNotice = ({ eventId, title, whenAndWhere, joinerId, hasDeposit }: Entry & { hasDeposit: boolean }): NoticeContent =>
  makeNotice({
    key: `event-unpaid:${joinerId}`,
    topic: 'eventJoined',
    title: `Your seat was not paid for: ${title}`,
    text: `${whenAndWhere}. The seat is free for others now${hasDeposit ? ', because the balance was not paid' : ', and nothing was charged'}. You can join again.`,
    path: pathOf(eventId),
  })

/** The keys of all offers of a seat begin with this text. */
export const offeredKey = 'event-offered:'

/** It sends no email of its own, because each offer already sends one with a link. */
export const offeredNotice = ({
  eventId,
  title,
  whenAndWhere,
  joinerId,
  expiresAt,
  timeZone,
  now,
}: Entry & { expiresAt: number; timeZone: string; now: number }): NoticeContent =>
  makeNotice({
    key: `${offeredKey}${joinerId}`,
    topic: 'eventJoined',
    title: `A seat is free for you: ${title}`,
    text: `${whenAndWhere}. It is reserved for you until ${formatFullMoment(expiresAt, { timeZone, now })}. Accept it, or decline so the next person gets it.`,
    path: pathOf(eventId),
    isMailed: false,
    urgency: 'seatOffered',
  })

/**
 * For a friend. The email about it has a link for both answers. `asksFirst`: they must answer questions to accept, so the notice opens the dialog
 * that asks them.
 */
export const heldNotice = ({
  actorId,
  actorName,
  eventId,
  title,
  whenAndWhere,
  joinerId,
  price,
  asksFirst,
  expiresAt,
  timeZone,
  now,
}: Entry & Actor & { price: string | null; asksFirst: boolean; expiresAt: number; timeZone: string; now: number }): NoticeContent =>
  makeNotice({
    key: `${offeredKey}${joinerId}`,
    topic: 'eventJoined',
    actorId,
    title: `${actorName} holds a seat for you: ${title}`,
    text: `${whenAndWhere}. Accept or decline by ${formatFullMoment(expiresAt, { timeZone, now })}. ${
      price === null
        ? 'You are not on the list until you accept.'
        : `Price: ${price}. You pay once you accept, and are not on the list until you have paid.`
    }`,
    path: asksFirst ? `${pathOf(eventId)}?open=accept` : pathOf(eventId),
    isMailed: false,
  })

/** What was held for the person is free again. Its email has said until when it would be, so this sends none. */
const makeOfferOver = ({ eventId, joinerId }: Entry, words: Pick<NoticeContent, 'title' | 'text'>): NoticeContent =>
  makeNotice({ key: `event-offer-over:${joinerId}`, topic: 'eventJoined', ...words, path: pathOf(eventId), isMailed: false })

/** The time to answer is over, or the friend who held the seat has left. */
export const heldOverNotice = (entry: Entry): NoticeContent =>
  makeOfferOver(entry, {
    title: `No seat is held for you any more: ${entry.title}`,
    text: `${entry.whenAndWhere}. If you can come, join while seats are free.`,
  })

/** The player did not answer the offer. */
export const offerOverNotice = (entry: Entry): NoticeContent =>
  makeOfferOver(entry, {
    title: `Your seat offer expired: ${entry.title}`,
    text: `${entry.whenAndWhere}. The seat goes to the next person on the waitlist. If you can still come, join the waitlist again.`,
  })

const decisionTitles: Record<Decision, (title: string) => string> = {
  going: (title) => `You are in: ${title}`,
  paying: (title) => `Pay for your seat: ${title}`,
  waiting: (title) => `You are on the waitlist for ${title}`,
  refused: (title) => `Your request to join ${title} was declined`,
  removed: (title) => `You were removed from ${title}`,
}

/** A host decided about a request, or about a player in the game. A seat has its own email, which confirms it. */
export const decidedNotice = ({
  eventId,
  title,
  whenAndWhere,
  joinerId,
  decision,
  payUntil,
  timeZone,
  now,
}: Entry & { decision: Decision; payUntil: number | null; timeZone: string; now: number }): NoticeContent =>
  makeNotice({
    key: `event-${decision}:${joinerId}`,
    topic: 'eventJoined',
    title: decisionTitles[decision](title),
    text: `${whenAndWhere}.${decision === 'paying' ? ` ${payBy(payUntil, { timeZone, now })}` : ''}`,
    path: pathOf(eventId),
    isMailed: decision !== 'going',
  })

const payBy = (payUntil: number | null, options: { timeZone: string; now: number }): string =>
  payUntil === null
    ? 'Your seat is held while you pay.'
    : `Pay by ${formatFullMoment(payUntil, options)}, or the seat goes to the next person.`
