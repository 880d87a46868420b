import * as v from 'valibot'
import { Id } from '../ids.ts'
import { properName } from '../texts.ts'
import { FieldId } from './ids.ts'
import { maxFields, maxViewNameLength } from './limits.ts'
import { SubmissionSearch } from './submission-list-contract.ts'

/** A search for somebody is not kept: a view is for everybody who runs the form, and outlives what it finds. */
const { cursor: _cursor, q: _q, ...kept } = SubmissionSearch.entries
const ViewFilter = v.object(kept)

const entries = { columns: v.pipe(v.array(FieldId), v.maxLength(maxFields)), filter: ViewFilter }

/** Keeps the columns and the filter of a form's list under a name. A view with the same name is replaced. */
export const SaveFormView = v.object({ name: properName('A name', 1, maxViewNameLength), ...entries })
export type SaveFormView = v.InferOutput<typeof SaveFormView>

const FormView = v.object({ id: v.string(), name: v.string(), ...entries })
export type FormView = v.InferOutput<typeof FormView>
export const FormViews = v.object({ views: v.array(FormView) })

export const FormViewPath = v.object({ id: Id, viewId: Id })
