import * as v from 'valibot'
import { plainText } from '../../../domain/texts.ts'
import { Button } from '../button.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../form.tsx'
import { RichText } from '../rich-text.tsx'
import { RichTextField } from '../rich-text-field.tsx'
import { showSnackbar } from '../show-snackbar.ts'
import { PartRow, PartSection } from './part-section.tsx'

const FormValues = v.object({ description: plainText('A description', 5000) })

const sample: Parameters<typeof RichText>[0]['tree'] = [
  { kind: 'heading', runs: [{ text: 'Before you come' }] },
  {
    kind: 'paragraph',
    runs: [
      { text: 'Bring ' },
      { text: 'water', isBold: true },
      { text: ', a paddle if you have one, and ' },
      { text: 'patience', isItalic: true },
      { text: '. We meet at the ' },
      { text: 'north gate', href: 'https://www.openstreetmap.org/' },
      { text: '.\nCourts 3 and 4 are ours until nine.' },
    ],
  },
  {
    kind: 'list',
    items: [
      { depth: 1, number: null, runs: [{ text: 'Doubles, rotating every game' }] },
      { depth: 2, number: 1, runs: [{ text: 'Winners stay, once' }] },
      { depth: 2, number: 2, runs: [{ text: 'Then everyone moves' }] },
      { depth: 1, number: null, runs: [{ text: 'Lights go out at half past nine' }] },
    ],
  },
]

export function RichTextParts() {
  const form = useAppForm(FormValues, { defaultValues: { description: '' }, draftKey: 'parts:words' })
  const save = async () => showSnackbar('Description saved.')
  return (
    <PartSection title="Rich text" intro="Users can format their text a little. We render it with our own elements, so it cannot add HTML.">
      <div className="grid gap-8 lg:grid-cols-2">
        <form noValidate onSubmit={form.submitWith(save)} className="grid content-start gap-5">
          <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
          <RichTextField
            label="Description"
            isOptional
            limit={5000}
            rows={6}
            error={form.formState.errors.description?.message}
            {...form.register('description')}
          />
          <FormFailure failure={form.failure} />
          <Button type="submit" className="justify-self-start">
            Save
          </Button>
        </form>
        <PartRow name="As others see it" className="content-start">
          <RichText tree={sample} />
        </PartRow>
      </div>
    </PartSection>
  )
}
