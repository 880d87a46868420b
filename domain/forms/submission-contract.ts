import * as v from 'valibot'
import { Id } from '../ids.ts'
import { currencies } from '../money.ts'
import { Face } from '../profiles/contract.ts'
import { FormContent } from './content.ts'
import { FormFile } from './files.ts'
import { maxAnswersSize } from './limits.ts'

/**
 * `paying`: the places are held until it is paid. `waiting`: an option is full. `asked`: an organizer decides. `accepted`: it counts.
 * `ended`: it was not paid in time.
 */
export const submissionStates = ['paying', 'waiting', 'asked', 'accepted', 'declined', 'withdrawn', 'ended'] as const
export type SubmissionState = (typeof submissionStates)[number]

/** Where a submission is in a list. */
export const Standing = v.object({
  state: v.picklist(submissionStates),
  /** An organizer filled it, and its person must add something before it counts. Only while the state is `asked`. */
  isMissing: v.boolean(),
})
export type Standing = v.InferOutput<typeof Standing>

export const SubmissionPath = v.object({ id: Id, submissionId: Id })

/** The secret from the link to what was sent without an account. */
export const SubmissionKey = v.object({ key: v.optional(v.pipe(v.string(), v.maxLength(100))) })

/** Written with its type, because the compiler cannot infer it inside other schemas. */
export const Content: v.GenericSchema<unknown, FormContent> = FormContent

/** Answers as they are sent. `decide` judges each. */
export const Answers = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((answers) => JSON.stringify(answers).length <= maxAnswersSize, 'These answers are too long.'),
)

export const Money = v.object({ amount: v.number(), currency: v.picklist(currencies) })

/**
 * A waiver that a person has signed before, so that it is not asked again. It counts until `expiresAt`, or forever. `forWhom` is the child in whose row
 * it counts, and empty for the signer.
 */
export const SignedBefore = v.object({
  ...{ field: v.string(), forWhom: v.string(), signedAt: v.number(), expiresAt: v.nullable(v.number()) },
})
export type SignedBefore = v.InferOutput<typeof SignedBefore>

export const Sender = v.object({
  /** Null without an account, and for an account that was deleted. */
  person: v.nullable(Face),
  email: v.nullable(v.string()),
})

/** What happened to a submission, the latest first. */
export const submissionEventKinds = [
  'sent',
  'changed',
  'accepted',
  'declined',
  'withdrawn',
  'paid',
  'ended',
  'offered',
  'noted',
  'reminded',
  'messaged',
  'refunded',
  'cashUndone',
  'tagged',
  'untagged',
  'filled',
  'completed',
] as const
/** See `EventChange`. */
const Change = v.object({ field: v.nullable(v.string()), row: v.nullable(v.number()), before: v.string(), after: v.string() })
export const SubmissionEvent = v.object({
  kind: v.picklist(submissionEventKinds),
  by: v.nullable(Face),
  at: v.number(),
  /** What was changed, in words, without what the viewer may not see. */
  changes: v.array(Change),
})
export type SubmissionEvent = v.InferOutput<typeof SubmissionEvent>
export type SubmissionEventKind = SubmissionEvent['kind']

/** The fields whose answers only the owner sees, and not the viewer. Nothing of them is in what they get. */
export const HiddenFields = v.array(v.string())

/** A submission as its sender and the organizers see it. */
export const Submission = v.object({
  id: v.string(),
  form: v.object({ id: v.string(), title: v.string(), team: v.object({ id: v.string(), name: v.string() }) }),
  state: v.picklist(submissionStates),
  ...Sender.entries,
  /** The name in the answers, or else the first short answer: see `labelOf`. */
  label: v.string(),
  version: v.number(),
  content: Content,
  answers: v.record(v.string(), v.unknown()),
  hidden: HiddenFields,
  /** The files in the answers. */
  files: v.array(FormFile),
  ending: v.string(),
  /** The waivers that were not asked, because the sender had signed them. */
  signed: v.array(SignedBefore),
  total: v.nullable(Money),
  payUntil: v.nullable(v.number()),
  sentAt: v.number(),
  /** Increases with each change. */
  revision: v.number(),
  /** The viewer sent it and may still withdraw it. */
  canWithdraw: v.boolean(),
  /** The viewer sent it and may still change the answers. They are judged as on the day they were sent. */
  changing: v.nullable(v.object({ today: v.string(), isMember: v.boolean() })),
  /** An organizer filled it for the sender, who must add these answers before it counts. Ages count on this day. */
  missing: v.nullable(
    v.object({
      answers: v.array(v.object({ field: v.string(), row: v.nullable(v.number()) })),
      today: v.string(),
      /** The viewer is a member of the community now. */
      isMember: v.boolean(),
    }),
  ),
  isMine: v.boolean(),
  /** Only for organizers; null for the sender. */
  organizer: v.nullable(v.object({ tags: v.array(v.string()), note: v.string() })),
  history: v.array(SubmissionEvent),
})
export type Submission = v.InferOutput<typeof Submission>
