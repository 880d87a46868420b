import type { Tidings } from '../notifications/contract.ts'
import { day } from '../time/spans.ts'
import { fullMomentWords } from './words.ts'

type About = { eventId: string; title: string }
type Actor = { id: string; name: string }

const pathOf = (eventId: string) => `/evt/${eventId}`
const managePathOf = (eventId: string) => `/discover/events/${eventId}/manage`

const joinWords = {
  going: (name: string, title: string) => `${name} joined ${title}`,
  waiting: (name: string, title: string) => `${name} waits for a seat at ${title}`,
  asked: (name: string, title: string) => `${name} would like to join ${title}`,
}
export type Joined = keyof typeof joinWords

/** What hosts hear of who comes, waits or asks: of each once a day, however often they leave and come back. */
export const tellJoined = (
  what: Joined,
  { actor, eventId, title, hosts, now }: About & { actor: Actor; hosts: string[]; now: number },
): Tidings => ({
  key: `event-${what === 'going' ? 'joined' : what}:${eventId}:${actor.id}:${Math.floor(now / day)}`,
  topic: 'eventCreatedJoin',
  actorId: actor.id,
  teamId: null,
  title: joinWords[what](actor.name, title),
  text: what === 'asked' ? 'Say yes or no on its page.' : '',
  path: what === 'asked' ? managePathOf(eventId) : pathOf(eventId),
  to: hosts,
})

export const tellTransferred = ({
  actor,
  eventId,
  title,
  toId,
  joinerId,
}: About & { actor: Actor; toId: string; joinerId: string }): Tidings => ({
  key: `event-transferred:${joinerId}`,
  topic: 'eventJoined',
  actorId: actor.id,
  teamId: null,
  title: `${actor.name} gave you their seat at ${title}`,
  text: 'If you cannot come, leave it to the next.',
  path: pathOf(eventId),
  to: [toId],
})

export const invitedKey = 'event-invited:'

/** Someone who comes, or runs it, asks others along. Once a person and event, whoever asks; `opens` says when seats can be taken. */
export const tellInvited = ({ actor, eventId, title, opens }: About & { actor: Actor; opens: string | null }): Tidings => ({
  key: `${invitedKey}${eventId}`,
  topic: 'eventJoined',
  actorId: actor.id,
  teamId: null,
  title: `${actor.name} invites you to ${title}`,
  text: opens === null ? 'Have a look, and take a seat if you can come.' : `It ${opens}. Have a look already.`,
  path: pathOf(eventId),
  to: [],
})

/** What the keys of such notices begin with. */
export const coHostKey = 'event-co-host:'

/** Someone was made a host beside who put it up. Its title goes on after the name of whose doing it was; once a person and event. */
export const tellCoHost = ({ actorId, eventId, title }: About & { actorId: string }): Tidings => ({
  key: `${coHostKey}${eventId}`,
  topic: 'eventJoined',
  actorId,
  teamId: null,
  title: `made you a host of ${title}`,
  text: 'You can change it, seat people and check them in. To step down, change it and take yourself off its hosts.',
  path: managePathOf(eventId),
  to: [],
})

/** Whoever is next in line hears it here, too: the mail of an offer is one of its own. */
export const tellOffered = ({
  eventId,
  title,
  joinerId,
  expiresAt,
  timeZone,
}: About & { joinerId: string; expiresAt: number; timeZone: string }): Tidings => ({
  key: `event-offered:${joinerId}`,
  topic: 'eventJoined',
  actorId: null,
  teamId: null,
  title: `It is your turn at ${title}`,
  text: `Your place is held until ${fullMomentWords(expiresAt, timeZone)}. Take it, or leave it to the next in line.`,
  path: pathOf(eventId),
  to: [],
  isMailed: false,
})

/** An offer that nobody answered is over; its mail said until when it stands. */
export const tellOfferOver = ({ eventId, title, joinerId }: About & { joinerId: string }): Tidings => ({
  key: `event-offer-over:${joinerId}`,
  topic: 'eventJoined',
  actorId: null,
  teamId: null,
  title: `Your offer ran out: ${title}`,
  text: 'It goes to the next in line. If you can still come, get in line again.',
  path: pathOf(eventId),
  to: [],
  isMailed: false,
})

export const decisions = ['going', 'waiting', 'refused', 'removed'] as const

/** What a host decided about someone who asked, or who was in. */
export const tellDecided = ({
  eventId,
  title,
  toId,
  joinerId,
  what,
}: About & { toId: string; joinerId: string; what: (typeof decisions)[number] }): Tidings => ({
  key: `event-${what}:${joinerId}`,
  topic: 'eventJoined',
  actorId: null,
  teamId: null,
  title: {
    going: `You are in: ${title}`,
    waiting: `You are on the waitlist of ${title}`,
    refused: `${title} has no place for you this time`,
    removed: `You are no longer in ${title}`,
  }[what],
  text: '',
  path: pathOf(eventId),
  to: [toId],
})
