import * as v from 'valibot'
import { AppError } from '../errors.ts'
import { CreateTeam } from '../teams/contract.ts'
import { minute } from '../time/spans.ts'
import { reviewStep, type SaveTeamDraft } from './contract.ts'

/** Without any activity for this long, the person has left. */
export const leftAfter = 30 * minute

type Filled = Pick<SaveTeamDraft, 'activity' | 'name' | 'cityId' | 'placeId'>

/** The first page on which something is missing, or the page that shows everything. */
export function findFirstOpenStep({ activity, name, cityId, placeId }: Filled): number {
  if (activity === null) return 0
  if (!v.safeParse(CreateTeam.entries.name, name).success) return 1
  return cityId === null && placeId === null ? 2 : reviewStep
}

const fieldOfStep: Record<number, string> = { 0: 'activity', 1: 'name', 2: 'cityId' }

/** A person reaches a page after they have filled in the pages before it. */
export const judgeStep = (draft: Filled & { step: number }): AppError | null =>
  draft.step > findFirstOpenStep(draft) ? new AppError('TeamDraftStep', { field: 'step' }) : null

/** Whether a team can be created from the draft. */
export function judgeDraft(draft: Filled): AppError | null {
  const open = findFirstOpenStep(draft)
  return open === reviewStep ? null : new AppError('TeamDraftIncomplete', { field: fieldOfStep[open] ?? 'name' })
}
