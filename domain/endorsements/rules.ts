import type { Tidings } from '../notifications/contract.ts'
import { type EndorsementKind, endorsements } from './contract.ts'

export const tellEndorsed = (actor: { id: string; name: string }, toId: string, kind: EndorsementKind): Tidings => ({
  key: `endorsed:${actor.id}:${toId}:${kind}`,
  topic: 'endorsement',
  actorId: actor.id,
  teamId: null,
  title: `${actor.name} endorsed you`,
  text: `${endorsements[kind]}.`,
  path: `/profile/${toId}`,
  to: [toId],
})
