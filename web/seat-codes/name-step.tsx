import { useEffect, useRef } from 'react'
import { FormProvider } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { addReturnPath } from '../../domain/access/rules.ts'
import type { EventDetail } from '../../domain/events/contract.ts'
import { EmailField } from '../accounts/email-field.tsx'
import { GoogleButton } from '../accounts/google-button.tsx'
import { TermsCheckboxes } from '../accounts/terms-checkboxes.tsx'
import { GameSummary } from '../events/game-summary.tsx'
import { JoinChoice } from '../events/page/join-choice.tsx'
import { FormFailure, RestoredNotice } from '../ui/form.tsx'
import { textButtonClasses } from '../ui/text-button.tsx'
import { NameField, SeatNote } from './newcomer-parts.tsx'
import type { useNameForm } from './use-name-form.ts'

type NameStepProps = {
  event: EventDetail
  nameForm: ReturnType<typeof useNameForm>
  id: string
  /** For whoever comes back from the step of the code. */
  takesFocus: 'name' | 'email' | null
}

/** Everything that must be known before a code is sent. */
export function NameStep({ event, nameForm: { form, submit, orWait, isHeld }, id, takesFocus }: NameStepProps) {
  const { errors } = form.formState
  const { pathname } = useLocation()
  const failure = useRef<HTMLDivElement>(null)
  // The button stands below what scrolls, so on a phone its failure would be out of sight.
  useEffect(() => {
    if (form.failure) failure.current?.scrollIntoView({ block: 'nearest' })
  }, [form.failure])
  // Whoever signs in some other way comes back to the dialog that joins.
  const next = `${pathname}?open=join`
  return (
    <div className="grid gap-5 pt-1">
      <GameSummary event={event} showsSeats={!isHeld} />
      <form id={id} noValidate onSubmit={submit} className="grid gap-4.5">
        <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
        <FormProvider {...form}>
          <JoinChoice event={event} hasTiers={(event.price?.tiers ?? []).length > 0} questions={event.questions} />
        </FormProvider>
        <NameField autoFocus={takesFocus === 'name'} error={errors.name?.message} {...form.register('name')} />
        <EmailField autoFocus={takesFocus === 'email'} error={errors.email?.message} {...form.register('email')} />
        <TermsCheckboxes
          isOldEnough={{ ...form.register('isOldEnough'), error: errors.isOldEnough?.message }}
          acceptsTerms={{ ...form.register('acceptsTerms'), error: errors.acceptsTerms?.message }}
        />
        <SeatNote event={event} orWait={orWait} next="after you have typed the code" />
        <div ref={failure} className="empty:hidden">
          <FormFailure failure={form.failure} />
        </div>
      </form>
      <GoogleButton next={next} />
      <p className="text-small text-soft">
        I have an account:{' '}
        <Link to={addReturnPath('/login', next)} className={textButtonClasses}>
          log in
        </Link>
      </p>
    </div>
  )
}
