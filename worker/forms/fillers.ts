import { type SQL, sql } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { isAskedByGame } from '../events/game-players.ts'
import { asPerson, canAct } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { isNeededToJoin } from './filled-forms.ts'
import { formPeople, forms } from './schema.ts'

const audience = sql`${forms.settings}->>'audience'`

/** How a person stands to form `forms`. */
export function standingOf({ id, email }: { id: string; email: string }, now: number) {
  const player = { ...{ id: forms.id, teamId: forms.teamId }, isNeededToJoin: isNeededToJoin(forms) }
  return {
    isMember: isInTeam(forms.teamId, id),
    isOrganizer: canAct(asPerson(id), forms.teamId, 'forms.manage'),
    isNamed: sql`EXISTS (SELECT 1 FROM ${formPeople} WHERE ${formPeople.formId} = ${forms.id} AND ${formPeople.emailKey} = ${canonicalAddress(email)})`,
    isPlayer: sql`iif(${audience} IN ('members', 'people', 'code'), ${isAskedByGame(id, player, now)}, 0)`,
  }
}

/**
 * The same as `judgeFiller` says about who is signed in, in a statement. A code is asked for when the form is opened and sent: if it were tried
 * here too, nobody could count how often.
 */
export function mayFill(viewer: { id: string; email: string }, now: number): SQL {
  const { isMember, isOrganizer, isNamed, isPlayer } = standingOf(viewer, now)
  return sql`(CASE ${audience} WHEN 'members' THEN ${isMember} WHEN 'people' THEN ${isNamed} ELSE 1 END OR ${isOrganizer} OR ${isPlayer})`
}
