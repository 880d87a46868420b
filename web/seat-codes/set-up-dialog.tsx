import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import * as v from 'valibot'
import type { EventDetail } from '../../domain/events/contract.ts'
import { NewcomerName, type OwnProfile } from '../../domain/profiles/contract.ts'
import { acceptanceFields } from '../accounts/acceptance-fields.ts'
import { loadPage } from '../accounts/return-path.ts'
import { TermsCheckboxes } from '../accounts/terms-checkboxes.tsx'
import { ApiError } from '../api.ts'
import type { DialogProps } from '../events/dialogs.tsx'
import { GameSummary } from '../events/game-summary.tsx'
import { choiceFields, isFullFor, JoinChoice, toChoice } from '../events/page/join-choice.tsx'
import { joining } from '../events/queries.ts'
import { ownProfile } from '../profiles/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { NameField, SeatNote } from './newcomer-parts.tsx'
import { settingUpFromGame } from './queries.ts'
import { titleOfJoining } from './seat-code-words.ts'
import { dropSeatDraft, saveSeatDraft, useSeatDraft } from './seat-draft.ts'

/** How a person joins a game who signed in without a profile, for example with Google: with their name. The rest is asked later. */
export default function SetUpDialog({ event, onClose }: DialogProps) {
  const { data, error, isFetching, refetch } = useQuery(ownProfile)
  if (data) return <SetUpForm event={event} profile={data} onClose={onClose} />
  return (
    <Dialog title={titleOfJoining(event, false)} isOpen onClose={onClose} width={480}>
      {error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading>
          <SkeletonText lines={5} />
        </Loading>
      )}
    </Dialog>
  )
}

type SetUpFormProps = { event: EventDetail; profile: OwnProfile; onClose: () => void }

function SetUpForm({ event, profile, onClose }: SetUpFormProps) {
  const formId = useId()
  const setUp = useMutation(settingUpFromGame)
  // With a key of its own, so that only the page that is loaded next goes on to a payment.
  const join = useMutation({ ...joining(event.id), mutationKey: ['seat-codes', event.id] })
  /** The profile exists once the first step has succeeded, also if the seat is gone then. */
  const [hasProfile, setHasProfile] = useState(profile.hasAdditionalInfo)
  const [hasAcceptedTerms] = useState(profile.hasAcceptedTerms)
  const typed = useSeatDraft(event)
  const form = useAppForm(
    v.object({ name: NewcomerName, ...acceptanceFields, ...choiceFields({ ...event, tiers: event.price?.tiers ?? [] }) }),
    {
      defaultValues: {
        name: profile.displayName ?? (typed.name || profile.suggestedName || ''),
        isOldEnough: hasAcceptedTerms,
        acceptsTerms: hasAcceptedTerms,
        ...typed.choice,
      },
      excludedFromDraft: ['isOldEnough', 'acceptsTerms'],
      draftKey: `setUp:${event.id}`,
    },
  )
  const { errors, isSubmitting } = form.formState
  const [slotId, tierId] = form.watch(['slotId', 'tierId'])
  const orWait = !event.needsApproval && isFullFor(event, { slotId, tierId })
  const title = titleOfJoining(event, orWait)

  const submit = form.submitWith(async ({ name, isOldEnough, acceptsTerms, ...choice }) => {
    if (!hasProfile) {
      const acceptance = hasAcceptedTerms ? {} : { isOldEnough, acceptsTerms }
      await setUp.mutateAsync({ eventId: event.id, name, ...acceptance }).catch((error: unknown) => {
        // It was created in another tab.
        if (!(error instanceof ApiError && error.code === 'ProfileExists')) throw error
      })
      setHasProfile(true)
    }
    try {
      await join.mutateAsync({ ...toChoice(choice), guests: [], orWait })
      dropSeatDraft(event.id)
    } catch (error) {
      // The page that is loaded next leads to the form, and the form back to the dialog that joins.
      if (!(error instanceof ApiError && error.code === 'GameFormFirst')) throw error
      saveSeatDraft(event.id, choice)
    }
    await loadPage(`${location.pathname}?welcome=true`)
  })
  // The rest of the page does not know yet that the person has a profile.
  const close = hasProfile ? () => void loadPage(location.pathname) : onClose

  return (
    <Dialog
      title={title}
      isOpen
      onClose={close}
      width={480}
      isDismissable={!isSubmitting}
      footer={
        <Button type="submit" form={formId} variant="primary" isPending={isSubmitting} className="max-sm:w-full">
          {title}
        </Button>
      }
    >
      <div className="grid gap-5 pt-1">
        <GameSummary event={event} />
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4.5">
          <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
          <FormProvider {...form}>
            <JoinChoice event={event} hasTiers={(event.price?.tiers ?? []).length > 0} questions={event.questions} />
          </FormProvider>
          {!hasProfile && <NameField error={errors.name?.message} {...form.register('name')} />}
          {!hasProfile && !hasAcceptedTerms && (
            <TermsCheckboxes
              isOldEnough={{ ...form.register('isOldEnough'), error: errors.isOldEnough?.message }}
              acceptsTerms={{ ...form.register('acceptsTerms'), error: errors.acceptsTerms?.message }}
            />
          )}
          <SeatNote event={event} orWait={orWait} next="on the next page" />
          <FormFailure failure={form.failure} />
        </form>
      </div>
    </Dialog>
  )
}
