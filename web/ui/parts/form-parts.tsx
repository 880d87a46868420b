import { useState } from 'react'
import { Controller } from 'react-hook-form'
import * as v from 'valibot'
import { ShownError } from '../../../domain/shown-error.ts'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { TextArea, TextField } from '../field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../form.tsx'
import { RatingField } from '../rating-field.tsx'
import { Select } from '../select.tsx'
import { showSnackbar } from '../show-snackbar.ts'
import { Switch } from '../switch.tsx'
import { PartSection } from './part-section.tsx'

const levels = [
  { value: 'any', label: 'Any level', hint: 'New people welcome' },
  { value: 'beginner', label: 'Beginner', hint: '2.0 to 2.5' },
  { value: 'intermediate', label: 'Intermediate', hint: '3.0 to 3.5' },
  { value: 'advanced', label: 'Advanced', hint: '4.0 and up' },
  { value: 'expert', label: 'Expert', isDisabled: true },
] as const
type Level = (typeof levels)[number]['value']

const Game = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter a name.'), v.maxLength(60, 'Use up to 60 characters.')),
  price: v.pipe(v.string(), v.regex(/^\d*$/, 'Enter whole dollars, or leave it empty if the game is free.')),
  level: v.nullable(v.picklist(levels.map((level) => level.value))),
  about: v.pipe(v.string(), v.maxLength(240, 'Use up to 240 characters.')),
  agrees: v.pipe(
    v.boolean(),
    v.check((agrees) => agrees, 'Please agree first.'),
  ),
})

/** The simulated server refuses this name, to show how the form displays such an error. */
const refusedName = 'Taken'

const sendGame = async (game: v.InferOutput<typeof Game>) => {
  await new Promise((resolve) => setTimeout(resolve, 900))
  if (game.name === refusedName) {
    const issues = [{ path: 'name', message: 'Choose another name.' }]
    throw new ShownError({ code: 'Conflict', userMessage: 'There is already a game with this name.', issues })
  }
  showSnackbar(`${game.name} is published`, { action: { label: 'View', onPress: () => undefined } })
}

const emptyGame = { name: '', price: '', level: null as Level | null, about: '', agrees: false }

export function FormParts() {
  const form = useAppForm(Game, { defaultValues: emptyGame, draftKey: 'parts' })
  const { errors, isSubmitting } = form.formState
  return (
    <PartSection title="Forms" intro={`Your text survives a reload. The server refuses the name “${refusedName}”.`}>
      <form noValidate onSubmit={form.submitWith(sendGame)} className="grid max-w-xl gap-5">
        <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
        <TextField label="Name of the game" limit={60} error={errors.name?.message} {...form.register('name')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Controller
            control={form.control}
            name="level"
            render={({ field, fieldState }) => (
              <Select
                label="Level"
                options={levels}
                value={field.value}
                onChange={field.onChange}
                onBlur={field.onBlur}
                error={fieldState.error?.message}
              />
            )}
          />
          <TextField
            label="Price"
            isOptional
            before="$"
            after="a seat"
            inputMode="numeric"
            error={errors.price?.message}
            {...form.register('price')}
          />
        </div>
        <TextArea
          label="About"
          isOptional
          limit={240}
          hint="What to bring, who it is for, where to meet."
          error={errors.about?.message}
          {...form.register('about')}
        />
        <Checkbox
          label="I will open the court"
          hint="If you cannot come, hand the game over in time."
          error={errors.agrees?.message}
          {...form.register('agrees')}
        />
        <FormFailure failure={form.failure} />
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" variant="primary" isPending={isSubmitting} className="max-sm:flex-1">
            Publish
          </Button>
          <Button onClick={form.discardDraft}>Start over</Button>
        </div>
      </form>
      <SwitchParts />
    </PartSection>
  )
}

function SwitchParts() {
  const [isShown, setShown] = useState(true)
  const [rating, setRating] = useState<number | null>(4)
  return (
    <div className="grid max-w-xl gap-5">
      <div className="divide-y divide-line border-y border-line">
        <Switch
          label="Show when I am online"
          hint="Friends see a yellow dot next to your picture."
          checked={isShown}
          onChange={(event) => setShown(event.target.checked)}
        />
        <Switch label="Messages from anyone" defaultChecked={false} />
        <Switch label="Text messages" hint="Add a phone number first." disabled />
      </div>
      <RatingField label="How was it?" choices={['Bad', 'Not great', 'OK', 'Good', 'Great']} value={rating} onChange={setRating} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Email" type="email" defaultValue="maya@example" error="Enter a valid email, like maya@example.com." />
        <TextField label="Member since" defaultValue="March 2024" disabled hint="This cannot be changed." />
      </div>
    </div>
  )
}
