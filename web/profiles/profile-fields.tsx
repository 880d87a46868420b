import { Controller, useFormContext } from 'react-hook-form'
import * as v from 'valibot'
import { City } from '../../domain/cities/contract.ts'
import { genders, joinReasons, maxDisplayNameLength, type OwnProfile, ProfileForm, pronouns } from '../../domain/profiles/contract.ts'
import { CityField } from '../cities/city-field.tsx'
import { TextField } from '../ui/field.tsx'
import { type Option, Select } from '../ui/select.tsx'

/** The contract's own rules; the city is chosen whole here and sent by its number. */
export const profileFields = {
  ...v.omit(ProfileForm, ['cityId']).entries,
  city: v.pipe(
    v.nullable(City),
    v.check((city) => city !== null, 'Pick a city from the list.'),
  ),
}

const AllFields = v.object(profileFields)
export type ProfileInput = v.InferInput<typeof AllFields>

/** As the form opens: what is known, and what most people would pick. */
export const profileDefaults = (profile: OwnProfile): ProfileInput => ({
  displayName: profile.displayName ?? '',
  fullName: profile.fullName ?? '',
  city: profile.defaultCity,
  gender: profile.gender,
  pronoun: profile.pronoun,
  joinReason: profile.joinReason,
  bio: profile.bio,
})

const fieldNames: Record<string, string> = { displayName: 'display name', fullName: 'full name', city: 'city', activities: 'an activity' }

/** What keeps the button from being pressed, in words: a gray button alone does not say. */
export function listMissing(schema: v.GenericSchema, values: unknown): string[] {
  const parsed = v.safeParse(schema, values)
  if (parsed.success) return []
  const names = parsed.issues.map((issue) => fieldNames[String(issue.path?.[0]?.key)] ?? 'something above')
  return [...new Set(names)]
}

const options = <Value extends string>(values: readonly Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: value.replace('-', value.startsWith('Find') ? ' ' : '-') }))

const genderOptions = options(genders)
const pronounOptions = options(pronouns)
const joinReasonOptions = options(joinReasons)

type ProfileFieldsProps = {
  email: string
  /** Changes when the city is set from outside, by a draft or by what was saved elsewhere: the field starts with it then. */
  cityKey: string
}

/** Name, city and who one is. The form around it, which provides itself, decides what else is asked for. */
export function ProfileFields({ email, cityKey }: ProfileFieldsProps) {
  const form = useFormContext<ProfileInput>()
  const { errors } = form.formState
  return (
    <>
      <TextField
        label="Display name"
        hint="The name people see here."
        limit={maxDisplayNameLength}
        autoComplete="nickname"
        error={errors.displayName?.message}
        {...form.register('displayName')}
      />
      <TextField
        label="Full name"
        hint="Your full name stays private. Hosts see it only where a form asks for it."
        autoComplete="name"
        error={errors.fullName?.message}
        {...form.register('fullName')}
      />
      <TextField label="Email" type="email" value={email} disabled readOnly autoComplete="email" />
      <Controller
        control={form.control}
        name="city"
        render={({ field }) => <CityField key={cityKey} label="City" picked={field.value} onPick={field.onChange} />}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="gender"
          render={({ field }) => (
            <Select label="Gender" isOptional options={genderOptions} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
          )}
        />
        <Controller
          control={form.control}
          name="pronoun"
          render={({ field }) => (
            <Select label="Pronoun" options={pronounOptions} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
          )}
        />
      </div>
      <Controller
        control={form.control}
        name="joinReason"
        render={({ field }) => (
          <Select
            label="What brings you here?"
            isOptional
            options={joinReasonOptions}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
    </>
  )
}
