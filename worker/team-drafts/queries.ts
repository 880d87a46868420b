import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import type { DraftPlace, MyTeamDraft, TeamDraft } from '../../domain/team-drafts/contract.ts'
import { maxOwnedTeams } from '../../domain/teams/contract.ts'
import { findCity } from '../cities/queries.ts'
import { findStoredPlace } from '../places/queries.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { countOwned } from '../teams/hand-over.ts'
import { teamDrafts as drafts } from './schema.ts'

export type DraftRow = typeof drafts.$inferSelect

export const draftGone = () => new AppError('TeamDraftGone')

export const isOwnDraft = (userId: string, id: string) => and(eq(drafts.id, id), eq(drafts.userId, userId))

/** Selects the draft of a person. A person has one at most. */
export const selectDraftOf = (db: Database, userId: string) => db.select().from(drafts).where(eq(drafts.userId, userId))

export const draftPhotoUrl = (key: string) => photoUrl(key, 1280)

/** A city that is no longer in our data, or a place that was removed, is left out. */
export async function toTeamDraft(db: Database, row: DraftRow): Promise<TeamDraft> {
  const [city, place] = await Promise.all([
    row.cityId === null ? null : findCity(db, row.cityId),
    row.placeId === null ? null : findStoredPlace(db, row.placeId),
  ])
  const { id, version, step, furthestStep, activity, name, description, mainColor, secondColor, joinMode, topics, photoKey } = row
  return {
    ...{ id, version, step, furthestStep, activity, name, description, mainColor, secondColor, joinMode, topics, city },
    place: place && ({ id: place.id, name: place.name, cityName: place.cityName, cityState: place.cityState } satisfies DraftPlace),
    photoUrl: photoKey && draftPhotoUrl(photoKey),
  }
}

export async function findOwnDraft(db: Database, userId: string): Promise<MyTeamDraft> {
  const { draft, owned } = await runBatch(db, {
    draft: selectDraftOf(db, userId),
    owned: select({ count: asNumber }, sql`SELECT ${countOwned(userId)} AS count`),
  })
  const [row] = draft.rows
  return { draft: row ? await toTeamDraft(db, row) : null, isAtLimit: (owned.rows[0]?.count ?? 0) >= maxOwnedTeams }
}

/** Whether there still is something to remind of. Checked when the email is sent, because that can be later. */
export const isDraftOpen = async (db: Database, id: string): Promise<boolean> =>
  (await readFirst(db, db.select({ id: drafts.id }).from(drafts).where(eq(drafts.id, id)))) !== undefined
