import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { foldCityText } from '../../domain/cities/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { judgeDraft } from '../../domain/team-drafts/rules.ts'
import { CreateTeam } from '../../domain/teams/contract.ts'
import { findCitiesNamed } from '../cities/queries.ts'
import { findStoredPlace } from '../places/queries.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { createTeam, findCreatedTeam } from '../teams/commands.ts'
import { type DraftRow, draftGone, isOwnDraft } from './queries.ts'
import { teamDrafts as drafts } from './schema.ts'

/** How often we start again if another tab changes the draft at the same moment. */
const maxTries = 3

/**
 * Creates the team of a draft and deletes the draft, in one batch. The id of the team follows from the draft, so a request that is
 * repeated or sent twice at once returns the same team.
 */
export async function createFromDraft(db: Database, clock: Clock, userId: string, id: string): Promise<string> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const draft = await readFirst(db, db.select().from(drafts).where(isOwnDraft(userId, id)))
    if (!draft) {
      const teamId = await findCreatedTeam(db, userId, id)
      if (teamId === null) throw draftGone()
      return teamId
    }
    const refusal = judgeDraft(draft)
    if (refusal) throw refusal
    const teamId = await create(db, clock, draft)
    if (teamId !== null) return teamId
  }
  throw new AppError('TeamDraftConflict')
}

/** Null if another tab changed the draft in the meantime. */
async function create(db: Database, clock: Clock, draft: DraftRow): Promise<string | null> {
  const { id, userId, version, description, activity, mainColor, secondColor, joinMode, topics, photoKey } = draft
  const cityId = draft.cityId ?? (await findCityOfPlace(db, draft.placeId))
  const isUnchanged = sql`EXISTS (SELECT 1 FROM ${drafts} WHERE ${isOwnDraft(userId, id)} AND ${eq(drafts.version, version)}
    AND ${drafts.photoKey} IS ${photoKey})`
  try {
    return await createTeam(
      db,
      clock,
      userId,
      {
        ...{
          name: v.parse(CreateTeam.entries.name, draft.name),
          description,
          activity,
          mainColor,
          secondColor,
          joinMode,
          topics,
          idempotencyKey: id,
        },
        ...(cityId === null ? {} : { cityId }),
      },
      { photoKey, when: isUnchanged, after: (isCreated) => [db.delete(drafts).where(sql`${isOwnDraft(userId, id)} AND ${isCreated}`)] },
    )
  } catch (error) {
    if (error instanceof AppError && error.code === 'Conflict') return null
    throw error
  }
}

/** A community is found by its city, so one that only chose a place is in the city of that place. */
async function findCityOfPlace(db: Database, placeId: string | null): Promise<number | null> {
  const place = placeId === null ? null : await findStoredPlace(db, placeId)
  if (!place) return null
  const name = foldCityText(`${place.cityName} ${place.cityState}`)
  return (await findCitiesNamed(db, [name])).get(name)?.[0]?.id ?? null
}
