import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { maxDescriptionLength, maxGuestsPerPlayer, maxTitleLength } from '../../../domain/events/form-contract.ts'
import { type FormValues, previewDates } from '../../../domain/events/form-values.ts'
import { formatLevels } from '../../../domain/events/format.ts'
import { waitlistModes } from '../../../domain/events/states.ts'
import { TextField } from '../../ui/field.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { Switch } from '../../ui/switch.tsx'
import { CoHostsField } from './co-hosts-field.tsx'
import { EventPictureField, type PictureChoice } from './event-picture-field.tsx'
import { getPreviewTitle } from './event-preview.tsx'
import { Choice, FoldRow } from './fold-row.tsx'
import { FormField, FormName } from './form-field.tsx'
import {
  formatJoining,
  formatLeaveDeadline,
  formatMaxGuests,
  formatPricing,
  formatRepeat,
  formatSlots,
  formatStart,
  visibilityLabels,
  waitlistLabels,
} from './format-event-form.ts'
import { hostedCommunities } from './host-queries.ts'
import { JoinFromFields } from './join-from-fields.tsx'
import { LeaveField } from './leave-field.tsx'
import { LevelRangeField } from './level-range-field.tsx'
import { PriceField } from './price-field.tsx'
import { PublishTimeFields } from './publish-time-fields.tsx'
import { QuestionsField } from './questions-field.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { SlotsField } from './slots-field.tsx'
import { VisibilityField } from './visibility-field.tsx'
import { changeOptions } from './when-fields.tsx'

const maxPreviewLength = 120

/** The description as one line of plain text. The Markdown parser is large, so it is loaded only if there is a description. */
const PlainText = lazy(async () => {
  const [{ toPlainText }, { readRichText }] = await Promise.all([
    import('../../../domain/rich-text/plain-text.ts'),
    import('../../../domain/rich-text/read-rich-text.ts'),
  ])
  return { default: ({ markdown }: { markdown: string }) => toPlainText(readRichText(markdown), maxPreviewLength) }
})

function AboutPreview({ markdown }: { markdown: string }) {
  if (markdown.trim() === '') return 'What to bring, what to expect'
  return (
    <Suspense>
      <PlainText markdown={markdown} />
    </Suspense>
  )
}

export type MoreFieldsProps = {
  eventId: string | null
  isNew: boolean
  /** Whether the game is not published yet, so that the host can choose when to publish it. */
  isDraft: boolean
  picture: PictureChoice
  today: string
  last: string
}

