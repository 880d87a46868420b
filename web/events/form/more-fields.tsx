import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { guestsMostEver, maxDescriptionLength, maxTitleLength } from '../../../domain/events/form-contract.ts'
import { type FormValues, previewDates } from '../../../domain/events/form-values.ts'
import { waitlistModes } from '../../../domain/events/states.ts'
import { levelWords } from '../../../domain/events/words.ts'
import { TextField } from '../../ui/field.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { Switch } from '../../ui/switch.tsx'
import { CoHostsField } from './co-hosts-field.tsx'
import { EventPictureField, type PictureChoice } from './event-picture-field.tsx'
import { shownTitle } from './event-preview.tsx'
import { Choice, FoldRow } from './fold-row.tsx'
import { communitiesIRun } from './host-queries.ts'
import {
  guestsWords,
  joiningWords,
  leaveWords,
  repeatWords,
  slotsWords,
  startWords,
  visibilityLabels,
  waitlistLabels,
} from './host-words.ts'
import { LeaveField } from './leave-field.tsx'
import { LevelRangeField } from './level-range-field.tsx'
import { QuestionsField } from './questions-field.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { ShownFields } from './shown-fields.tsx'
import { SlotsField } from './slots-field.tsx'
import { VisibilityField } from './visibility-field.tsx'
import { changed } from './when-fields.tsx'

const maxShown = 120

/** What is written, on one line and without its marks. The reader of Markdown is large: it is loaded where something is written. */
const PlainWords = lazy(async () => {
  const [{ plainTextOf }, { readRichText }] = await Promise.all([
    import('../../../domain/rich-text/plain-text.ts'),
    import('../../../domain/rich-text/read-rich-text.ts'),
  ])
  return { default: ({ markdown }: { markdown: string }) => plainTextOf(readRichText(markdown), maxShown) }
})

function AboutWords({ markdown }: { markdown: string }) {
  if (markdown.trim() === '') return 'What to bring, how it goes'
  return (
    <Suspense>
      <PlainWords markdown={markdown} />
    </Suspense>
  )
}

export type MoreFieldsProps = {
  isNew: boolean
  /** Still to be put up: when it shows can be chosen. */
  isDraft: boolean
  picture: PictureChoice
  today: string
  last: string
}

/** Everything that has a good default. */
export default function MoreFields({ isNew, isDraft, picture, today, last }: MoreFieldsProps) {
  const { control, register, setValue, formState } = useFormContext<FormValues>()
  const values = useWatch({ control }) as FormValues
  const { errors, submitCount } = formState
  const communities = useQuery(communitiesIRun).data
  const team = communities?.find(({ id }) => id === values.teamId)
  const { repeat } = values
  const dates = previewDates(values.date, repeat).dates.filter((date) => !repeat.except.includes(date))
  const audience = values.visibility === 'team' ? (team?.name ?? 'A community') : visibilityLabels[values.visibility].label
  return (
    <div className="border-b border-line">
      <FoldRow label="Title" value={shownTitle(values)} hasError={Boolean(errors.title)}>
        <TextField
          label="Title"
          isLabelHidden
          placeholder={shownTitle({ ...values, title: '' })}
          autoComplete="off"
          limit={maxTitleLength}
          error={errors.title?.message}
          {...register('title')}
        />
      </FoldRow>
      <FoldRow label="About" value={<AboutWords markdown={values.description} />} hasError={Boolean(errors.description)}>
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
        value={levelWords(values.activity, values.levelMin, values.levelMax)}
        hasError={Boolean(errors.levelMin ?? errors.levelMax)}
      >
        <LevelRangeField />
      </FoldRow>
      <FoldRow label="Slots" value={slotsWords(values.slots)} hasError={submitCount > 0 && Boolean(errors.slots)}>
        <SlotsField />
      </FoldRow>
      <FoldRow label="Guests" value={guestsWords(values.maxGuests)} hasError={Boolean(errors.maxGuests)}>
        <Controller
          control={control}
          name="maxGuests"
          render={({ field: { value, onChange, onBlur } }) => (
            <Stepper
              label="Guests per person"
              hint="Each guest takes a seat and does not need an account."
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              least={0}
              most={guestsMostEver}
              error={errors.maxGuests?.message}
            />
          )}
        />
      </FoldRow>
      <FoldRow label="Who can see it" value={audience} hasError={Boolean(errors.visibility ?? errors.teamId)}>
        <VisibilityField communities={communities ?? null} />
      </FoldRow>
      <FoldRow label="Joining" value={joiningWords(values)} hasError={submitCount > 0 && Boolean(errors.questions)}>
        <Switch
          label="Approve each person"
          hint="People get a seat once you approve them."
          checked={values.needsApproval}
          onChange={(event) => setValue('needsApproval', event.target.checked, changed)}
        />
        <QuestionsField />
      </FoldRow>
      <FoldRow label="Leaving" value={leaveWords(values.leaveMinutes)} hasError={Boolean(errors.leaveMinutes)}>
        <LeaveField />
      </FoldRow>
      <FoldRow label="Waitlist" value={waitlistLabels[values.waitlistMode].label} hasError={false}>
        <Choice
          legend="Order of the waitlist"
          name="waitlistMode"
          value={values.waitlistMode}
          options={waitlistModes.map((mode) => ({ value: mode, ...waitlistLabels[mode] }))}
          onChange={(mode) => setValue('waitlistMode', mode, changed)}
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
        <FoldRow label="Repeats" value={repeatWords(repeat, dates.length)} hasError={Boolean(errors.repeat)}>
          <RepeatFields last={last} />
        </FoldRow>
      )}
      {isDraft && (
        <FoldRow
          label="Shown"
          value={values.publishAt ? startWords(values.publishAt, today) : 'As soon as you publish it'}
          hasError={Boolean(errors.publishAt)}
        >
          <ShownFields today={today} last={last} />
        </FoldRow>
      )}
    </div>
  )
}
