import * as v from 'valibot'
import { PlainDate, TimeZone } from '../availability/contract.ts'
import { Cursor, Id, IdempotencyKey } from '../ids.ts'
import { currencies } from '../money.ts'
import { FormContent } from './content.ts'
import { formTemplates } from './templates.ts'

/** How many drafts and open forms a community can have. What was published can be closed, but not deleted, so closed forms do not count. */
export const maxForms = 100
/** The same with closed forms. */
export const maxFormsInAll = 1000
export const formPageSize = 30

export const FormPath = v.object({ id: Id })

/** Starts a form from a template, or as a copy of another form that the person runs. */
export const CreateForm = v.object({
  from: v.variant('kind', [
    v.object({ kind: v.literal('template'), template: v.picklist(formTemplates, 'Choose a template.') }),
    v.object({ kind: v.literal('copy'), formId: Id }),
  ]),
  /** The zone of the person, in which they mean the dates of the form. A copy keeps the zone of its source. */
  timeZone: v.optional(TimeZone),
  idempotencyKey: v.optional(IdempotencyKey),
})
export type CreateForm = v.InferOutput<typeof CreateForm>

export const formStates = ['draft', 'open', 'closed'] as const
export type FormState = (typeof formStates)[number]

/** A form in the list of those who run it. */
export const FormRow = v.object({
  id: v.string(),
  title: v.string(),
  team: v.object({ id: v.string(), name: v.string() }),
  state: v.picklist(formStates),
  /** Something was changed since it was published. */
  hasChanges: v.boolean(),
  updatedAt: v.number(),
})
export type FormRow = v.InferOutput<typeof FormRow>

export const FormSearch = v.object({ cursor: Cursor })
export const FormPage = v.object({ forms: v.array(FormRow), next: v.nullable(v.string()) })
export type FormPage = v.InferOutput<typeof FormPage>

/**
 * A form as those see it who build it. The version increases with each change, so that a second tab notices it.
 * `feeBasisPoints` is our fee with the plan of the community.
 */
export const FormDraft = v.object({ ...FormRow.entries, content: FormContent, version: v.number(), feeBasisPoints: v.number() })
export type FormDraft = v.InferOutput<typeof FormDraft>

/** The forms that the games of a community can ask for. */
export const AskableForms = v.object({ forms: v.array(v.object({ id: v.string(), title: v.string() })) })
export type AskableForms = v.InferOutput<typeof AskableForms>

const Version = v.pipe(v.number(), v.integer(), v.minValue(1))
export const SaveDraft = v.object({ content: FormContent, version: Version })
export type SaveDraft = v.InferOutput<typeof SaveDraft>
export const SavedDraft = v.object({ version: v.number() })

export const PublishForm = v.object({
  version: Version,
  /** A form that is closed stays closed. */
  keepsClosed: v.optional(v.boolean(), false),
})
export type PublishForm = v.InferOutput<typeof PublishForm>
/** Answers to a draft, to see what it does with them. Nothing is stored. */
export const TryForm = v.object({
  answers: v.record(v.string(), v.unknown()),
  /** The day on which they would be sent. */
  today: PlainDate,
  isMember: v.optional(v.boolean(), false),
})
export type TryForm = v.InferOutput<typeof TryForm>

/** What is wrong with an answer: a code, and what it is about. */
const Fault = v.object({
  field: v.string(),
  /** The row of a group. */
  row: v.nullable(v.number()),
  code: v.string(),
  limit: v.optional(v.number()),
  date: v.optional(v.string()),
})

const Part = v.object({ on: v.nullable(v.string()), amount: v.number() })

/** What a form does with answers. */
export const TriedForm = v.object({
  /** The pages on the way to the end. */
  pages: v.array(v.string()),
  ending: v.string(),
  /** What would be stored: only what is asked. */
  answers: v.record(v.string(), v.unknown()),
  faults: v.array(Fault),
  /** What would be paid, without coupons. Null if the form takes no money. */
  price: v.nullable(v.object({ amount: v.number(), currency: v.picklist(currencies), bookingFee: v.number(), parts: v.array(Part) })),
})
export type TriedForm = v.InferOutput<typeof TriedForm>

export const CloseForm = v.object({ isClosed: v.boolean() })
