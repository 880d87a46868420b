import type { Tidings } from '../notifications/contract.ts'
import { day } from '../time/spans.ts'
import { activeStates } from './states.ts'

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
  text: `Your place is held until ${whenWords(expiresAt, timeZone)}. Take it, or leave it to the next in line.`,
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

/** Of a game that a standing search meets. The topic is what is new near someone in what they play. */
export const tellNearby = ({
  eventId,
  seriesId,
  creatorId,
  title,
  startsAt,
  timeZone,
  placeName,
}: About & { seriesId: string | null; creatorId: string | null; startsAt: number; timeZone: string; placeName: string }): Omit<
  Tidings,
  'to'
> => ({
  // One for a whole series, and for good: nobody hears of the same game again because it moved.
  key: `event-nearby:${seriesId ?? eventId}`,
  topic: 'usersJoinNearby',
  actorId: creatorId,
  teamId: null,
  title: `New near you: ${title}`,
  text: `${whenWords(startsAt, timeZone)}, ${placeName}`,
  path: pathOf(eventId),
})

type NewsFacts = About & {
  what: 'published' | 'changed' | 'cancelled' | 'update' | 'dayBefore' | 'hoursBefore' | 'howWasIt'
  fact: string
  now: number
  state: string
  startsAt: number
  timeZone: string
  placeName: string
  cancelReason: string
  update: string | null
  authorId: string | null
}

/** By the clocks at the place, and saying so. */
const whenWords = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)

/** News of an event to those who come, as it stands when it is told; null where it no longer holds. */
export function tellNews(facts: NewsFacts): { tidings: Omit<Tidings, 'to'>; states: readonly string[] } | null {
  const { what, eventId, title, fact, now, state, startsAt, timeZone, placeName } = facts
  const isOn = state === 'published' && startsAt > now
  const about = {
    key: `event-news:${what}:${eventId}:${fact}`,
    topic: 'eventJoined' as const,
    actorId: facts.authorId,
    teamId: null,
    path: pathOf(eventId),
  }
  const whenAndWhere = `${whenWords(startsAt, timeZone)}, ${placeName}`
  // A reminder of another start than it has now is none.
  const isItsStart = fact === String(startsAt)
  const inOrInLine = activeStates
  switch (what) {
    case 'changed':
      return isOn ? { tidings: { ...about, title: `${title} has changed`, text: `It is now ${whenAndWhere}.` }, states: inOrInLine } : null
    case 'cancelled':
      return state === 'cancelled'
        ? { tidings: { ...about, title: `${title} was cancelled`, text: facts.cancelReason }, states: inOrInLine }
        : null
    case 'update':
      return facts.update === null
        ? null
        : { tidings: { ...about, title: `News of ${title}`, text: facts.update.replace(/\s+/g, ' ').slice(0, 300) }, states: inOrInLine }
    case 'dayBefore':
      return isOn && isItsStart ? { tidings: { ...about, title: `Tomorrow: ${title}`, text: whenAndWhere }, states: ['going'] } : null
    case 'hoursBefore':
      return isOn && isItsStart ? { tidings: { ...about, title: `Soon: ${title}`, text: whenAndWhere }, states: ['going'] } : null
    case 'howWasIt':
      return state === 'published' && isItsStart
        ? {
            tidings: {
              ...about,
              title: `How was ${title}?`,
              text: 'Tell your hosts, and endorse who you played with.',
              path: `${pathOf(eventId)}?after=1`,
            },
            states: ['going'],
          }
        : null
    case 'published':
      return null
  }
}
