import type { Tidings } from '../notifications/contract.ts'

type Pair = { actor: { id: string; name: string }; toId: string }

const tidings = (fact: string, { actor, toId }: Pair, path: string, title: string, text: string): Tidings => ({
  // Without a time in it: who follows, unfollows and follows again is told of once.
  key: `${fact}:${actor.id}:${toId}`,
  topic: 'connections',
  actorId: actor.id,
  teamId: null,
  title,
  text,
  path,
  to: [toId],
})

export const tellFollowed = (pair: Pair) =>
  tidings(
    'follow',
    pair,
    `/profile/${pair.actor.id}`,
    `${pair.actor.name} follows you`,
    'They find the games you put up under Hosts You Follow.',
  )

export const tellAsked = (pair: Pair) =>
  tidings(
    'connect',
    pair,
    '/connect?tab=requests',
    `${pair.actor.name} wants to connect`,
    'Accept, and you can message and invite each other.',
  )

export const tellConnected = (pair: Pair) =>
  tidings(
    'connected',
    pair,
    `/profile/${pair.actor.id}`,
    `${pair.actor.name} and you are connected`,
    'You can message and invite each other now.',
  )
