import type { FormContent } from '../../../domain/forms/content.ts'
import type { Field, FieldKind } from '../../../domain/forms/fields.ts'
import type { OwnProfile } from '../../../domain/profiles/contract.ts'

/** What the profile of the viewer says that a form can ask. */
export type KnownProfile = {
  name: string | null
  email: string | null
  cityId: number | null
  /** With its level, if the person does only one. With several, we do not know which one the form means. */
  activity: { id: string; level: number | null } | null
}

const nameLabels = ['name', 'your name', 'full name', 'your full name', 'first and last name']
const kindsOfProfile: readonly FieldKind[] = ['email', 'city', 'activity', 'level']

/** A short text that asks for the name of who fills the form. The name of a player or a child is another one. */
export const asksOwnName = ({ kind, label }: Pick<Field, 'kind' | 'label'>): boolean =>
  kind === 'shortText' && nameLabels.includes(label.trim().toLowerCase())

/** Whether a form asks something that a profile says. */
export const asksOfProfile = ({ pages }: Pick<FormContent, 'pages'>): boolean =>
  pages.some(({ fields }) => fields.some((field) => kindsOfProfile.includes(field.kind) || asksOwnName(field)))

type ProfileFacts = Pick<OwnProfile, 'fullName' | 'displayName' | 'email' | 'defaultCity' | 'sportAvailability'>

export function toKnownProfile({ fullName, displayName, email, defaultCity, sportAvailability }: ProfileFacts): KnownProfile {
  const [only, ...others] = sportAvailability.filter(({ isOn }) => isOn)
  return {
    ...{ name: fullName ?? displayName, email, cityId: defaultCity?.id ?? null },
    activity: only && others.length === 0 ? { id: only.activity, level: only.level } : null,
  }
}
