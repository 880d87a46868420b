import * as v from 'valibot'
import { Id, IdempotencyKey } from '../ids.ts'
import { oneLineText, plainText, properName } from '../texts.ts'
import { maxChosen, maxMessageLength, maxNoteLength, maxReasonLength, maxTagLength } from './limits.ts'
import { Answers, SubmissionKey } from './submission-contract.ts'

export const ChangeSubmission = v.object({
  answers: Answers,
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ...SubmissionKey.entries,
  /** With which new files were added. Needed without an account. */
  secret: v.optional(IdempotencyKey),
})
export type ChangeSubmission = v.InferOutput<typeof ChangeSubmission>
export const ChangedSubmission = v.object({ revision: v.number() })

const Chosen = v.pipe(
  v.array(Id),
  v.minLength(1, 'Choose a submission.'),
  v.maxLength(maxChosen, `Choose up to ${maxChosen} submissions at once.`),
)
export const Tag = properName('A tag', 1, maxTagLength)
export const DeclineReason = oneLineText('The reason', maxReasonLength)
export const SenderMessage = v.pipe(oneLineText('The message', maxMessageLength), v.minLength(2, 'Write the message.'))
export const NoteLine = v.pipe(oneLineText('The note', maxMessageLength), v.minLength(1, 'Write the note.'))
export const SubmissionNote = plainText('A note', maxNoteLength)

/** Decides about several submissions, or marks them. What does not apply to one of them leaves it as it is. */
export const ChangeSubmissions = v.object({
  ids: Chosen,
  change: v.variant('do', [
    v.object({ do: v.literal('accept') }),
    /** With a key, all that is left of what was paid by card for those that are declined now goes back. The same key gives nothing twice. */
    v.object({ do: v.literal('decline'), reason: v.optional(DeclineReason, ''), refundKey: v.optional(IdempotencyKey) }),
    /** Puts those who are accepted on the roster of a season, on a side of it or on none. */
    v.object({ do: v.literal('roster'), seasonId: Id, groupId: v.optional(v.nullable(Id), null) }),
    v.object({ do: v.literal('remind') }),
    /** The same key reaches each sender once. */
    v.object({ do: v.literal('message'), text: SenderMessage, idempotencyKey: IdempotencyKey }),
    v.object({ do: v.literal('addTag'), tag: Tag }),
    v.object({ do: v.literal('removeTag'), tag: Tag }),
    /** Goes to the end of each note that has room for it. The same key adds it once. */
    v.object({ do: v.literal('addNote'), text: NoteLine, idempotencyKey: IdempotencyKey }),
  ]),
})
export type ChangeSubmissions = v.InferOutput<typeof ChangeSubmissions>
/** Gives all that is left of what was paid by card for these submissions back. The same key gives nothing twice. */
export const RefundSubmissions = v.object({ ids: Chosen, idempotencyKey: IdempotencyKey })
export type RefundSubmissions = v.InferOutput<typeof RefundSubmissions>

/** Those that were changed. */
export const ChangedSubmissions = v.object({ ids: v.array(v.string()) })
export type ChangedSubmissions = v.InferOutput<typeof ChangedSubmissions>

/**
 * Why organizers could not accept somebody, or put them on a roster: their side is full; the form or an option has no free place; they have no
 * account; they are not in the community.
 */
export const refusalReasons = ['sideFull', 'noPlace', 'noAccount', 'notMember'] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Those that were changed, and why others were not, if their state does not say it. */
export const DecidedSubmissions = v.object({
  ids: v.array(v.string()),
  refused: v.array(v.object({ id: v.string(), reason: v.picklist(refusalReasons) })),
})
export type DecidedSubmissions = v.InferOutput<typeof DecidedSubmissions>

export const NoteSubmission = v.object({
  note: SubmissionNote,
  /** The note that this one replaces. If it is another one by now, nothing is overwritten. A line may have made it longer, as the database counts. */
  before: v.pipe(v.string(), v.maxLength(2 * maxNoteLength)),
})
export type NoteSubmission = v.InferOutput<typeof NoteSubmission>
