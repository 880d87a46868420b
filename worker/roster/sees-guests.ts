import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import { type Actor, asPerson, canAct } from '../teams/actor.ts'
import { communityGuests } from '../teams/shared.ts'

const { guardianId } = communityGuests

/**
 * In a statement about guests of a community: who runs people or games sees all of them. All others see only their own children. An admin sees no
 * children, because only the parent and people of the team may know their names.
 */
export function seesGuest(actor: Actor, teamId: string): SQL | undefined {
  const asMember = asPerson(actor.id ?? '')
  return or(
    canAct(asMember, teamId, 'guests.manage'),
    canAct(asMember, teamId, 'events.manage'),
    and(eq(guardianId, actor.id ?? ''), canAct(asMember, teamId, 'members.view')),
    and(isNull(guardianId), canAct(actor, teamId, 'guests.manage')),
  )
}
