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
  /** Null once the submission is deleted. What was signed stays to its date. */
  submissionId: v.nullable(v.string()),
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
/** Who has signed, as lists say it. */
export const nameSigner = ({
  person,
  signer,
  email,
}: { person: { name: string } | null } & Pick<SignedWaiver, 'signer' | 'email'>): string =>
  person?.name ?? (signer || email || 'A deleted account')

/** What was signed, also if the form has other words by now. */
export const SignedText = v.object({ wordsHash: v.string(), label: v.string(), text: v.string() })
export type SignedText = v.InferOutput<typeof SignedText>

export const WaiverSearch = v.object({
  cursor: Cursor,
  /** A part of the name of who signed, or of whom it was signed for. */
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
})
export type WaiverSearch = v.InferOutput<typeof WaiverSearch>
/** Each text that was signed on this page is in it once. A search may answer with few, or none, and go on. */
export const WaiverPage = v.object({ waivers: v.array(SignedWaiver), texts: v.array(SignedText), next: v.nullable(v.string()) })
export type WaiverPage = v.InferOutput<typeof WaiverPage>
