import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { SaveTeamDraft, TeamDraft } from '../../domain/team-drafts/contract.ts'
import { judgeStep } from '../../domain/team-drafts/rules.ts'
import { maxOwnedTeams } from '../../domain/teams/contract.ts'
import { judgeCreation } from '../../domain/teams/rules.ts'
import { findCity } from '../cities/queries.ts'
import { findStoredPlace } from '../places/queries.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { countOwned } from '../teams/hand-over.ts'
import { draftGone, isOwnDraft, selectDraftOf, toTeamDraft } from './queries.ts'
import { teamDrafts as drafts } from './schema.ts'

/**
 * Saves what a person has typed so far. The first save creates their draft. A save that started from an older version is refused, so
 * that two tabs do not undo each other.
 */
export async function saveDraft(
  db: Database,
  { now, newId, platform }: Required<CommandContext>,
  userId: string,
  { id, version, ...form }: SaveTeamDraft,
): Promise<TeamDraft> {
  const refusal = judgeStep(form)
  if (refusal) throw refusal
  const values = { ...form, ...(await findWhere(db, form)), activeAt: now }
  const { before, saved, after } = await runBatch(db, {
    before: select({ owned: asNumber }, sql`SELECT ${countOwned(userId)} AS owned`),
    saved:
      id === null
        ? insertSelect(
            drafts,
            {
              ...values,
              id: newId(),
              userId,
              platform,
              version: 1,
              furthestStep: form.step,
              photoKey: null,
              createdAt: now,
              remindedAt: null,
            },
            sql`WHERE ${countOwned(userId)} < ${maxOwnedTeams} ON CONFLICT DO NOTHING`,
          )
        : db
            .update(drafts)
            .set({ ...values, platform, version: version + 1, furthestStep: sql`max(${drafts.furthestStep}, ${form.step})` })
            .where(and(isOwnDraft(userId, id), eq(drafts.version, version))),
    after: selectDraftOf(db, userId),
  })
  const [row] = after.rows
  if (saved.changes > 0 && row) return toTeamDraft(db, row)
  if (row && (id === null || row.id === id)) throw new AppError('TeamDraftConflict')
  throw (id === null ? judgeCreation(before.rows[0]?.owned ?? 0) : null) ?? draftGone()
}

/** Checks the city and the place, and returns the name of the city to store. */
async function findWhere(db: Database, { cityId, placeId }: Pick<SaveTeamDraft, 'cityId' | 'placeId'>) {
  const [city, place] = await Promise.all([
    cityId === null ? null : findCity(db, cityId),
    placeId === null ? null : findStoredPlace(db, placeId),
  ])
  if (cityId !== null && !city) throw new AppError('TeamCityUnknown', { field: 'cityId' })
  if (placeId !== null && !place) throw new AppError('TeamPlaceUnknown', { field: 'placeId' })
  return { cityName: city?.name ?? null, cityState: city?.state ?? null }
}

/** Throws the draft away. Doing it again changes nothing. Returns the key of its photo, which nobody needs anymore. */
export async function deleteDraft(db: Database, userId: string, id: string): Promise<string[]> {
  const { photo } = await runBatch(db, {
    photo: db.select({ key: drafts.photoKey }).from(drafts).where(isOwnDraft(userId, id)),
    deleted: db.delete(drafts).where(isOwnDraft(userId, id)),
  })
  return photo.rows.flatMap(({ key }) => (key === null ? [] : [key]))
}

/** Sets or removes the photo. Returns the key of the one before, which nobody needs anymore. */
export async function setDraftPhoto(
  db: Database,
  now: number,
  { userId, id }: { userId: string; id: string },
  key: string | null,
): Promise<string[]> {
  const { photo, changed } = await runBatch(db, {
    photo: db.select({ key: drafts.photoKey }).from(drafts).where(isOwnDraft(userId, id)),
    changed: db.update(drafts).set({ photoKey: key, activeAt: now }).where(isOwnDraft(userId, id)),
  })
  if (changed.changes === 0) throw draftGone()
  return photo.rows.flatMap((row) => (row.key === null || row.key === key ? [] : [row.key]))
}
