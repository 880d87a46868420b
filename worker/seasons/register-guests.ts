import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { latestLocalDate } from '../../domain/time/clock.ts'
import type { Statement } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate, updateSet } from '../platform/columns.ts'
import { communityGuests } from '../teams/shared.ts'
import { countPeople } from './count-people.ts'
import { seasonGuests as g, seasonGroups, seasons } from './schema.ts'

const [side, chosenSide, placed] = [alias(seasonGroups, 'side'), alias(seasonGroups, 'chosen_side'), alias(g, 'placed')]

/** `chosen` has a row for each season or side that was chosen for a guest: `guestId`, `place` (their order) and `refId`. */
type Chosen = { teamId: string; submissionId: string; chosen: SQL; now: number; when: SQL }

/** The side that was chosen for the guest `wanted` in season `seasons`, unless it is full. Whoever comes before them in the batch is counted. */
const sideOf = (
  chosen: SQL,
): SQL => sql`(SELECT ${side.id} FROM (${chosen}) own CROSS JOIN ${seasonGroups} ${side} ON ${side.id} = own.refId
  WHERE own.guestId = wanted.guestId AND ${side.seasonId} = ${seasons.id} AND (${side.size} IS NULL OR ${countPeople(side.id)}
    + (SELECT count(DISTINCT earlier.guestId) FROM (${chosen}) earlier WHERE earlier.refId = ${side.id} AND earlier.place < wanted.place
      AND NOT EXISTS (SELECT 1 FROM ${g} ${placed}
        WHERE ${placed.seasonId} = ${seasons.id} AND ${placed.guestId} = earlier.guestId AND ${placed.groupId} IS NOT NULL)) < ${side.size}) LIMIT 1)`

/**
 * Registers guests of the community for the seasons that were chosen for them in a form. Put it after the statement that makes them guests. Ids
 * of other things are ignored, and whoever is registered already keeps their side.
 */
export const registerGuests = ({ teamId, submissionId, chosen, now, when }: Chosen): SQL =>
  insertSelect(
    g,
    { seasonId: seasons.id, guestId: communityGuests.id, endsOn: seasons.endsOn, registeredAt: now, groupId: sideOf(chosen), submissionId },
    sql`FROM (SELECT DISTINCT guestId, place, coalesce(${chosenSide.seasonId}, refId) AS season FROM (${chosen})
        LEFT JOIN ${seasonGroups} ${chosenSide} ON ${chosenSide.id} = refId) wanted
      CROSS JOIN ${seasons} ON ${seasons.id} = wanted.season CROSS JOIN ${communityGuests} ON ${communityGuests.id} = wanted.guestId
      WHERE ${seasons.teamId} = ${teamId} AND ${communityGuests.teamId} = ${teamId} AND ${when}
      ${onConflictUpdate(g, ['seasonId', 'guestId'], {
        groupId: sql`coalesce(${g.groupId}, ${excluded(g.groupId)})`,
        // Whoever was copied from an earlier season has chosen it themselves now, so undoing the copy must not remove them.
        submissionId: sql`iif(${g.isCopied}, ${excluded(g.submissionId)}, ${g.submissionId})`,
        isCopied: false,
      })}`,
  )

type Unchosen = Omit<Chosen, 'teamId'> & {
  /** Another submission of the same sender that chooses the season or one of these groups for the guest; null without one. */
  otherOf: (guestId: SQLWrapper, seasonId: SQLWrapper, groups: SQL) => SQL
}

/** Takes back what a submission no longer chooses for guests, by the rules of `dropUnchosen`. */
export function dropUnchosenGuests({ submissionId, chosen, now, when, otherOf }: Unchosen): Statement[] {
  const isOfThis = sql`${g.submissionId} = ${submissionId} AND ${g.submissionId} IS NOT NULL AND ${g.endsOn} >= ${latestLocalDate(now)} AND ${when}`
  const groups = sql`SELECT ${seasonGroups.id} FROM ${seasonGroups} WHERE ${seasonGroups.seasonId} = ${g.seasonId}`
  const isChosen = (what: SQL) => sql`EXISTS (SELECT 1 FROM (${chosen}) own WHERE own.guestId = ${g.guestId} AND ${what})`
  const isUnchosen = sql`${isOfThis} AND NOT ${isChosen(sql`(own.refId = ${g.seasonId} OR own.refId IN (${groups}))`)}`
  return [
    updateSet(g, { submissionId: sql`coalesce(${otherOf(g.guestId, g.seasonId, groups)}, ${g.submissionId})` }, sql`WHERE ${isUnchosen}`),
    sql`DELETE FROM ${g} WHERE ${isUnchosen}`,
    updateSet(g, { groupId: null }, sql`WHERE ${isOfThis} AND ${g.groupId} IS NOT NULL AND NOT ${isChosen(sql`own.refId = ${g.groupId}`)}`),
  ]
}
