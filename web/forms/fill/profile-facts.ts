import type { FormContent } from '../../../domain/forms/content.ts'
import type { Field, FieldKind } from '../../../domain/forms/fields.ts'

const nameLabels = ['name', 'your name', 'full name', 'your full name', 'first and last name']
const kindsOfProfile: readonly FieldKind[] = ['email', 'city', 'activity', 'level']

/** A short text that asks for the name of who fills the form. The name of a player or a child is another one. */
export const asksOwnName = ({ kind, label }: Pick<Field, 'kind' | 'label'>): boolean =>
  kind === 'shortText' && nameLabels.includes(label.trim().toLowerCase())

/** Whether a form asks something that a profile says. */
export const asksOfProfile = ({ pages }: Pick<FormContent, 'pages'>): boolean =>
  pages.some(({ fields }) => fields.some((field) => kindsOfProfile.includes(field.kind) || asksOwnName(field)))
