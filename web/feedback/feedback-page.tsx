import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import * as v from 'valibot'
import { GiveFeedback, maxFeedbackLength } from '../../domain/feedback/contract.ts'
import { Beans } from '../ui/beans.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { RatingField } from '../ui/rating-field.tsx'
import { givingFeedback } from './queries.ts'

const Form = v.object({
  ...GiveFeedback.entries,
  rating: v.pipe(
    v.nullable(GiveFeedback.entries.rating),
    v.check((rating) => rating !== null, 'Choose a rating.'),
  ),
})

const ratings = ['Not good', 'So so', 'Fine', 'Good', 'Great']

export default function FeedbackPage() {
  const [isSent, setSent] = useState(false)
  return (
    <div className={pageFrame('narrow', 'grid gap-6 pt-2 sm:pt-10')}>
      {isSent ? (
        <div role="status" className="grid justify-items-start gap-4">
          <Beans size={96} mood="happy" />
          <h1>Thank you</h1>
          <p className="text-soft">Our team reads every message.</p>
          <LinkButton to="/home" variant="primary">
            Back home
          </LinkButton>
        </div>
      ) : (
        <>
          <header className="grid gap-2">
            <h1>How is it going?</h1>
            <p className="text-soft">Tell us what works, what does not, and what is missing. We read every message.</p>
          </header>
          <FeedbackForm onSent={() => setSent(true)} />
        </>
      )}
    </div>
  )
}

function FeedbackForm({ onSent }: { onSent: () => void }) {
  const give = useMutation(givingFeedback)
  const form = useAppForm(Form, { defaultValues: { rating: null as number | null, text: '' }, draftKey: 'feedback' })
  const { errors, isSubmitting } = form.formState
  const send = form.submitWith(async ({ rating, text }) => {
    if (rating === null) return
    await give.mutateAsync({ rating, text })
    onSent()
  })
  return (
    <form noValidate onSubmit={send} className="grid gap-6">
      <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      <Controller
        control={form.control}
        name="rating"
        render={({ field, fieldState }) => (
          <RatingField label="Overall" choices={ratings} value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
      <TextArea
        label="Your message"
        isOptional
        limit={maxFeedbackLength}
        rows={6}
        error={errors.text?.message}
        {...form.register('text')}
      />
      <FormFailure failure={form.failure} />
      <div>
        <Button type="submit" variant="primary" isPending={isSubmitting} pendingLabel="Sending">
          Send feedback
        </Button>
      </div>
    </form>
  )
}
