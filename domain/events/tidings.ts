import type { Tidings } from '../notifications/contract.ts'

type About = { eventId: string; title: string }
type Actor = { id: string; name: string }

const pathOf = (eventId: string) => `/evt/${eventId}`

/** What hosts hear of who comes. */
export const tellJoined = ({
  actor,
  eventId,
  title,
  hosts,
  joinerId,
}: About & { actor: Actor; hosts: string[]; joinerId: string }): Tidings => ({
  key: `event-joined:${joinerId}`,
  topic: 'eventCreatedJoin',
  actorId: actor.id,
  teamId: null,
  title: `${actor.name} joined ${title}`,
  text: '',
  path: pathOf(eventId),
  to: hosts,
})

export const tellAsked = ({
  actor,
  eventId,
  title,
  hosts,
  joinerId,
}: About & { actor: Actor; hosts: string[]; joinerId: string }): Tidings => ({
  key: `event-asked:${joinerId}`,
  topic: 'eventCreatedJoin',
  actorId: actor.id,
  teamId: null,
  title: `${actor.name} would like to join ${title}`,
  text: 'Say yes or no on its page.',
  path: `/discover/events/${eventId}/manage`,
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
