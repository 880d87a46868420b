import * as v from 'valibot'
import { Cursor, Id, IdempotencyKey } from '../ids.ts'
import { FormContent } from './content.ts'
import { formTemplates } from './templates.ts'

export const maxForms = 100
export const formPageSize = 30

export const FormPath = v.object({ id: Id })

/** Starts a form from a template, or as a copy of another form that the person runs. */
export const CreateForm = v.object({
  from: v.variant('kind', [
    v.object({ kind: v.literal('template'), template: v.picklist(formTemplates, 'Choose a template.') }),
    v.object({ kind: v.literal('copy'), formId: Id }),
  ]),
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

/** A form as those see it who build it. The version increases with each change, so that a second tab notices it. */
export const FormDraft = v.object({ ...FormRow.entries, content: FormContent, version: v.number() })
export type FormDraft = v.InferOutput<typeof FormDraft>

const Version = v.pipe(v.number(), v.integer(), v.minValue(1))
export const SaveDraft = v.object({ content: FormContent, version: Version })
export type SaveDraft = v.InferOutput<typeof SaveDraft>
export const SavedDraft = v.object({ version: v.number() })

export const PublishForm = v.object({ version: Version })
export const CloseForm = v.object({ isClosed: v.boolean() })
