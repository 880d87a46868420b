import * as v from 'valibot'
import { Id, IdempotencyKey } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { OpenForm, SendForm } from './fill-contract.ts'
import { SubmissionKey } from './submission-contract.ts'

/** The person is a member or a guest of the community. */
export const TeamAddPath = v.object({ id: Id, personId: Id })

/** For whom an organizer fills a form. */
const AddedPerson = v.object({
  id: v.string(),
  name: v.string(),
  /** Null for a guest, who has no account. */
  face: v.nullable(Face),
  /** Who signs and pays: the person, or the parent of a child. Null if we have no address. */
  signer: v.nullable(v.string()),
})

export const TeamAddForm = v.object({ form: OpenForm, person: AddedPerson })
export type TeamAddForm = v.InferOutput<typeof TeamAddForm>

/** What only the person can say is not a part of it. */
export const FillForPerson = v.object({
  ...v.pick(SendForm, ['version', 'answers', 'total', 'coupon']).entries,
  idempotencyKey: IdempotencyKey,
})
export type FillForPerson = v.InferOutput<typeof FillForPerson>

/** `isMissing`: the person was asked for what only they can say. */
export const FilledForPerson = v.object({ id: v.string(), isMissing: v.boolean(), mustPay: v.boolean() })
export type FilledForPerson = v.InferOutput<typeof FilledForPerson>

/** What the person adds to what was filled for them. */
export const AddMissing = v.object({
  answers: SendForm.entries.answers,
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ...SubmissionKey.entries,
  /** With which files were added. Needed without an account. */
  secret: v.optional(IdempotencyKey),
})
export type AddMissing = v.InferOutput<typeof AddMissing>
