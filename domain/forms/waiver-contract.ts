import * as v from 'valibot'
import { Cursor } from '../ids.ts'
import { Face } from '../profiles/contract.ts'

/** Each has a signature, which can be large if it was drawn. */
export const waiverPageSize = 20

/** A waiver that was signed with a form, in the list of those who run it. */
export const SignedWaiver = v.object({
  id: v.string(),
  field: v.string(),
  version: v.number(),
  submissionId: v.string(),
  /** Null without an account, and for an account that was deleted. */
  person: v.nullable(Face),
  email: v.nullable(v.string()),
  /** What the signer called themselves. */
  signer: v.string(),
  /** The child or player for whom it was signed; empty if they signed for themselves. */
  forWhom: v.string(),
  signature: v.union([v.object({ name: v.string() }), v.object({ strokes: v.array(v.array(v.number())) })]),
  /** SHA-256 of the label and the text that were signed. */
  wordsHash: v.string(),
  signedAt: v.number(),
  expiresAt: v.nullable(v.number()),
})
export type SignedWaiver = v.InferOutput<typeof SignedWaiver>

export const WaiverSearch = v.object({ cursor: Cursor })
export const WaiverPage = v.object({ waivers: v.array(SignedWaiver), next: v.nullable(v.string()) })
export type WaiverPage = v.InferOutput<typeof WaiverPage>
