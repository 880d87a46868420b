import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { FormContent } from '../../domain/forms/content.ts'
import type { StoredAnswers } from '../../domain/forms/decide.ts'
import { type OptionCount, type OptionRef, seasonChoices } from '../../domain/forms/list-options.ts'
import { listOwnRefs, type SeasonGuest } from '../../domain/forms/season-guests.ts'
import { mustHold, readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { isSeasonOf, isSideFull, isSideOf, keepsSide } from '../seasons/chosen-places.ts'
import { isInTeam } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { forms, submissionOptions, submissions } from './schema.ts'

const [stored, paying, chosen] = [alias(submissions, 'stored'), alias(submissions, 'paying'), alias(submissionOptions, 'held_option')]
const [own, form, named] = [alias(submissionOptions, 'own_option'), alias(forms, 'of_team'), alias(communities, 'named_community')]
const [placed, placedForm, picked] = [alias(submissions, 'placed'), alias(forms, 'placed_form'), alias(submissionOptions, 'picked')]

const refOf = (row: string): SQL => sql.raw(`${row}.value->>'refId'`)

const isCommunity = (id: SQLWrapper, which = sql`1`): SQL =>
  sql`EXISTS (SELECT 1 FROM ${communities} ${named} WHERE ${named.id} = ${id} AND ${which})`

/** The choices of a form that stand for something that is over, gone, or of another community. */
export function selectGoneRefs(refs: readonly OptionRef[], teamId: string, now: number) {
  const id = refOf('ref')
  const [season, side] = [isSeasonOf(id, teamId, now), isSideOf(id, teamId, now)]
  return select(
    { label: asText },
    sql`SELECT ref.value->>'label' AS label FROM json_each(${JSON.stringify(refs)}) ref WHERE NOT CASE ref.value->>'of'
      WHEN 'community' THEN ${isCommunity(id, sql`${named.deletedAt} IS NULL`)} WHEN 'season' THEN ${season} WHEN 'side' THEN ${side}
      ELSE (${season} OR ${side}) END ORDER BY ref.key LIMIT 1`,
  )
}

/** Somebody who takes a place on a side. One of the two ids is null. */
type Seat = { refId: string; userId: string | null; guestId: string | null }

type Wanted = {
  submissionId: string
  teamId: string
  now: number
  /** The choices that stand for a season or a side. */
  choices: readonly OptionCount[]
  seats: readonly Seat[]
}

type Sent = Pick<Wanted, 'submissionId' | 'teamId' | 'now'> & {
  content: Pick<FormContent, 'pages'>
  answers: StoredAnswers
  options: readonly OptionCount[]
  /** Who is registered for what they have chosen for themselves. Null if they can register nobody, or the form is about a guest. */
  userId: string | null
  guests: readonly Pick<SeasonGuest, 'id' | 'refIds'>[]
}

/** The seasons and sides that a submission wants, and for whom. */
export const listWantedSeasons = ({ content, answers, options, userId, guests, ...sent }: Sent): Wanted => ({
  ...sent,
  choices: seasonChoices(content, options),
  seats: [
    ...(userId === null ? [] : listOwnRefs(content, answers).map((refId) => ({ refId, userId, guestId: null }))),
    ...guests.flatMap(({ id, refIds }) => refIds.map((refId) => ({ refId, userId: null, guestId: id }))),
  ],
})

/** The choices of seasons and sides that are over, gone, or of another community. */
const selectClosed = ({ teamId, now, choices }: Wanted): SQL => sql`SELECT wanted.value->>'field' AS field
  FROM json_each(${JSON.stringify(choices)}) wanted WHERE NOT ${isSeasonOf(refOf('wanted'), teamId, now)} AND NOT ${isSideOf(refOf('wanted'), teamId, now)}`

/** How many places on a side are held for others who pay for a form of the community right now. For themselves, one person takes one. */
const heldOf = (side: SQLWrapper, { teamId, submissionId }: Record<'teamId' | 'submissionId', SQLWrapper | string>): SQL =>
  sql`(SELECT coalesce(sum(iif(json_type(${paying.answers}, '$.' || ${chosen.fieldId}) IS NULL, ${chosen.quantity}, 1)), 0)
    FROM ${forms} ${form} CROSS JOIN ${submissions} ${paying} ON ${paying.formId} = ${form.id} AND ${paying.state} = 'paying' AND ${paying.id} <> ${submissionId}
      CROSS JOIN ${submissionOptions} ${chosen} ON ${chosen.submissionId} = ${paying.id} AND ${chosen.refId} = ${side}
    WHERE ${form.teamId} = ${teamId})`

/**
 * Selects the fields whose sides have no room for those for whom they were chosen. Who has a side in that season keeps it. `choices` selects
 * `field` and `refId`, and `seats` selects `refId`, `userId` and `guestId`.
 */
function selectFullOf(choices: SQL, seats: SQL, held: (side: SQL) => SQL): SQL {
  const [side, seatSide] = [sql.raw('side.refId'), sql.raw('seat.refId')]
  const keeps = keepsSide(seatSide, { userId: sql.raw('seat.userId'), guestId: sql.raw('seat.guestId') })
  const sides = sql`SELECT ${seatSide} AS refId, count(*) AS people FROM (${seats}) seat WHERE NOT ${keeps} GROUP BY ${seatSide}`
  return sql`SELECT wanted.field AS field FROM (${sides}) side CROSS JOIN (${choices}) wanted ON wanted.refId = ${side}
    WHERE ${isSideFull(side, sql`${held(side)} + side.people`)}`
}

/** The same for what is being sent or changed. */
const selectFull = (wanted: Wanted): SQL =>
  selectFullOf(
    sql`SELECT value->>'field' AS field, value->>'refId' AS refId FROM json_each(${JSON.stringify(wanted.choices)})`,
    sql`SELECT value->>'refId' AS refId, value->>'userId' AS userId, value->>'guestId' AS guestId FROM json_each(${JSON.stringify(wanted.seats)})`,
    (side) => heldOf(side, wanted),
  )

/**
 * A stored submission has chosen a side that has no room for those for whom it was chosen. Who is registered nowhere takes no place on one. With
 * `countsHeld`, the places are counted too that others hold while they pay. Whoever pays holds a place themselves, so for them these do not count.
 */
export function hasFullSide(submissionId: SQLWrapper | string, { countsHeld }: { countsHeld: boolean }): SQL {
  const addsMembers = sql`coalesce(${placedForm.settings}->>'addsMembers', 0)`
  const comesIn = sql`(${placed.guestId} IS NOT NULL OR (${placed.userId} IS NOT NULL AND (${addsMembers} OR ${isInTeam(placedForm.teamId, placed.userId)})))`
  const options = sql`FROM ${submissionOptions} ${picked} WHERE ${picked.submissionId} = ${placed.id} AND ${picked.refId} IS NOT NULL`
  const full = selectFullOf(
    sql`SELECT ${picked.fieldId} AS field, ${picked.refId} AS refId ${options}`,
    sql`SELECT DISTINCT ${picked.refId} AS refId, ${placed.userId} AS userId, NULL AS guestId ${options} AND ${placed.guestId} IS NULL
        AND json_type(${placed.answers}, '$.' || ${picked.fieldId}) IS NOT NULL
      UNION ALL SELECT ref.value AS refId, NULL AS userId, guest.value->>'id' AS guestId
        FROM json_each(${placed.guests}) guest CROSS JOIN json_each(guest.value, '$.refIds') ref`,
    (side) => (countsHeld ? heldOf(side, { teamId: placedForm.teamId, submissionId: placed.id }) : sql`0`),
  )
  // D1 allows 100 levels in an expression, and does not count those of a table in FROM.
  return sql`EXISTS (SELECT 1 FROM (SELECT 1 FROM ${submissions} ${placed} CROSS JOIN ${forms} ${placedForm} ON ${placedForm.id} = ${placed.formId}
    WHERE ${placed.id} = ${submissionId} AND ${comesIn} AND EXISTS (${full})) full_side)`
}

const [areOpen, haveRoom] = ['seasons-open', 'sides-free']
export const isAboutSeasons = (assertion: string): boolean => assertion === areOpen || assertion === haveRoom

/**
 * Undoes the batch if a season or a side that was chosen is gone, over or full, so nobody pays for it. Put it after the submission and its options
 * were stored, and before its places. Who waits in line, or for an organizer, may choose a full side: it can be free later.
 */
export function requireOpenSeasons(wanted: Wanted): SQL[] {
  if (wanted.choices.length === 0) return []
  const isIn = sql`EXISTS (SELECT 1 FROM ${submissions} ${stored} WHERE ${stored.id} = ${wanted.submissionId} AND ${stored.state} IN ('paying', 'accepted'))`
  return [
    mustHold(areOpen, sql`NOT EXISTS (${selectClosed(wanted)})`),
    mustHold(haveRoom, sql`NOT (${isIn} AND EXISTS (${selectFull(wanted)}))`),
  ]
}

/** Says at which choices something else must be chosen. */
export async function explainSeasons(db: Database, assertion: string, wanted: Wanted): Promise<AppError> {
  const isClosed = assertion === areOpen
  const found = await readAll(db, select({ field: asText }, isClosed ? selectClosed(wanted) : selectFull(wanted)))
  const issues = found.map(({ field }) => ({ path: `answers.${field}`, message: 'Choose another one.' }))
  return new AppError(isClosed ? 'FormSeasonClosed' : 'FormOptionFull', { issues })
}

/**
 * A submission that is paid now can get what it has chosen: its seasons and sides are there, and its sender is a member by then. `addsMembers` is
 * the setting of its form. With `now`, what is over does not count.
 */
export function canBeRegistered(
  submission: { id: SQLWrapper; userId: SQLWrapper; guestId: SQLWrapper },
  teamId: SQLWrapper,
  addsMembers: SQL,
  now: number | null,
): SQL {
  const staysOut = sql`(NOT ${addsMembers} AND ${submission.guestId} IS NULL AND (${submission.userId} IS NULL OR NOT ${isInTeam(teamId, submission.userId)}))`
  return sql`NOT EXISTS (SELECT 1 FROM ${submissionOptions} ${own} WHERE ${own.submissionId} = ${submission.id} AND ${own.refId} IS NOT NULL
    AND NOT ${isCommunity(own.refId)} AND (${staysOut} OR NOT (${isSeasonOf(own.refId, teamId, now)} OR ${isSideOf(own.refId, teamId, now)})))`
}
