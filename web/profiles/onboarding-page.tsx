import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, FormProvider, useWatch } from 'react-hook-form'
import { Navigate, useLocation } from 'react-router'
import * as v from 'valibot'
import { readReturnPath } from '../../domain/access/rules.ts'
import { PrivacySwitches } from '../../domain/privacy/contract.ts'
import { type OwnProfile, SetUpProfile } from '../../domain/profiles/contract.ts'
import { acceptanceFields } from '../accounts/acceptance-fields.ts'
import { TermsCheckboxes } from '../accounts/terms-checkboxes.tsx'
import { usePlatform } from '../app-state.ts'
import { PrivacySwitchRows } from '../privacy/privacy-switch-rows.tsx'
import { Beans } from '../ui/beans.tsx'
import { Button } from '../ui/button.tsx'
import { CourtArt } from '../ui/court-art.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { TextArea } from '../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { ActivityChooser } from './activity-chooser.tsx'
import { PictureField } from './picture-field.tsx'
import { listMissingFields, ProfileFields, profileDefaults, profileFields } from './profile-fields.tsx'
import { MissingFields } from './profile-form.tsx'
import { ownProfile, settingUpProfile } from './queries.ts'

const Form = v.object({
  ...profileFields,
  activities: SetUpProfile.entries.activities,
  privacy: PrivacySwitches,
  ...acceptanceFields,
})

/** How long the welcome is shown. Then the next page is loaded from the server, because the user's session data has changed. */
const welcomeMs = 250

/** A new user sets their availability next. After that they go to the page they wanted to open. */
function toNextStep(here: string): string {
  const next = readReturnPath(here)
  return `/settings?tab=availability&skippable=true${next === null ? '' : `&next=${encodeURIComponent(next)}`}`
}

export default function OnboardingPage() {
  const { data, error, refetch } = useQuery(ownProfile)
  const { search } = useLocation()
  const [welcomedName, setWelcomedName] = useState<string | null>(null)
  const welcome = (name: string) => {
    setWelcomedName(name)
    setTimeout(() => location.assign(toNextStep(search)), welcomeMs)
  }
  if (data?.hasAdditionalInfo && welcomedName === null) return <Navigate to="/settings?tab=general" replace />
  return (
    <div className={pageFrame('wide', 'grid gap-8 pt-1 sm:pt-10 lg:grid-cols-[minmax(0,36rem)_1fr] lg:gap-20')}>
      <div className="grid content-start gap-6 max-lg:order-2 lg:pb-10">
        {welcomedName !== null ? (
          <Welcome name={welcomedName} />
        ) : (
          <>
            <header className="grid gap-2">
              <h1>More Information</h1>
              <p className="text-soft">It takes a minute and helps you find the right games.</p>
            </header>
            {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {!data && !error && (
              <Loading>
                <SkeletonText lines={6} />
              </Loading>
            )}
            {data && <PictureField face={{ id: data.id, name: data.displayNameFallback, pictureUrl: data.pictureUrl }} />}
            {data && <OnboardingForm profile={data} onDone={welcome} />}
          </>
        )}
      </div>
      <div className="h-22 sm:h-36 lg:sticky lg:top-10 lg:h-[min(40rem,calc(100dvh-9rem))]" aria-hidden="true">
        <CourtArt activity="volleyball" seed="welcome" className="block size-full overflow-hidden rounded-card lg:rounded-cover" />
      </div>
    </div>
  )
}

function Welcome({ name }: { name: string }) {
  const platform = usePlatform()
  return (
    <div role="status" className="grid justify-items-start gap-5">
      <Beans size={96} mood="happy" />
      <h1>Welcome to {platform.name}!</h1>
      <p className="text-soft">Glad you are here, {name}. One more thing: when can you play?</p>
    </div>
  )
}

function OnboardingForm({ profile, onDone }: { profile: OwnProfile; onDone: (name: string) => void }) {
  const setUp = useMutation(settingUpProfile)
  const { hasAcceptedTerms } = profile
  const form = useAppForm(Form, {
    defaultValues: {
      ...profileDefaults(profile),
      activities: profile.sportAvailability,
      privacy: {
        messagesFromAnyone: true,
        publicBadges: true,
        publicOnlineStatus: true,
        publicUpcomingGames: true,
        publicHours: true,
        publicLinkPreview: false,
      },
      isOldEnough: hasAcceptedTerms,
      acceptsTerms: hasAcceptedTerms,
    },
    excludedFromDraft: ['isOldEnough', 'acceptsTerms'],
    draftKey: 'profile:new',
  })
  const { errors, isSubmitting } = form.formState
  const missing = listMissingFields(Form, useWatch({ control: form.control }))
  const submit = form.submitWith(async ({ city, isOldEnough, acceptsTerms, ...fields }) => {
    if (!city) return
    await setUp.mutateAsync({ ...fields, cityId: city.id, ...(!hasAcceptedTerms && { isOldEnough, acceptsTerms }) })
    onDone(fields.displayName)
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-10">
      <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      <div className="grid gap-5">
        <FormProvider {...form}>
          <ProfileFields email={profile.email} cityKey={String(form.restoredFrom)} />
        </FormProvider>
        <TextArea label="Bio" isOptional error={errors.bio?.message} hint="You can do this later." {...form.register('bio')} />
      </div>
      <section aria-labelledby="what-you-play" className="grid gap-3">
        <header className="flex items-baseline justify-between gap-4">
          <h2 id="what-you-play">Favorite activities</h2>
          <p className="text-small text-soft">Pick atleast one</p>
        </header>
        <Controller
          control={form.control}
          name="activities"
          render={({ field, fieldState }) => (
            <ActivityChooser value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
          )}
        />
      </section>
      <section aria-labelledby="what-others-see" className="grid gap-1">
        <h2 id="what-others-see">What others see</h2>
        <Controller
          control={form.control}
          name="privacy"
          render={({ field }) => (
            <PrivacySwitchRows switches={field.value} onChange={(name, isOn) => field.onChange({ ...field.value, [name]: isOn })} />
          )}
        />
      </section>
      {!hasAcceptedTerms && (
        <TermsCheckboxes
          isOldEnough={{ ...form.register('isOldEnough'), error: errors.isOldEnough?.message }}
          acceptsTerms={{ ...form.register('acceptsTerms'), error: errors.acceptsTerms?.message }}
        />
      )}
      <div className="grid justify-items-start gap-2">
        <FormFailure failure={form.failure} />
        <Button type="submit" variant="primary" disabled={missing.length > 0} isPending={isSubmitting} pendingLabel="Setting up">
          Setup Account
        </Button>
        <MissingFields names={missing} />
      </div>
    </form>
  )
}
