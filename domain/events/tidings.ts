import type { Tidings } from '../notifications/contract.ts'
import { activeStates } from './states.ts'
import { whenWords } from './words.ts'

type About = { eventId: string; title: string }
const pathOf = (eventId: string) => `/evt/${eventId}`

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
