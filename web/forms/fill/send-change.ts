import type { Submission } from '../../../domain/forms/submission-contract.ts'
import { maxMergedSaves } from '../../../domain/merge-edits.ts'
import { ApiError } from '../../api.ts'
import type { AnswerStore } from './answer-store.ts'

type Change = {
  /** Sends the answers, which replace those with this revision. */
  send: (revision: number) => Promise<unknown>
  /** What was sent, as it is now. */
  read: () => Promise<Pick<Submission, 'answers' | 'revision' | 'files'>>
  /** Answers from elsewhere were added. */
  onMerged: () => void
}

const isChanged = (error: unknown) => error instanceof ApiError && error.code === 'SubmissionChanged'

/**
 * Sends other answers for what was sent before. A decision of an organizer or a payment raises the revision too. Then it is sent once more. If
 * the answers are others now, they are added to the form, and the person looks at it first.
 */
export async function sendChange(store: AnswerStore, change: Change, triesLeft = maxMergedSaves): Promise<void> {
  const revision = store.readSaved()?.savedAt ?? 0
  try {
    await change.send(revision)
  } catch (error) {
    if (!isChanged(error) || triesLeft === 0) throw error
    const newest = await change.read()
    if (newest.revision === revision) throw error
    for (const file of newest.files) store.noteFile(file)
    if (store.mergeSaved({ answers: newest.answers, savedAt: newest.revision })) {
      change.onMerged()
      throw error
    }
    await sendChange(store, change, triesLeft - 1)
  }
}
