import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { formNotFound, judgeForm } from '../../domain/forms/rules.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, computed, orNull, selectFields } from '../platform/row-query.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { communityGuests } from '../teams/shared.ts'
import { requireTeamOf } from './queries.ts'

const [member, guest, guardian] = [alias(people, 'member'), alias(communityGuests, 'guest'), alias(people, 'guardian')]
const face = faceColumnsOf(member)
const guardianFace = faceColumnsOf(guardian)

/**
 * A member or a guest of the community, for those who fill a form for them. A child signs and pays through its parent, and a guest through the
 * link that they get by email. Who may not see the guests of a community does not find out who they are.
 */
export async function findPerson(db: Database, organizer: Actor, { formId, personId }: { formId: string; personId: string }) {
  const teamId = await requireTeamOf(db, formId)
  const { facts, members, guests } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    members: selectFields(
      { id: member.id, name: face.name, photoKey: face.photoKey },
      sql`FROM ${people} ${member} WHERE ${member.id} = ${personId} AND ${member.deletedAt} IS NULL AND ${isInTeam(teamId, personId)}
        AND ${canAct(organizer, teamId, 'members.view')}`,
    ),
    guests: selectFields(
      {
        ...{ id: guest.id, name: guest.name, email: guest.emailKey, guardianId: guest.guardianId },
        guardianName: computed(sql`${guardianFace.name}`, orNull(asText)),
      },
      sql`FROM ${communityGuests} ${guest} LEFT JOIN ${people} ${guardian} ON ${guardian.id} = ${guest.guardianId} AND ${guardian.deletedAt} IS NULL
        WHERE ${guest.id} = ${personId} AND ${guest.teamId} = ${teamId} AND ${canAct(organizer, teamId, 'guests.manage')}`,
    ),
  })
  const refusal = judgeForm(facts.rows.length > 0 ? readFacts(organizer, facts).actorRoles : [])
  if (refusal) throw refusal.code === 'NotAllowed' ? refusal : formNotFound()
  const [foundMember, foundGuest] = [members.rows[0], guests.rows[0]]
  if (foundMember) {
    const shown = toFace(foundMember)
    return {
      teamId,
      id: personId,
      name: shown.name,
      face: shown,
      signer: shown.name,
      userId: personId,
      email: null,
      guestId: null,
      isMember: true,
    }
  }
  if (!foundGuest) throw new AppError('FormPersonNotFound')
  const { name, email, guardianId, guardianName } = foundGuest
  return {
    ...{ teamId, id: personId, name, face: null, signer: guardianName ?? email, userId: guardianId, guestId: personId },
    ...{ email: guardianId === null ? email : null, isMember: guardianId !== null },
  }
}
export type FoundPerson = Awaited<ReturnType<typeof findPerson>>
