import { Controller, useFormContext } from 'react-hook-form'
import * as v from 'valibot'
import { City } from '../../domain/cities/contract.ts'
import { genders, joinReasons, maxDisplayNameLength, type OwnProfile, ProfileForm, pronouns } from '../../domain/profiles/contract.ts'
import { CityField } from '../cities/city-field.tsx'
import { TextField } from '../ui/field.tsx'
import { type Option, Select } from '../ui/select.tsx'

/** The rules of the contract, but with the whole city: the form needs its name, while the request sends only its id. */
export const profileFields = {
  ...v.omit(ProfileForm, ['cityId']).entries,
  city: v.pipe(
    v.nullable(City),
    v.check((city) => city !== null, 'Choose a city from the list.'),
  ),
}

const AllFields = v.object(profileFields)
export type ProfileInput = v.InferInput<typeof AllFields>

/** The values the form starts with, from the saved profile. */
export const profileDefaults = (profile: OwnProfile): ProfileInput => ({
  displayName: profile.displayName ?? profile.suggestedName ?? '',
  fullName: profile.fullName ?? '',
  city: profile.defaultCity,
  gender: profile.gender,
  pronoun: profile.pronoun,
  joinReason: profile.joinReason,
  bio: profile.bio,
})

const fieldNames: Record<string, string> = {
  displayName: 'display name',
  fullName: 'full name',
  city: 'city',
  activities: 'an activity',
  isOldEnough: 'your age',
  acceptsTerms: 'the terms',
}

/** Names the fields that are still missing, because a disabled button alone does not tell the reason. */
export function listMissingFields(schema: v.GenericSchema, values: unknown): string[] {
  const parsed = v.safeParse(schema, values)
  if (parsed.success) return []
  const names = parsed.issues.map((issue) => fieldNames[String(issue.path?.[0]?.key)] ?? 'something above')
  return [...new Set(names)]
}

export const formatOption = (value: string) => value.replace('-', value.startsWith('Find') ? ' ' : '-')

const toOptions = <Value extends string>(values: readonly Value[]): Option<Value>[] =>
  values.map((value) => ({ value, label: formatOption(value) }))

const genderOptions = toOptions(genders)
const pronounOptions = toOptions(pronouns)
const joinReasonOptions = toOptions(joinReasons)

type ProfileFieldsProps = {
  email: string
  /**
   * Must change when the city is set from outside the field, by a draft or by a newer saved profile. The field then starts again
   * with that city.
   */
  cityKey: string
}

/** The fields for name, city and personal details. It needs a `FormProvider` around it; the form there may add more fields. */
export function ProfileFields({ email, cityKey }: ProfileFieldsProps) {
  const form = useFormContext<ProfileInput>()
  const { errors } = form.formState
  return (
    <>
      <TextField
        label="Display name"
        hint="The name other people see."
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