/** All settings that have a good default. */
export default function MoreFields({ eventId, isNew, isDraft, picture, today, last }: MoreFieldsProps) {
  const { control, register, setValue, formState } = useFormContext<FormValues>()
  const values = useWatch({ control }) as FormValues
  const { errors, submitCount } = formState
  const communities = useQuery(hostedCommunities).data
  const team = communities?.find(({ id }) => id === values.teamId)
  const { repeat } = values
  // A price that is still empty is no error before the form was sent. What the server refuses is.
  const hasPriceError = Boolean(errors.pricing) && (submitCount > 0 || Boolean(errors.pricing?.message))
  const dates = previewDates(values.date, repeat).dates.filter((date) => !repeat.except.includes(date))
  const audience = values.visibility === 'team' ? (team?.name ?? 'A community') : visibilityLabels[values.visibility].label
  return (
    <div className="border-b border-line">
      <FoldRow label="Title" value={getPreviewTitle(values)} hasError={Boolean(errors.title)}>
        <TextField
          label="Title"
          isLabelHidden
          placeholder={getPreviewTitle({ ...values, title: '' })}
          autoComplete="off"
          limit={maxTitleLength}
          error={errors.title?.message}
          {...register('title')}
        />
      </FoldRow>
      <FoldRow label="About" value={<AboutPreview markdown={values.description} />} hasError={Boolean(errors.description)}>
        <RichTextField
          label="About"
          isLabelHidden
          rows={5}
          limit={maxDescriptionLength}
          error={errors.description?.message}
          {...register('description')}
        />
      </FoldRow>
      <FoldRow label="Picture" value={picture.url ? 'Your picture' : 'Court art'} hasError={false}>
        <EventPictureField activity={values.activity} picture={picture} />
      </FoldRow>
      <FoldRow
        label="Level"
        value={formatLevels(values.activity, values.levelMin, values.levelMax)}
        hasError={Boolean(errors.levelMin ?? errors.levelMax)}
      >
        <LevelRangeField />
      </FoldRow>
      <FoldRow label="Slots" value={formatSlots(values.slots)} hasError={submitCount > 0 && Boolean(errors.slots)}>
        <SlotsField />
      </FoldRow>
      <FoldRow label="Price" value={formatPricing(values.pricing)} hasError={hasPriceError}>
        <PriceField eventId={eventId} mayHaveCoupons={!isNew && !isDraft} />
      </FoldRow>
      <FoldRow label="Guests" value={formatMaxGuests(values.maxGuests)} hasError={Boolean(errors.maxGuests)}>
        <Controller
          control={control}
          name="maxGuests"
          render={({ field: { value, onChange, onBlur } }) => (
            <Stepper
              label="Guests per player"
              hint="Each guest takes a seat and does not need an account."
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              min={0}
              max={maxGuestsPerPlayer}
              error={errors.maxGuests?.message}
            />
          )}
        />
      </FoldRow>
      <FoldRow label="Who can see it" value={audience} hasError={Boolean(errors.visibility ?? errors.teamId)}>
        <VisibilityField communities={communities ?? null} />
      </FoldRow>
      <FoldRow
        label="Joining"
        value={formatJoining(values)}
        hasError={Boolean(errors.joinMinutes ?? errors.plusJoinsEarly) || (submitCount > 0 && Boolean(errors.questions))}
      >
        <JoinFromFields />
        <Switch
          label="Approve each player"
          hint="Players get a seat once you approve them."
          checked={values.needsApproval}
          onChange={(event) => setValue('needsApproval', event.target.checked, changeOptions)}
        />
        <QuestionsField />
      </FoldRow>
      {values.teamId !== null && (
        <FoldRow label="Form" value={<FormName teamId={values.teamId} formId={values.formId} />} hasError={Boolean(errors.formId)}>
          <FormField teamId={values.teamId} />
        </FoldRow>
      )}
      <FoldRow label="Leaving" value={formatLeaveDeadline(values.leaveMinutes)} hasError={Boolean(errors.leaveMinutes)}>
        <LeaveField />
      </FoldRow>
      <FoldRow label="Waitlist" value={waitlistLabels[values.waitlistMode].label} hasError={false}>
        <Choice
          legend="Order of the waitlist"
          name="waitlistMode"
          value={values.waitlistMode}
          options={waitlistModes.map((mode) => ({ value: mode, ...waitlistLabels[mode] }))}
          onChange={(mode) => setValue('waitlistMode', mode, changeOptions)}
        />
      </FoldRow>
      <FoldRow
        label="Hosts"
        value={values.coHosts.length === 0 ? 'You' : `You and ${values.coHosts.length} more`}
        hasError={Boolean(errors.coHosts)}
      >
        <CoHostsField />
      </FoldRow>
      {isNew && (
        <FoldRow label="Repeats" value={formatRepeat(repeat, dates.length)} hasError={Boolean(errors.repeat)}>
          <RepeatFields last={last} />
        </FoldRow>
      )}
      {isDraft && (
        <FoldRow
          label="Publish time"
          value={values.publishAt ? formatStart(values.publishAt, today) : 'As soon as you press Publish'}
          hasError={Boolean(errors.publishAt)}
        >
          <PublishTimeFields today={today} last={last} />
        </FoldRow>
      )}
    </div>
  )
}
