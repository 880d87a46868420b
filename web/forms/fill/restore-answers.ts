import type { RawAnswers } from '../../../domain/forms/answers.ts'
import type { FormIndex } from '../../../domain/forms/index-content.ts'
import { keepKnown, withFirstRows } from './fit-answers.ts'
import { mergeAnswers, type SavedAnswers } from './merge-answers.ts'

type Beginnings = {
  device: { answers: RawAnswers; saved: SavedAnswers | null } | null
  server: SavedAnswers | null
  /** What the form began with on the device, if it does not know a version. */
  first: RawAnswers
}

/**
 * What a form begins with: what was begun on this device, with what was saved elsewhere since then. The clock of a device says nothing, so versions
 * are compared.
 */
export function restoreAnswers(index: FormIndex, { device, server, first }: Beginnings): { answers: RawAnswers; isMixed: boolean } | null {
  const kept = device ?? server
  if (!kept) return null
  const answers = keepKnown(index, kept.answers)
  if (!device || !server || device.saved?.savedAt === server.savedAt) return { answers, isMixed: false }
  const mine = withFirstRows(index, answers)
  const merged = mergeAnswers(index, { base: device.saved?.answers ?? first, mine, theirs: server.answers })
  return { answers: merged.answers, isMixed: merged.hasTheirs && merged.hasMine }
}
